import { auditStatement, type AuditEntry } from "@jst/events";
import type { Statement } from "@jst/db";
import type { StoredGrant } from "./grant-queries.ts";

/** A request as the log names it. */
export interface Traced {
  requestId: string;
  traceparent?: string | undefined;
}

/** Builds the audit entry of an app's action under its grant (oauth.audit). */
export function grantAudit(
  grant: Pick<StoredGrant, "team_id" | "id">,
  { requestId, traceparent }: Traced,
  action: string,
  outcome: AuditEntry["outcome"] = "success",
): Statement {
  const actor = {
    teamId: grant.team_id,
    actorType: "oauth_app",
    actorId: grant.id,
    tokenId: grant.id,
    requestId,
    traceparent,
  };
  return auditStatement(actor, { action, resource: "connected_apps", resourceId: grant.id, outcome });
}
