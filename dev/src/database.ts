import path from "node:path";
import { bootstrap, createVector, migrate } from "@jst/db";
import { schemas, type Schema } from "@jst/fleet";
import { roleUrl, superuserUrl } from "./components/postgres.ts";
import type { Fleet } from "./component.ts";
import { repository } from "./config.ts";
import { databaseMaker } from "./database-maker.ts";
import { OperatorError } from "./operator-error.ts";
import type { Progress } from "./progress.ts";
import { waitForAll } from "./wait-for-all.ts";

/** Brings roles, schemas and every service's tables up to date. */
export async function prepareDatabase(fleet: Fleet, progress: Progress): Promise<void> {
  const { rolePasswords } = fleet.secrets;
  await progress.step("preparing the database", async () => {
    await bootstrap({ connectionString: await databaseMaker(fleet), passwords: rolePasswords });
    // As the vendor of a managed server lets its customers do, or does for them.
    await createVector(superuserUrl(fleet, "jst"));
  });
  await waitForAll(schemas.map((schema) => migrateSchema(schema, fleet, progress)));
}

async function migrateSchema(
  { name: service, owner }: Schema,
  fleet: Fleet,
  progress: Progress,
): Promise<void> {
  const directory = path.join(repository, "services", service, "migrations");
  await progress.step(`migrating ${service}`, async () => {
    const connectionString = roleUrl(fleet, owner);
    await migrate({ service, directory, connectionString }).catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new OperatorError(`The migrations of ${service} fail (${reason}); see ${directory}.`, { cause });
    });
  });
}
