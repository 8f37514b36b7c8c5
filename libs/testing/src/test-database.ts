import { randomBytes } from "node:crypto";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import type { SchemaName } from "@jst/fleet";
import { addressOf, withClient } from "./server.ts";
import { templateOf, testPassword } from "./template.ts";
import { administrator, isWithoutSuperuser } from "./without-superuser.ts";

/** A database of its own for one test file, with the service's schema and no rows. */
export interface TestDatabase {
  /** Connection string of the service's runtime role, as the service has it. */
  url: string;
  /** URL of the role that owns the schema. */
  ownerUrl: string;
  /** URL of a superuser, who sees every team's rows. */
  superuserUrl: string;
  /** URL of the login that created it: the superuser's, or the administrator's. */
  makerUrl: string;
  /** Returns the URL of a role of the platform, such as auth_lookup. */
  urlOf(role: string): string;
}

/** Differences from the service's own migrations. */
export interface TestDatabaseOptions {
  /** Folder of migrations; the service's own by default. */
  migrations?: string;
}

/**
 * Clones the service's schema for one test file and drops it after the file's last test, whatever is still
 * connected. Call it at the top of the file.
 */
export async function testDatabase(
  service: SchemaName,
  options: TestDatabaseOptions = {},
): Promise<TestDatabase> {
  return clone(service, await templateOf(service, options.migrations ?? migrationsOf(service)));
}

/** The same before any migration: roles, schemas and schema platform alone. */
export async function emptyDatabase(service: SchemaName): Promise<TestDatabase> {
  return clone(service, await templateOf(service));
}

/** Folder of a service's migrations. */
export function migrationsOf(service: SchemaName): string {
  return fileURLToPath(new URL(`../../../services/${service}/migrations`, import.meta.url));
}

async function clone(service: SchemaName, template: string): Promise<TestDatabase> {
  const name = `test_${service}_${randomBytes(6).toString("hex")}`;
  const run = (sql: string) => withClient(addressOf("postgres"), (client) => client.query(sql));
  const maker = isWithoutSuperuser() ? administrator : undefined;
  await run(`create database ${name} template ${template} ${maker ? `owner ${maker.role}` : ""}`);
  after(async () => {
    await run(`drop database ${name} with (force)`);
  });
  const urlOf = (role: string) => addressOf(name, { role, password: testPassword });
  return {
    url: urlOf(service),
    ownerUrl: urlOf(`${service}_owner`),
    superuserUrl: addressOf(name),
    makerUrl: addressOf(name, maker),
    urlOf,
  };
}
