import { fieldsOf, resourcePage, type ResourceList } from "@jst/query";
import type { Handler, ListCheckoutsQuery } from "../../gen/rpc.ts";
import { CHECKOUT_JSON, STATUS } from "./checkout.ts";
import { documentFilters } from "../documents/document.ts";

const fields = fieldsOf(
  { name: "created_at", kind: "datetime", sql: "t.created_at", notNull: true },
  { name: "updated_at", kind: "datetime", sql: "t.updated_at", notNull: true },
  { name: "total", kind: "number", sql: "t.total", notNull: true },
  { name: "expires_at", kind: "datetime", sql: "t.expires_at", notNull: true },
  { name: "id", kind: "uuid", sql: "t.id", notNull: true, sort: false },
);

/** Answers one page of the team's checkouts; an id that names nothing finds nothing. */
export const listCheckouts: Handler<"ListCheckouts"> = async ({ query }, call) => ({
  body: await resourcePage(checkoutList(call.caller.team_id), query, call),
});

const checkoutList = (teamId: string): ResourceList<ListCheckoutsQuery> => ({
  plural: "checkouts",
  route: "commerce.v1.Checkouts/ListCheckouts",
  from: "commerce.checkouts t",
  item: CHECKOUT_JSON,
  fields,
  texts: ["t.memo"],
  where: (params) => [`t.team_id = ${params.add(teamId, "uuid")}`],
  filters: {
    ...documentFilters,
    status: (status, params) => `${STATUS} = ${params.add(status, "text")}`,
  },
});
