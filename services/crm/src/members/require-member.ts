import { validationFailed } from "@jst/errors";
import type { Call } from "@jst/rpc";
import type { Deps } from "../deps.ts";

/** Asks auth whether whom the input names at `field` is a member of the team; 422 there when it is not. */
export async function requireMember(
  call: Call<Deps>,
  field: string,
  id: string | null | undefined,
): Promise<void> {
  if (id === undefined || id === null) return;
  const asked = { team_id: call.caller.team_id, ids: [id] };
  const { members } = await call.deps.auth.call("auth.v1.Identities/FindMembers", asked, call.hop);
  if (members.length > 0) return;
  throw validationFailed([{ field, code: "not_found", message: "The team has no member with this id." }]);
}
