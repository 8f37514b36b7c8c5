import { one } from "@jst/db";
import { fieldsOf, resourcePage, type ResourceList } from "@jst/query";
import type { Handler, ListNotificationsQuery } from "../../gen/rpc.ts";
import { countUnread, NOTIFICATION, recipientOf, type Recipient, type UnreadRow } from "./notification.ts";

/** Ids are in the order in which notices were made. */
const fields = fieldsOf({ name: "id", kind: "uuid", sql: "n.id", notNull: true });

const listOf = ({ teamId, memberId }: Recipient): ResourceList<ListNotificationsQuery> => ({
  plural: "notifications",
  route: `comms.v1.Notifications/ListNotifications ${memberId}`,
  from: "comms.notifications n",
  item: NOTIFICATION,
  fields,
  order: "id:desc",
  where: (params) => [
    `n.team_id = ${params.add(teamId, "uuid")}`,
    `n.member_id = ${params.add(memberId, "uuid")}`,
    "n.in_app",
  ],
  filters: {
    unread: (text) => `n.read_at is ${text === "true" ? "null" : "not null"}`,
    kind: (text, params) => `n.kind = ${params.add(text, "text")}`,
  },
});

/** Answers one page of the notices to the member who is signed in, newest first, and how many are unread. */
export const listNotifications: Handler<"ListNotifications"> = async ({ query }, call) => {
  const recipient = recipientOf(call.caller);
  const [head, items, tail] = await resourcePage(listOf(recipient), query, call);
  const { unread_count } = one(await call.read<UnreadRow>(countUnread(recipient)));
  const end = Buffer.from(`${String(tail).slice(0, -1)},"unread_count":${unread_count}}`);
  return { body: [head, items, end], headers: { "cache-control": "no-store" } };
};
