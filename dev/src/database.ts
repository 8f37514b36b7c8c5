import { existsSync } from "node:fs";
import path from "node:path";
import { bootstrap, migrate, services } from "@jst/db";
import { roleUrl, superuserUrl } from "./components/postgres.ts";
import type { Fleet } from "./component.ts";
import { repository } from "./config.ts";
import type { Progress } from "./progress.ts";

/** Brings roles, schemas and every service's tables up to date. */
export async function prepareDatabase(fleet: Fleet, progress: Progress): Promise<void> {
  const { rolePasswords } = fleet.secrets;
  await progress.step("preparing the database", () =>
    bootstrap({ connectionString: superuserUrl(fleet, "jst"), passwords: rolePasswords }),
  );
  await Promise.all(services.map(({ service }) => migrateService(service, fleet, progress)));
}

async function migrateService(service: string, fleet: Fleet, progress: Progress): Promise<void> {
  const directory = path.join(repository, "services", service, "migrations");
  if (!existsSync(directory)) return;
  await progress.step(`migrating ${service}`, async () => {
    await migrate({ service, directory, connectionString: roleUrl(fleet, `${service}_owner`) });
  });
}
