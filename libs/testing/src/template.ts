import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { bootstrap, createVector, migrate, platformSql } from "@jst/db";
import { roles, type SchemaName } from "@jst/fleet";
import type pg from "pg";
import { addressOf, withClient } from "./server.ts";
import { isWithoutSuperuser, makeAdministrator } from "./without-superuser.ts";

/** Password of every role of a test server. */
export const testPassword = "test";

const lockKey = 4_776_002;

/**
 * Returns the name of an empty database with the service's schema, or without it if no migrations are given. It is made
 * once per state of the migrations, however many processes ask at once. It accepts no connections and serves as a
 * template.
 */
export async function templateOf(service: SchemaName, migrations?: string): Promise<string> {
  const name = `template_${service}_${await fingerprint(migrations)}`;
  await withClient(addressOf("postgres"), async (client) => {
    await refuseFleet(client);
    await client.query("select pg_advisory_lock($1)", [lockKey]);
    // Marked as a template only when whole: a half-built one is built again.
    const whole = await client.query("select from pg_database where datname = $1 and datistemplate", [name]);
    if (whole.rowCount !== 0) return;
    await client.query(`drop database if exists ${name} with (force)`);
    await build(name, service, migrations);
    await client.query(`alter database ${name} with is_template true allow_connections false`);
  });
  return name;
}

async function build(name: string, service: SchemaName, migrations?: string): Promise<void> {
  const passwords = Object.fromEntries(roles.map((role) => [role, testPassword]));
  const login = isWithoutSuperuser() ? await makeAdministrator() : undefined;
  await bootstrap({ connectionString: addressOf(name, login), passwords });
  if (login !== undefined) await createVector(addressOf(name));
  if (migrations === undefined) return;
  const owner = { role: `${service}_owner`, password: testPassword };
  await migrate({ service, directory: migrations, connectionString: addressOf(name, owner) });
}

// The tests set the passwords of the platform's roles, which would lock a fleet on the same server out.
async function refuseFleet(client: pg.Client): Promise<void> {
  const found = await client.query("select from pg_database where datname = 'jst'");
  if (found.rowCount !== 0) {
    throw new Error(
      "TEST_POSTGRES_URL points at the server of a fleet (it has a database jst); give another one.",
    );
  }
}

async function fingerprint(migrations?: string): Promise<string> {
  const hash = createHash("sha256").update(roles.join());
  const files = [...(await platformSql(!isWithoutSuperuser())), ...(await filesOf(migrations))];
  for (const { name, text } of files) hash.update(name).update(text);
  return hash.digest("hex").slice(0, 12);
}

async function filesOf(directory?: string): Promise<{ name: string; text: string }[]> {
  if (directory === undefined) return [];
  const names = (await readdir(directory)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => ({ name, text: await readFile(join(directory, name), "utf8") })),
  );
}
