import { createContext, useContext } from "react";
import type { PageName } from "../paths.ts";

/** Kind of imports, by the service that takes them. */
export type Kind = "data" | "contacts";

const Kinds = createContext<Kind>("data");

/** Names the kind of the imports on the pages below. */
export const KindOfImports = Kinds.Provider;

/** The kind of the imports on this page: into tables without a provider. */
export const useKind = (): Kind => useContext(Kinds);

/** Routes of the API for each kind. */
export const ROUTES = {
  data: {
    all: "/api/v1/data/imports",
    uploads: "/api/v1/data/imports/uploads",
    one: "/api/v1/data/imports/{import_id}",
    check: "/api/v1/data/imports/{import_id}/check",
    run: "/api/v1/data/imports/{import_id}/run",
    cancel: "/api/v1/data/imports/{import_id}/cancel",
    rows: "/api/v1/data/imports/{import_id}/rows",
  },
  contacts: {
    all: "/api/v1/contacts/imports",
    uploads: "/api/v1/contacts/imports/uploads",
    one: "/api/v1/contacts/imports/{contact_import_id}",
    check: "/api/v1/contacts/imports/{contact_import_id}/check",
    run: "/api/v1/contacts/imports/{contact_import_id}/run",
    cancel: "/api/v1/contacts/imports/{contact_import_id}/cancel",
    rows: "/api/v1/contacts/imports/{contact_import_id}/rows",
  },
} as const;

/** Fields of the path of an import of either kind; each route takes its own. */
export const pathOfImport = (id: string) => ({ import_id: id, contact_import_id: id });

/** Page with the imports of each kind, and page with what they change. */
export const PAGES: Readonly<Record<Kind, { list: PageName; changed: PageName }>> = {
  data: { list: "imports", changed: "tables" },
  contacts: { list: "contactImports", changed: "contacts" },
};
