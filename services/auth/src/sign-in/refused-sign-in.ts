import type { ErrorCode } from "@jst/errors";
import { auditStatement } from "@jst/events";
import type { PageRequest } from "@jst/pages";

/** Puts a refused sign-in into the audit log of its team; without a member nobody knows whose it was to be. */
export function refusedSignIn(
  { teamId, memberId = null, code }: { teamId: string; memberId?: string | null; code: ErrorCode },
  { requestId, hop: { traceparent } }: Pick<PageRequest, "requestId" | "hop">,
): ReturnType<typeof auditStatement> {
  const actorType = memberId === null ? "system" : "member";
  const actor = { teamId, actorType, actorId: memberId, tokenId: null, requestId, traceparent };
  return auditStatement(actor, {
    action: "sign_in.refused",
    resource: "sessions",
    resourceId: null,
    outcome: "denied",
    changesetId: null,
    code,
  });
}
