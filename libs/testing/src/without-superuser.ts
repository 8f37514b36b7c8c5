import { BOOTSTRAP_LOCK } from "@jst/db";
import { roles } from "@jst/fleet";
import { addressOf, withClient } from "./server.ts";

/**
 * The login that makes databases of tests where no superuser does: it may make roles and databases, and nothing else.
 */
export const administrator = { role: "test_administrator", password: "test" };

/**
 * Whether databases of tests are made without a superuser, as on a managed server (ADR 44). Any test runs on such a one
 * with TEST_WITHOUT_SUPERUSER=1.
 */
export function isWithoutSuperuser(): boolean {
  return process.env.TEST_WITHOUT_SUPERUSER === "1";
}

/**
 * Makes that login, the one administrator of the platform's roles, which superusers' bootstraps may have made on this
 * server; on a server of its own it makes them itself (dev/src/managed-database.test.ts).
 */
export async function makeAdministrator(): Promise<typeof administrator> {
  const { role, password } = administrator;
  await withClient(addressOf("postgres"), async (client) => {
    await client.query("select pg_advisory_lock($1)", [BOOTSTRAP_LOCK]);
    const known = async (name: string) =>
      (await client.query("select from pg_roles where rolname = $1", [name])).rowCount !== 0;
    if (!(await known(role)))
      await client.query(`create role ${role} login createrole createdb password '${password}'`);
    for (const name of roles) {
      if (!(await known(name))) await client.query(`create role ${name}`);
      await client.query(`grant ${name} to ${role} with admin option`);
    }
  });
  return administrator;
}
