import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { repository } from "./config.ts";
import { run } from "./process/run.ts";
import type { Progress } from "./progress.ts";

/** Installs the locked packages of a folder that has a lock file of its own, unless they are there already. */
export async function ensurePackages(folder: string, purpose: string, progress: Progress): Promise<void> {
  const directory = path.join(repository, folder);
  if (isInstalled(directory)) return;
  await progress.step(`installing the packages of ${purpose}`, () =>
    run(
      "npm",
      ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"],
      { cwd: directory },
    ),
  );
}

/** npm writes its own record last, so a cut-off installation never looks like a whole one. */
function isInstalled(directory: string): boolean {
  const record = path.join(directory, "node_modules/.package-lock.json");
  if (!existsSync(record)) return false;
  return statSync(record).mtimeMs >= statSync(path.join(directory, "package-lock.json")).mtimeMs;
}
