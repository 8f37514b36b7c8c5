import { fieldsOf, resourcePage, type ResourceList } from "@jst/query";
import type { Handler, ListInvoicesQuery } from "../../gen/rpc.ts";
import { documentFilters, isEqual } from "../documents/document.ts";
import { invoiceJson, overdueIn } from "./invoice.ts";

const fields = fieldsOf(
  { name: "created_at", kind: "datetime", sql: "t.created_at", notNull: true },
  { name: "updated_at", kind: "datetime", sql: "t.updated_at", notNull: true },
  { name: "number", kind: "text", sql: "t.number" },
  { name: "due_date", kind: "date", sql: "t.due_date" },
  { name: "total", kind: "number", sql: "t.total", notNull: true },
  { name: "id", kind: "uuid", sql: "t.id", notNull: true, sort: false },
);

/** Answers one page of the team's invoices; an id that names nothing finds nothing. */
export const listInvoices: Handler<"ListInvoices"> = async ({ query }, call) => {
  const { team_id: teamId, team } = call.caller;
  return { body: await resourcePage(invoiceList(teamId, team.timezone), query, call) };
};

/** A text of ours as SQL has it. */
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

function invoiceList(teamId: string, timezone: string): ResourceList<ListInvoicesQuery> {
  const zone = literal(timezone);
  return {
    plural: "invoices",
    route: "commerce.v1.Invoices/ListInvoices",
    from: "commerce.invoices t",
    item: invoiceJson(zone),
    fields,
    texts: ["t.number", "t.memo"],
    where: (params) => [`t.team_id = ${params.add(teamId, "uuid")}`, "t.deleted_at is null"],
    filters: {
      ...documentFilters,
      status: isEqual("status", "text"),
      source_id: isEqual("source_id", "uuid"),
      overdue: (isOverdue) => (isOverdue ? overdueIn(zone) : `not coalesce(${overdueIn(zone)}, false)`),
    },
  };
}
