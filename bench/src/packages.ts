import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { repository } from "../../dev/src/config.ts";
import { run } from "../../dev/src/process/run.ts";
import type { Progress } from "../../dev/src/progress.ts";

/** The peer and its packages, which nothing but the bench needs. */
const directory = path.join(repository, "bench");

/** Installs the locked packages of the bench, unless they are there already. */
export async function ensurePackages(progress: Progress): Promise<void> {
  if (isInstalled()) return;
  await progress.step("installing the packages of the bench", () =>
    run("npm", ["ci", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"], {
      cwd: directory,
    }),
  );
}

/** npm writes its own record last, so a cut-off installation never looks like a whole one. */
function isInstalled(): boolean {
  const record = path.join(directory, "node_modules/.package-lock.json");
  if (!existsSync(record)) return false;
  return statSync(record).mtimeMs >= statSync(path.join(directory, "package-lock.json")).mtimeMs;
}
