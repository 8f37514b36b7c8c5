import { one, type Row } from "@jst/db";
import { validationFailed } from "@jst/errors";
import type { Handler } from "../../gen/rpc.ts";
import { countUnread, recipientOf, type UnreadRow } from "./notification.ts";

/** Marks the notice and all older ones to the member read; those that came since stay unread (notifications.read). */
export const readNotifications: Handler<"ReadNotifications"> = ({ body: { up_to: upTo } }, call) => {
  const recipient = recipientOf(call.caller);
  const { teamId, memberId } = recipient;
  return call.write(async (tx) => {
    const { is_known, read_count } = one(
      await tx.query<Row & { is_known: boolean; read_count: number }>({
        name: "comms.notifications.read",
        text: `with known as (
  select n.id from comms.notifications n
  where n.team_id = $1 and n.member_id = $2 and n.id = $3 and n.in_app
), marked as (
  update comms.notifications n set read_at = clock_timestamp()
  from known k
  where n.team_id = $1 and n.member_id = $2 and n.id <= k.id and n.in_app and n.read_at is null
  returning n.id
)
select exists (select from known) as is_known, (select count(*)::int from marked) as read_count`,
        values: [teamId, memberId, upTo],
      }),
    );
    if (!is_known) {
      const message = "You have no notification with this id. Check the id.";
      throw validationFailed([{ field: "up_to", code: "not_found", message }]);
    }
    const { unread_count } = one(await tx.query<UnreadRow>(countUnread(recipient)));
    return { body: { read_count, unread_count }, isUnchanged: true };
  });
};
