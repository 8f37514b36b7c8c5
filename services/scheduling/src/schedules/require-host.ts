import { notFound } from "@jst/errors";
import type { Call } from "@jst/rpc";
import { requireId } from "@jst/resource";
import type { Deps } from "../deps.ts";

/** The id of a host in lower case; not_found for whoever is no member of the team. */
export async function requireHost(text: string, { caller, hop, deps }: Call<Deps>): Promise<string> {
  const id = requireId(text).toLowerCase();
  const reference = { kind: "member", field: "host_id", id } as const;
  if ((await deps.directory.faultsOf(caller.team_id, [reference], hop)).length > 0) throw notFound();
  return id;
}
