// A process whose write holds a lock longer than any test lasts, for the test that kills it: holding-main.ts URL LOCK
import { teamContext } from "@jst/testing";
import { Database } from "../index.ts";

const [connectionString = "", lock = ""] = process.argv.slice(2);
const database = new Database({
  connectionString,
  poolSize: 1,
  applicationName: "holding",
  changesetPrefix: "crm",
});
await database.write({ ...teamContext(), timeoutMs: 600_000 }, async (tx) => {
  await tx.query({ text: "select pg_advisory_xact_lock($1)", values: [lock] });
  process.send?.("holding");
  return tx.query({ text: "select pg_sleep(600)", values: [] });
});
