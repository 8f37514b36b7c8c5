import { fieldsOf, resourcePage, type ResourceList } from "@jst/query";
import type { Handler, ListSubscriptionsQuery } from "../../gen/rpc.ts";
import { documentFilters, isEqual } from "../documents/document.ts";
import { SUBSCRIPTION } from "./subscription.ts";

const fields = fieldsOf(
  { name: "created_at", kind: "datetime", sql: "t.created_at", notNull: true },
  { name: "updated_at", kind: "datetime", sql: "t.updated_at", notNull: true },
  { name: "total", kind: "number", sql: "t.total", notNull: true },
  { name: "current_period_end", kind: "datetime", sql: "t.current_period_end" },
  { name: "id", kind: "uuid", sql: "t.id", notNull: true, sort: false },
);

/** Answers one page of the team's subscriptions; an id that names nothing finds nothing. */
export const listSubscriptions: Handler<"ListSubscriptions"> = async ({ query }, call) => ({
  body: await resourcePage(subscriptionList(call.caller.team_id), query, call),
});

const subscriptionList = (teamId: string): ResourceList<ListSubscriptionsQuery> => ({
  plural: "subscriptions",
  route: "commerce.v1.Subscriptions/ListSubscriptions",
  from: "commerce.subscriptions t",
  item: SUBSCRIPTION,
  fields,
  texts: ["t.memo"],
  where: (params) => [`t.team_id = ${params.add(teamId, "uuid")}`],
  filters: { ...documentFilters, status: isEqual("status", "text") },
});
