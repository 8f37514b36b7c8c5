import type { Statement } from "@jst/db";
import { auditStatement } from "@jst/events";
import type { PageRequest } from "@jst/pages";
import type { PageSession } from "../sessions/page-session.ts";

/**
 * Builds the audit entry of what a signed-in member did with an app. The entry goes to the log of the team that the app
 * is connected to: the session's team unless the member chose another (oauth.audit).
 */
export function memberAudit(
  { team, member, id: tokenId }: PageSession,
  { requestId, hop }: Pick<PageRequest, "requestId" | "hop">,
  action: "oauth.consent" | "oauth.deny" | "oauth.disconnect" | "oauth.mode",
  grantId: string | null,
  { id: teamId, memberId: actorId } = { id: team.id, memberId: member.id },
): Statement {
  const who = { teamId, actorType: "member", actorId, tokenId };
  const entry = { action, resource: "connected_apps", resourceId: grantId, outcome: "success" } as const;
  return auditStatement({ ...who, requestId, traceparent: hop.traceparent }, entry);
}
