import { Client } from "pg";
import { administrator, administratorUrl, superuserUrl } from "./components/postgres.ts";
import type { Fleet } from "./component.ts";
import { wantsNoSuperuser } from "./config.ts";
import { OperatorError } from "./operator-error.ts";

/**
 * Returns the URL of the login that creates the fleet's database, for the bootstrap. It is the superuser, or a login
 * with CREATEROLE and CREATEDB alone, which this server gets as a managed one has it. The login that created the
 * database upgrades it.
 */
export async function databaseMaker(fleet: Fleet): Promise<string> {
  const client = new Client({ connectionString: superuserUrl(fleet, "postgres") });
  await client.connect();
  try {
    const owner = await ownerOfDatabase(client);
    if (owner !== undefined && owner !== administrator && wantsNoSuperuser()) {
      throw new OperatorError(
        `The login ${owner} has made this fleet's database, and keeps it: run \`make reset\`, or use another JST_STATE.`,
      );
    }
    if (owner !== administrator && !wantsNoSuperuser()) return superuserUrl(fleet, "jst");
    await ensureAdministrator(client, fleet.secrets.administratorPassword);
    return administratorUrl(fleet);
  } finally {
    await client.end();
  }
}

async function ownerOfDatabase(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ owner: string }>(
    "select pg_get_userbyid(datdba) as owner from pg_database where datname = 'jst'",
  );
  return rows[0]?.owner;
}

async function ensureAdministrator(client: Client, password: string): Promise<void> {
  const found = await client.query("select from pg_roles where rolname = $1", [administrator]);
  if (found.rowCount === 0) await client.query(`create role ${administrator}`);
  await client.query(
    `alter role ${administrator} with login createrole createdb password ${client.escapeLiteral(password)}`,
  );
}
