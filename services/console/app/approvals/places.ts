import type { Schemas } from "../api.ts";
import { pathOf, rowPath, type PageName } from "../paths.ts";
import { APPROVALS } from "../words/approvals.ts";

/** Pages of the things that changes are about, by resource. */
const PAGES: Readonly<Record<string, PageName>> = {
  contacts: "contacts",
  tables: "tables",
  forms: "forms",
  files: "files",
  articles: "articles",
  bases: "bases",
  bookings: "bookings",
  event_types: "eventTypes",
  invoices: "invoices",
  quotes: "quotes",
  subscriptions: "subscriptions",
  messages: "messages",
  templates: "templates",
  packets: "reviews",
  webhooks: "webhooks",
};

/** Address of the page of a thing, and the words of its link. */
interface Place {
  path: string;
  opens: string;
}

/** Returns where a thing that a change is about stands, of a row beside its table; undefined without a page. */
export function placeOf({
  resource,
  id,
  before,
}: Pick<Schemas["ChangesetOperation"], "resource" | "id" | "before">): Place | undefined {
  if (before === null || id === undefined) return undefined;
  const { table_id: table } = before as Partial<Record<string, unknown>>;
  if (resource === "rows" && typeof table === "string")
    return { path: rowPath(table, id), opens: APPROVALS.openRow };
  const page = Object.hasOwn(PAGES, resource) ? PAGES[resource] : undefined;
  return page === undefined ? undefined : { path: pathOf(page, id), opens: APPROVALS.openRecord };
}
