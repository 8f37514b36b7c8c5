import type { Handler, ListQuotesQuery } from "../../gen/rpc.ts";
import { listDocuments, timeField, TOTAL } from "../documents/document.ts";
import { QUOTE_JSON, STATUS } from "./quote.ts";

/** Answers one page of the team's quotes. */
export const listQuotes: Handler<"ListQuotes"> = (input, call) =>
  listDocuments<ListQuotesQuery>(["quotes", "Quotes/ListQuotes"], input, call, {
    item: QUOTE_JSON,
    fields: [{ name: "number", kind: "text", sql: "t.number" }, timeField("expires_at"), TOTAL],
    texts: ["t.number", "t.memo"],
    where: ["t.deleted_at is null"],
    filters: { status: (status, params) => `${STATUS} = ${params.add(status, "text")}` },
  });
