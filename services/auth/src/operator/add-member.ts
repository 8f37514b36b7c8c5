import { platformContext } from "@jst/rpc";
import { auditStatement } from "@jst/events";
import type { InternalHandler } from "../../gen/rpc.ts";
import { roleChanged } from "../teams/trust-notices.ts";
import { findTeam, upsertMember } from "./queries.ts";

/**
 * Adds a member to the team, or gives the one of that address another role, which tokens follow at once. Who was
 * removed comes back (sessions.removal).
 */
export const addMember: InternalHandler<"AddMember"> = async (body, call) => {
  const { operator } = call.deps;
  const teamId = await findTeam(operator, body.team);
  return operator.transaction(async (tx) => {
    const member = await upsertMember(tx, teamId, body.email, body.role);
    const { id, email, role, former_role: formerRole } = member;
    const added = { action: "set_role", resource: "members", resourceId: id, outcome: "success" } as const;
    const context = platformContext(teamId, call);
    tx.defer(auditStatement(context, added));
    for (const statement of roleChanged(context, member, formerRole)) tx.defer(statement);
    return { body: { id, email, role } };
  });
};
