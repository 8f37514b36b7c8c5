import { existsSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { digestOfFiles } from "../../libs/contract/src/stamp.ts";
import { repository } from "./config.ts";
import { withLock } from "./lock.ts";
import { run } from "./process/run.ts";
import type { Progress } from "./progress.ts";

/** Sources of the app; types, which the build removes, do not count. */
const sources = [
  "services/console/app",
  "services/console/vite.config.ts",
  "services/console/package.json",
  "libs/client/src",
  "package-lock.json",
];
const stamp = path.join(repository, "services/console/dist/built-from");

/** Builds the app of the console, unless it was built from what is there now. */
export async function ensureConsoleApp(progress: Progress): Promise<void> {
  if (isCurrent()) return;
  await mkdir(path.join(repository, ".cache"), { recursive: true });
  await progress.step("building the console", () =>
    // The second of two concurrent commands finds the work done.
    withLock(path.join(repository, ".cache/console.lock"), async () => {
      if (!isCurrent()) await build();
    }),
  );
}

function isCurrent(): boolean {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === digestOfFiles(repository, sources);
}

async function build(): Promise<void> {
  // Taken before the sources are read, so that a later edit shows.
  const digest = digestOfFiles(repository, sources);
  const vite = path.join(repository, "node_modules/vite/bin/vite.js");
  await run(process.execPath, [vite, "build", "--config", "services/console/vite.config.ts"], {
    cwd: repository,
  });
  await writeFile(stamp, digest);
}
