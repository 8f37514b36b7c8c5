import { notFound } from "@jst/errors";
import { recordAudit } from "@jst/events";
import { isUuid } from "@jst/rpc";
import type { Handler } from "../../gen/rpc.ts";
import { requireMayManage, requireOwnerLeft } from "./manage.ts";
import { findMember, holdMembers } from "./queries.ts";
import { endAllOf, markRemoved } from "./removal-queries.ts";

/** Removes a member with all that acts in the member's name; again, it answers since when (tokens.manage-members). */
export const removeTeamMember: Handler<"RemoveTeamMember"> = async ({ path }, call) => {
  const id = path.member_id;
  if (!isUuid(id)) throw notFound();
  return call.write(async (tx) => {
    await holdMembers(tx);
    const { teamId } = tx.context;
    const member = await findMember(tx, id);
    if (member !== undefined) {
      requireMayManage(call.caller, member.role);
      await requireOwnerLeft(tx, member);
    }
    const removed = await markRemoved(tx, teamId, { id });
    if (removed === undefined) throw notFound();
    if (removed.isFirst) {
      await endAllOf(tx, teamId, removed.id);
      recordAudit(tx, { action: "remove", resource: "members", resourceId: removed.id, outcome: "success" });
    }
    return { body: { id: removed.id, removed_at: removed.removed_at } };
  });
};
