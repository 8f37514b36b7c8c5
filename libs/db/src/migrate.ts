import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { MigrationBuilder, RunnerOption } from "node-pg-migrate";
import pg from "pg";
import { isLeakproof, withOperatorClasses } from "./operator-classes.ts";

/** Options of the migration of one service's schema. */
export interface MigrateOptions {
  /** Schema, and name of the runtime role. */
  service: string;
  /** Folder of `0001_name.sql` files. */
  directory: string;
  /** URL of the role `<service>_owner`. */
  connectionString: string;
  /** One line per migration that ran. */
  log?: (line: string) => void;
}

/** A migration that waits longer than this for a table's lock fails rather than stopping the service's traffic. */
const lockTimeoutMs = 5_000;

/**
 * Applies the migrations that have not run, each in its own transaction, and answers their names. Several at once
 * wait for each other; run again it does nothing.
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const { service, directory, connectionString, log = () => undefined } = options;
  // Loaded by migrations alone: a running service does not need it, and it is a tenth of its code.
  const { runner } = await import("node-pg-migrate");
  const client = new pg.Client({ connectionString, application_name: `${service}-migrate` });
  await client.connect();
  try {
    await client.query(`set lock_timeout = ${lockTimeoutMs}`);
    const applied = await runner({
      dbClient: client,
      dir: directory,
      ignorePattern: "(?!\\d{4}_[a-z0-9_]+\\.sql$).*",
      migrationLoaderStrategies: loadingFor(await isLeakproof(client)),
      direction: "up",
      schema: [service, "platform"],
      migrationsSchema: service,
      migrationsTable: "migrations",
      advisoryLockMode: "wait",
      lockValue: lockOf(service),
      logger: quiet,
    });
    // Only after an applied migration: two concurrent revokes collide on the catalog's row.
    if (applied.length > 0) await protectHistory(client, service);
    const names = applied.map((migration) => migration.name);
    for (const migration of names) log(`${service}: ${migration}`);
    return names;
  } finally {
    await client.end();
  }
}

/** Reads migrations with the operator classes that the database has. */
function loadingFor(hasOwnClasses: boolean): NonNullable<RunnerOption["migrationLoaderStrategies"]> {
  const load = async (file: string) => {
    const sql = withOperatorClasses(await readFile(file, "utf8"), hasOwnClasses);
    const up = (builder: MigrationBuilder) => builder.sql(sql);
    return { id: file, filePaths: [file], actions: { up, down: false as const } };
  };
  return [{ extensions: [".sql"], loader: (files) => Promise.all(files.map(load)) }];
}

/** Lets the runtime role read how far its schema is, and not rewrite it. */
async function protectHistory(client: pg.Client, service: string): Promise<void> {
  const name = pg.escapeIdentifier(service);
  await client.query(`revoke insert, update, delete on ${name}.migrations from ${name}`);
}

const silent = (): void => undefined;
const quiet = { debug: silent, info: silent, warn: silent, error: silent };

function lockOf(service: string): number {
  return createHash("sha256").update(`migrate ${service}`).digest().readUInt32BE();
}
