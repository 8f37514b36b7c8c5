import { answered } from "@jst/client";
import { api } from "../api.ts";
import { contactName } from "../parts/contact-names.ts";
import { pathOf, rowPath, type PageName } from "../paths.ts";
import { MONEY } from "../words/money.ts";

/** Something that the search leads to. */
export interface Found {
  /** Address of its page. */
  to: string;
  name: string;
  /** Its kind, in words. */
  about: string;
  /** When it is, if that distinguishes it from others of the same name. */
  start?: string;
}

/** A list that the search asks, by the page of the list. */
export interface SearchSource {
  page: PageName;
  /** A module without which the list cannot be asked, besides that of its page. */
  module?: string;
  find: (q: string) => Promise<readonly Omit<Found, "about">[]>;
}

const OF_A_SOURCE = 5;

const queryOf = (q: string) => ({ params: { query: { q, limit: OF_A_SOURCE } } });
const at = (page: PageName, id: string, name: string | null) => ({
  to: pathOf(page, id),
  name: name ?? "",
});

/** The lists that find by a text. */
export const SOURCES: readonly SearchSource[] = [
  {
    page: "tables",
    module: "context",
    find: async (q) => {
      const body = { query: q, sources: ["tables" as const], mode: "text" as const, limit: OF_A_SOURCE };
      const { results } = await answered(api.POST("/api/v1/context", { body }));
      return results.map(({ id, title, ref }) => ({
        to: rowPath(ref.table_id ?? "", id),
        name: title,
      }));
    },
  },
  {
    page: "contacts",
    find: async (q) =>
      (await answered(api.GET("/api/v1/contacts", queryOf(q)))).contacts.map((one) =>
        at("contacts", one.id, contactName(one)),
      ),
  },
  {
    page: "articles",
    find: async (q) =>
      (await answered(api.GET("/api/v1/articles", queryOf(q)))).articles.map(({ id, title }) =>
        at("articles", id, title),
      ),
  },
  {
    page: "bases",
    find: async (q) =>
      (await answered(api.GET("/api/v1/bases", queryOf(q)))).bases.map(({ id, name }) =>
        at("bases", id, name),
      ),
  },
  {
    page: "files",
    find: async (q) =>
      (await answered(api.GET("/api/v1/files", queryOf(q)))).files.map(({ id, name }) =>
        at("files", id, name),
      ),
  },
  {
    page: "forms",
    find: async (q) =>
      (await answered(api.GET("/api/v1/forms", queryOf(q)))).forms.map(({ slug, title }) =>
        at("forms", slug, title),
      ),
  },
  {
    page: "invoices",
    find: async (q) =>
      (await answered(api.GET("/api/v1/commerce/invoices", queryOf(q)))).invoices.map(({ id, number }) =>
        at("invoices", id, number ?? MONEY.withoutNumber),
      ),
  },
  {
    page: "bookings",
    find: async (q) =>
      (await answered(api.GET("/api/v1/scheduling/bookings", queryOf(q)))).bookings.map(
        ({ id, attendee, start }) => ({ ...at("bookings", id, attendee.name), start }),
      ),
  },
];
