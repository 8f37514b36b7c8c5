/** What every test of a service starts with. */
export { testDatabase, type TestDatabase, type TestDatabaseOptions } from "./test-database.ts";
export { addressOf, testServer, withClient } from "./server.ts";
export { teamContext } from "./team-context.ts";
export { notesMigrations } from "./notes.ts";
