import { readdir, readFile } from "node:fs/promises";
import pg from "pg";
import { roles, services } from "./roles.ts";

/** What the superuser's bootstrap needs. */
export interface BootstrapOptions {
  /** A superuser's; its database is created when it does not exist. */
  connectionString: string;
  /** Role -> password. Every role of the list must have one. */
  passwords: Readonly<Record<string, string>>;
}

/** SQL of schema platform: what only a superuser may create, and what every service's migrations build upon. */
export const platformSql = new URL("../sql/", import.meta.url);

// Roles belong to the whole server, so its bootstraps wait for each other in one database that all servers have.
const commonDatabase = "postgres";
const lockKey = 4_776_001;

/**
 * Creates database, roles, schemas, privileges and schema platform, or brings them up to date. Run again, or by
 * several at once, it changes nothing more.
 */
export async function bootstrap(options: BootstrapOptions): Promise<void> {
  const missing = roles.filter((role) => !options.passwords[role]);
  if (missing.length > 0) throw new Error(`No password is given for: ${missing.join(", ")}.`);
  const url = new URL(options.connectionString);
  const database = decodeURIComponent(url.pathname.slice(1));
  url.pathname = `/${commonDatabase}`;
  await withClient(url.href, async (common) => {
    await requireSuperuser(common);
    await common.query("select pg_advisory_lock($1)", [lockKey]);
    await createDatabase(common, database);
    for (const role of roles) await createRole(common, role, options.passwords[role] ?? "");
    await withClient(options.connectionString, (client) => fillDatabase(client, database));
  });
}

async function requireSuperuser(client: pg.Client): Promise<void> {
  const found = await client.query("select from pg_roles where rolname = current_user and rolsuper");
  if (found.rowCount === 0)
    throw new Error(
      "The login of the bootstrap is no superuser; a server that has none cannot hold the database.",
    );
}

async function createDatabase(client: pg.Client, name: string): Promise<void> {
  const found = await client.query("select from pg_database where datname = $1", [name]);
  if (found.rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`);
}

async function createRole(client: pg.Client, role: string, password: string): Promise<void> {
  const name = pg.escapeIdentifier(role);
  const found = await client.query("select from pg_roles where rolname = $1", [role]);
  if (found.rowCount === 0) await client.query(`create role ${name}`);
  await client.query(
    `alter role ${name} with login nosuperuser nobypassrls nocreatedb nocreaterole noreplication
       password ${pg.escapeLiteral(password)}`,
  );
}

async function fillDatabase(client: pg.Client, database: string): Promise<void> {
  await client.query("begin");
  await client.query(`revoke all on database ${pg.escapeIdentifier(database)} from public`);
  await client.query("revoke all on schema public from public");
  for (const file of (await readdir(platformSql)).filter((name) => name.endsWith(".sql")).sort()) {
    await client.query(await readFile(new URL(file, platformSql), "utf8"));
  }
  await client.query(`grant connect on database ${pg.escapeIdentifier(database)} to ${roles.join(", ")}`);
  await client.query(`grant usage on schema platform to ${roles.join(", ")}`);
  for (const { service, readers } of services) await client.query(schemaOf(service, readers));
  await client.query("commit");
}

// Names come from the list of roles, never from outside. TRUNCATE is granted to nobody: it ignores row security.
function schemaOf(service: string, readers: readonly string[]): string {
  const owner = `${service}_owner`;
  const inSchema = `alter default privileges for role ${owner} in schema ${service}`;
  // The owner may hand what it makes to a reader.
  const members = readers.map((reader) => `grant ${reader} to ${owner};`);
  return `
    ${members.join(" ")}
    create schema if not exists ${service} authorization ${owner};
    grant usage on schema ${service} to ${[service, ...readers].join(", ")};
    ${inSchema} grant select, insert, update, delete on tables to ${service};
    ${inSchema} grant usage, select on sequences to ${service};
    ${[owner, service, ...readers].map((role) => `alter role ${role} set search_path = ${service}, platform;`).join(" ")}
  `;
}

async function withClient(
  connectionString: string,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: "bootstrap" });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
