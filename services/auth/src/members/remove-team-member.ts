import { notFound } from "@jst/errors";
import { publish, recordAudit } from "@jst/events";
import { isUuid } from "@jst/rpc";
import type { Handler } from "../../gen/rpc.ts";
import { requireOwnerLeft, startManaging } from "./manage.ts";
import { memberChanged } from "../teams/trust-notices.ts";
import { findMember } from "./queries.ts";
import { endAllOf, markRemoved } from "./removal-queries.ts";

/** Removes a member with all that acts in the member's name; again, it answers since when (tokens.manage-members). */
export const removeTeamMember: Handler<"RemoveTeamMember"> = async ({ path }, call) => {
  const id = path.member_id;
  if (!isUuid(id)) throw notFound();
  return call.write(async (tx) => {
    const requireMayManage = await startManaging(tx, call.caller);
    const { teamId } = tx.context;
    const member = await findMember(tx, id);
    if (member !== undefined) {
      requireMayManage(member.role);
      await requireOwnerLeft(tx, member);
    }
    const removed = await markRemoved(tx, teamId, { id });
    if (removed === undefined) throw notFound();
    const tokens_ended = removed.isFirst ? await endAllOf(tx, teamId, removed.id) : 0;
    if (removed.isFirst) {
      recordAudit(tx, { action: "remove", resource: "members", resourceId: removed.id, outcome: "success" });
      if (member !== undefined) publish(tx, { type: "member.removed", id: removed.id, object: member });
      tx.defer(memberChanged(tx.context, removed.id));
    }
    return { body: { id: removed.id, removed_at: removed.removed_at, tokens_ended } };
  });
};
