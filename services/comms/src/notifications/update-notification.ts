import type { Row } from "@jst/db";
import { notFound } from "@jst/errors";
import { requireId } from "@jst/resource";
import type { Handler } from "../../gen/rpc.ts";
import { NOTIFICATION, recipientOf } from "./notification.ts";

/** Marks one notice to the member read or unread; a notice to another member is absent (notifications.read). */
export const updateNotification: Handler<"UpdateNotification"> = ({ path, body }, call) => {
  const { teamId, memberId } = recipientOf(call.caller);
  const id = requireId(path.notification_id);
  return call.write(async (tx) => {
    const [row] = await tx.query<Row & { item: string }>({
      name: "comms.notifications.update",
      text: `update comms.notifications n
set read_at = case when $4 then coalesce(n.read_at, clock_timestamp()) end
where n.team_id = $1 and n.id = $2 and n.member_id = $3 and n.in_app
returning ${NOTIFICATION}::text as item`,
      values: [teamId, id, memberId, body.read],
    });
    if (row === undefined) throw notFound();
    return { body: row.item, isUnchanged: true };
  });
};
