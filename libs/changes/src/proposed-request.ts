import { hasRight } from "@jst/caller";
import type { Call } from "@jst/rpc";
import type { ProposedRequest } from "../gen/rpc.ts";
import type { Deps } from "./deps.ts";
import { isEditable } from "./editing.ts";
import type { StoredChangeset } from "./queries.ts";
import { maySee } from "./redacted.ts";
import { findRequest, type FoundRequest } from "./versions.ts";

/**
 * Answers the write that an approval of an open proposal runs, to a caller who may decide on it and reads all of it. It
 * has the form in which it is stored, without secrets. Undefined for others, and for uploads.
 */
export async function proposedRequest(
  call: Pick<Call<Deps>, "caller" | "read" | "deps">,
  stored: StoredChangeset,
): Promise<ProposedRequest | undefined> {
  const { caller, deps } = call;
  const write = deps.writes.get(stored.rpc ?? "");
  if (write === undefined || write.isUpload || !hasRight(caller, write.resource, "read")) return undefined;
  const [row] = await call.read<FoundRequest>(findRequest(caller.team_id, stored.id, stored.version ?? 1));
  const isSeen = (name: string) => maySee(deps.resources, { rights: caller }, name);
  if (row === undefined || !row.resources.every(isSeen)) return undefined;
  const { path, query, body } = row.request;
  return {
    action: write.operation,
    path,
    query: (query ?? {}) as Record<string, unknown>,
    body: body ?? null,
    editable: isEditable(deps, { stored: { ...stored, request: row.request }, write }),
  };
}
