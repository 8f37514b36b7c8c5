import { CHANGED_HEADER, readChanged } from "@jst/rpc";
import type { Tool } from "./tool.ts";
import type { UpstreamReply } from "./upstreams.ts";

const OK = 200;
const ACCEPTED = 202;

/** True for a write that waits for approval; one that is executed and accepted names its changeset. */
export const isQueued = ({ status, header }: UpstreamReply): boolean =>
  status === ACCEPTED && header("x-changeset-id") === undefined;

/**
 * The write outcome (trust.executed) as JSON text, around the reply's own bytes. A queued write is its own outcome
 * already; one that changed nothing names no changeset.
 */
export function writeOutcome(
  changes: NonNullable<Tool["changes"]>,
  result: string,
  reply: UpstreamReply,
  baseUrl: string,
): string {
  if (isQueued(reply)) return result;
  const changesetId = reply.header("x-changeset-id");
  const { resource } = changes;
  const op = changes.op === "create" && reply.status === OK ? "update" : changes.op;
  const rest = {
    changed:
      changesetId === undefined
        ? []
        : [
            ...idsIn(result, resource).map((id) => ({ resource, id, op })),
            ...readChanged(reply.header(CHANGED_HEADER)),
          ],
    ...(changesetId === undefined
      ? {}
      : { changeset_id: changesetId, changeset_url: `${baseUrl}/api/v1/changesets/${changesetId}` }),
    ...(reply.header("idempotency-replayed") === "true" ? { replayed: true } : {}),
  };
  return `{"queued":false,"result":${result},${JSON.stringify(rest).slice(1)}`;
}

/** Ids of what a reply shows: one resource, or several under their plural. */
function idsIn(result: string, resource: string): string[] {
  const shown = JSON.parse(result) as { id?: string } & Readonly<Record<string, unknown>>;
  if (shown.id !== undefined) return [shown.id];
  const several = shown[resource];
  return Array.isArray(several) ? several.map(({ id }: { id: string }) => id) : [];
}
