import { fieldsOf, type Params, type ResourceList, sortText } from "@jst/query";
import { WEBHOOK_JSON } from "./webhook-json.ts";

/** What a caller may name in `filter` and, where it has an order, in `sort`; SQL over the row `e`. */
const fields = fieldsOf(
  { name: "id", kind: "uuid", sql: "e.id", notNull: true },
  { name: "created_at", kind: "datetime", sql: "e.created_at", notNull: true },
  { name: "updated_at", kind: "datetime", sql: "e.updated_at", notNull: true },
  { name: "version", kind: "number", sql: "e.version", notNull: true },
  { name: "url", kind: "text", sql: "e.url", sort: sortText("e.url"), notNull: true },
  { name: "description", kind: "text", sql: "e.description", sort: sortText("e.description") },
  { name: "enabled", kind: "boolean", sql: "e.enabled", notNull: true },
  { name: "events", kind: "multi", sql: "e.events" },
);

/** The endpoints of a team. */
export const webhookList = (teamId: string): ResourceList => ({
  plural: "webhooks",
  route: "webhooks.v1.Webhooks/ListWebhooks",
  from: "webhooks.endpoints e",
  item: WEBHOOK_JSON,
  fields,
  texts: ["e.url", "e.description"],
  where: (params: Params) => [`e.team_id = ${params.add(teamId, "uuid")}`, "e.deleted_at is null"],
});
