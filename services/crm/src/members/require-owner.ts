import { validationFailed } from "@jst/errors";
import type { Call } from "@jst/rpc";
import type { Deps } from "../deps.ts";

/** Asks auth whether the owner that the input names is a member of the team; 422 at owner_id when it is not. */
export async function requireOwner(call: Call<Deps>, ownerId: string | null | undefined): Promise<void> {
  if (ownerId === undefined || ownerId === null) return;
  const asked = { team_id: call.caller.team_id, ids: [ownerId] };
  const { members } = await call.deps.auth.call("auth.v1.Identities/FindMembers", asked, call.hop);
  if (members.length > 0) return;
  throw validationFailed([
    { field: "owner_id", code: "not_found", message: "The team has no member with this id." },
  ]);
}
