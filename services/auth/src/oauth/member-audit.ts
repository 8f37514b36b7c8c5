import type { Statement } from "@jst/db";
import { auditStatement } from "@jst/events";
import type { PageRequest } from "@jst/pages";
import type { PageSession } from "../sessions/page-session.ts";

/**
 * What a member who is signed in did with an app, as an entry of the log of the team that the app is connected to:
 * that of the session unless another was chosen (oauth.audit).
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
