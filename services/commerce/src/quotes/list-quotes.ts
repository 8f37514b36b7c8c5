import type { Field } from "@jst/query";
import type { Handler, ListQuotesQuery } from "../../gen/rpc.ts";
import { listDocuments, timeField, TOTAL } from "../documents/document.ts";
import { QUOTE_JSON, STATUS } from "./quote.ts";

/** Fields of the list's own. */
export const quoteFields = [
  { name: "number", kind: "text", sql: "t.number" },
  timeField("expires_at"),
  TOTAL,
] as const satisfies readonly Field[];

/** Answers one page of the team's quotes. */
export const listQuotes: Handler<"ListQuotes"> = (input, call) =>
  listDocuments<ListQuotesQuery>(["quotes", "Quotes/ListQuotes"], input, call, {
    item: QUOTE_JSON,
    fields: quoteFields,
    texts: ["t.number", "t.memo"],
    where: ["t.deleted_at is null"],
    filters: { status: (status, params) => `${STATUS} = ${params.add(status, "text")}` },
  });
