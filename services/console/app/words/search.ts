import type { PageName } from "../paths.ts";

export const SEARCH = {
  opens: "Search",
  hint: "Search (Ctrl+K)",
  label: "Search or do",
  results: "Results",
  page: "Page",
  table: "Table",
  loading: "Searching …",
  none: "Nothing found.",
  failed: (kinds: string) => `Search failed for: ${kinds}.`,
} as const;

/** Names of what is found, by the page of its list. */
export const FOUND: Readonly<Partial<Record<PageName, string>>> = {
  tables: "Row",
  contacts: "Contact",
  articles: "Article",
  bases: "Knowledge base",
  files: "File",
  forms: "Form",
  invoices: "Invoice",
  bookings: "Booking",
};
