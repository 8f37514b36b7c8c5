import { fileURLToPath } from "node:url";

/** Migrations of a small service, for tests of the libraries below the services. Its schema is crm. */
export const notesMigrations = fileURLToPath(new URL("../fixtures/notes", import.meta.url));
