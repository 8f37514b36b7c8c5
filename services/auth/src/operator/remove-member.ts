import { platformContext } from "@jst/rpc";
import { notFound } from "@jst/errors";
import { auditStatement } from "@jst/events";
import type { InternalHandler } from "../../gen/rpc.ts";
import { endAllOf, markRemoved } from "../members/removal-queries.ts";
import { memberChanged } from "../teams/trust-notices.ts";
import { findTeam } from "./queries.ts";

/**
 * Removes a member: nothing that acted in that name does so any more, sessions, tokens and links to sign in alike
 * (sessions.removal). Again, it answers since when.
 */
export const removeMember: InternalHandler<"RemoveMember"> = async ({ team, email }, call) => {
  const { operator } = call.deps;
  const teamId = await findTeam(operator, team);
  return operator.transaction(async (tx) => {
    const removed = await markRemoved(tx, teamId, { email });
    if (removed === undefined) throw notFound();
    const { id, removed_at, isFirst } = removed;
    const tokens_ended = isFirst ? await endAllOf(tx, teamId, id) : 0;
    if (isFirst) {
      const entry = { action: "remove", resource: "members", resourceId: id, outcome: "success" } as const;
      const context = platformContext(teamId, call);
      tx.defer(auditStatement(context, entry));
      tx.defer(memberChanged(context, id));
    }
    return { body: { id, removed_at, tokens_ended } };
  });
};
