import { roles, schemas, type Schema } from "@jst/fleet";
import pg from "pg";
import { type Administrator, administratorOf, modeSentence, settledMode } from "./administrator.ts";
import { platformSql } from "./platform-sql.ts";
import { ensureVector } from "./vector.ts";

export interface BootstrapOptions {
  /**
   * URL of a superuser, or of a role with CREATEROLE and CREATEDB (ADR 44); its database is created if it does not
   * exist.
   */
  connectionString: string;
  /** Role -> password. Every role of the list must have one. */
  passwords: Readonly<Record<string, string>>;
}

// Roles belong to the whole server, so its bootstraps wait for each other in one database that all servers have.
const commonDatabase = "postgres";
/** Advisory lock in that database for logins that create roles. */
export const BOOTSTRAP_LOCK = 4_776_001;

/**
 * Creates database, roles, schemas, privileges and schema platform, or brings them up to date, and answers in a
 * sentence which kind of database it is. Run again, or by several at once, it changes nothing more.
 */
export async function bootstrap(options: BootstrapOptions): Promise<string> {
  const missing = roles.filter((role) => !options.passwords[role]);
  if (missing.length > 0) throw new Error(`No password is given for: ${missing.join(", ")}.`);
  const url = new URL(options.connectionString);
  const database = decodeURIComponent(url.pathname.slice(1));
  url.pathname = `/${commonDatabase}`;
  return withClient(url.href, async (common) => {
    const administrator = await administratorOf(common);
    await common.query("select pg_advisory_lock($1)", [BOOTSTRAP_LOCK]);
    await createDatabase(common, database);
    return withClient(options.connectionString, async (client) => {
      const isLeakproof = await settledMode(client, administrator);
      for (const role of roles) await createRole(common, role, options.passwords[role] ?? "", administrator);
      await fillDatabase(client, database, isLeakproof);
      return [modeSentence(isLeakproof), ...(await ensureVector(client))].join(" ");
    });
  });
}

async function createDatabase(client: pg.Client, name: string): Promise<void> {
  const found = await client.query("select from pg_database where datname = $1", [name]);
  if (found.rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`);
}

async function createRole(
  client: pg.Client,
  role: string,
  password: string,
  administrator: Administrator,
): Promise<void> {
  const name = pg.escapeIdentifier(role);
  const found = await client.query("select from pg_roles where rolname = $1", [role]);
  if (found.rowCount === 0) await client.query(`create role ${name}`);
  // Nobody but a superuser may even say the other three; a role is made without them.
  const others = administrator.isSuperuser ? "nosuperuser nobypassrls noreplication" : "";
  await client.query(
    `alter role ${name} with login nocreatedb nocreaterole ${others} password ${pg.escapeLiteral(password)}`,
  );
  if (!administrator.isSuperuser) await manage(client, role, administrator);
}

/** Lets the administrator make what the role is to own; an error for a role that row-level security does not bind. */
async function manage(client: pg.Client, role: string, administrator: Administrator): Promise<void> {
  const strong = await client.query(
    "select from pg_roles where rolname = $1 and (rolsuper or rolbypassrls or rolreplication)",
    [role],
  );
  if (strong.rowCount !== 0)
    throw new Error(
      `The role ${role} steps over row-level security, which only a superuser can take from it.`,
    );
  const [name, manager] = [role, administrator.name].map(pg.escapeIdentifier);
  await client.query(`grant ${name} to ${manager} with inherit true, set true`);
}

async function fillDatabase(client: pg.Client, database: string, isLeakproof: boolean): Promise<void> {
  await client.query("begin");
  await client.query(`revoke all on database ${pg.escapeIdentifier(database)} from public`);
  await client.query("revoke all on schema public from public");
  for (const { text } of await platformSql(isLeakproof)) await client.query(text);
  await client.query(`grant connect on database ${pg.escapeIdentifier(database)} to ${roles.join(", ")}`);
  await client.query(`grant usage on schema platform to ${roles.join(", ")}`);
  for (const schema of schemas) await client.query(schemaOf(schema));
  await client.query("commit");
}

// Names come from the list of roles, never from outside. TRUNCATE is granted to nobody: it ignores row security.
function schemaOf({ name: service, owner, readers }: Schema): string {
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

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, application_name: "bootstrap" });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
