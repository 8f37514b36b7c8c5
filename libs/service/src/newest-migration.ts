import { readdirSync } from "node:fs";
import path from "node:path";

/** Name of the last of a folder's migrations, as the table of those that have run has it: 0007_views. */
export function newestMigration(folder: URL): string {
  const files = readdirSync(folder).filter((file) => /^\d{4}_.*\.sql$/.test(file));
  const newest = files.sort().at(-1);
  if (newest === undefined) throw new Error(`There is no migration in ${folder.pathname}.`);
  return path.basename(newest, ".sql");
}
