import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after } from "node:test";
import type { SchemaName } from "@jst/fleet";
import { migrationsOf } from "./test-database.ts";

/**
 * Makes folders of a test's own with the service's migrations up to a number (`0012`), as an older version had them.
 */
export async function migrationsUpTo(service: SchemaName): Promise<(last: string) => Promise<string>> {
  const copies = await mkdtemp(path.join(tmpdir(), "migrations-"));
  after(() => rm(copies, { recursive: true }));
  return async (last) => {
    const folder = path.join(copies, last);
    const isOlder = (file: string) => !file.endsWith(".sql") || path.basename(file).slice(0, 4) <= last;
    await cp(migrationsOf(service), folder, { recursive: true, filter: isOlder });
    return folder;
  };
}
