import { fieldsOf, resourcePage, type ResourceList } from "@jst/query";
import type { Handler, ListQuotesQuery } from "../../gen/rpc.ts";
import { documentFilters } from "../documents/document.ts";
import { QUOTE_JSON, STATUS } from "./quote.ts";

const fields = fieldsOf(
  { name: "created_at", kind: "datetime", sql: "t.created_at", notNull: true },
  { name: "updated_at", kind: "datetime", sql: "t.updated_at", notNull: true },
  { name: "number", kind: "text", sql: "t.number" },
  { name: "expires_at", kind: "datetime", sql: "t.expires_at", notNull: true },
  { name: "total", kind: "number", sql: "t.total", notNull: true },
  { name: "id", kind: "uuid", sql: "t.id", notNull: true, sort: false },
);

/** Answers one page of the team's quotes; an id that names nothing finds nothing. */
export const listQuotes: Handler<"ListQuotes"> = async ({ query }, call) => ({
  body: await resourcePage(quoteList(call.caller.team_id), query, call),
});

const quoteList = (teamId: string): ResourceList<ListQuotesQuery> => ({
  plural: "quotes",
  route: "commerce.v1.Quotes/ListQuotes",
  from: "commerce.quotes t",
  item: QUOTE_JSON,
  fields,
  texts: ["t.number", "t.memo"],
  where: (params) => [`t.team_id = ${params.add(teamId, "uuid")}`, "t.deleted_at is null"],
  filters: {
    ...documentFilters,
    status: (status, params) => `${STATUS} = ${params.add(status, "text")}`,
  },
});
