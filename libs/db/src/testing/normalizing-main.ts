// A process that walks the texts of a team, for the test that kills it: node normalizing-main.ts URL TEAM
import { Database, normalizeTeam } from "../index.ts";

const [connectionString = "", teamId = ""] = process.argv.slice(2);
const database = new Database({
  connectionString,
  poolSize: 2,
  applicationName: "normalizing",
  changesetPrefix: "crm",
});
await normalizeTeam({ database, schema: "crm", texts: { exact: {} }, teamId });
await database.close();
process.disconnect();
