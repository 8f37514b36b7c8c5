import type { AuditActor, AuditEntry } from "@jst/events";
import type { PageRequest } from "@jst/pages";

/** Names a member in a browser for the audit log; `id` is the id of the session. */
export function memberActor(
  { teamId, memberId, id }: { teamId: string; memberId: string; id: string },
  { requestId, hop }: Pick<PageRequest, "requestId" | "hop">,
): AuditActor {
  const { traceparent } = hop;
  return { teamId, actorType: "member", actorId: memberId, tokenId: id, requestId, traceparent };
}

/** Builds the audit entry of a session. */
export function entryOf(action: string, id: string): AuditEntry {
  return { action, resource: "sessions", resourceId: id, outcome: "success", changesetId: null };
}
