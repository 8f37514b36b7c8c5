// Builds every image of the fleet from packages alone: main.ts. Answers with their names and sizes.
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { readSettings, repository } from "../config.ts";
import { withLock } from "../lock.ts";
import { OperatorError } from "../operator-error.ts";
import { createProgress } from "../progress.ts";
import { buildImages } from "./build.ts";
import { withEngine } from "./engine.ts";

const settings = readSettings();
const progress = createProgress();
const folder = path.join(repository, ".cache/images");

try {
  await mkdir(folder, { recursive: true });
  await withLock(path.join(folder, "lock"), () =>
    withEngine(path.join(folder, "engine"), progress, async (engine) => {
      const work = path.join(folder, "work");
      await rm(work, { recursive: true, force: true });
      const built = await buildImages(engine, { settings, folder, work, progress });
      await rm(work, { recursive: true, force: true });
      process.stdout.write(`${built}\n`);
    }),
  );
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode;
}
