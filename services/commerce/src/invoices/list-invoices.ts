import type { Field } from "@jst/query";
import type { Handler, ListInvoicesQuery } from "../../gen/rpc.ts";
import { isEqual, listDocuments, TOTAL } from "../documents/document.ts";
import { invoiceJson, overdueIn } from "./invoice.ts";

/** Fields of the list's own. */
export const invoiceFields = [
  { name: "number", kind: "text", sql: "t.number" },
  { name: "due_date", kind: "date", sql: "t.due_date" },
  TOTAL,
] as const satisfies readonly Field[];

/** Answers one page of the team's invoices. */
export const listInvoices: Handler<"ListInvoices"> = (input, call) => {
  const zone = literal(call.caller.team.timezone);
  return listDocuments<ListInvoicesQuery>(["invoices", "Invoices/ListInvoices"], input, call, {
    item: invoiceJson(zone),
    fields: invoiceFields,
    texts: ["t.number", "t.memo"],
    where: ["t.deleted_at is null"],
    filters: {
      status: isEqual("status", "text"),
      source_id: isEqual("source_id", "uuid"),
      overdue: (isOverdue) => (isOverdue ? overdueIn(zone) : `not coalesce(${overdueIn(zone)}, false)`),
    },
  });
};

/** Writes a text of our own as SQL. */
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
