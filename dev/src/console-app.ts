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

/** Purpose of a build: images leave out the page of all parts (console.design). */
export type ConsoleMode = "development" | "production";

/** Builds the app of the console, unless it was built from what is there now in this mode. */
export async function ensureConsoleApp(progress: Progress, mode: ConsoleMode): Promise<void> {
  if (isCurrent(mode)) return;
  await mkdir(path.join(repository, ".cache"), { recursive: true });
  await progress.step("building the console", () =>
    // The second of two concurrent commands finds the work done.
    withLock(path.join(repository, ".cache/console.lock"), async () => {
      if (!isCurrent(mode)) await build(mode);
    }),
  );
}

const stampOf = (mode: ConsoleMode): string => `${mode} ${digestOfFiles(repository, sources)}`;

function isCurrent(mode: ConsoleMode): boolean {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === stampOf(mode);
}

async function build(mode: ConsoleMode): Promise<void> {
  // Taken before the sources are read, so that a later edit shows.
  const current = stampOf(mode);
  const vite = path.join(repository, "node_modules/vite/bin/vite.js");
  await run(
    process.execPath,
    [vite, "build", "--mode", mode, "--config", "services/console/vite.config.ts"],
    {
      cwd: repository,
    },
  );
  await writeFile(stamp, current);
}
