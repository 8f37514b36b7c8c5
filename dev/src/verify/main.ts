// The static checks: main.ts. Prints each with its time; the output of a check is shown when it fails.
import { availableParallelism } from "node:os";
import { repository, readSettings } from "../config.ts";
import { run } from "../process/run.ts";
import { createProgress } from "../progress.ts";
import { checks, notePrefix, type Check } from "./checks.ts";

const { cacheDir } = readSettings();
const progress = createProgress();
const env = { ...process.env, JST_CACHE: cacheDir };

async function passes(check: Check): Promise<boolean> {
  try {
    await progress.step(check.name, async () => {
      const [command, ...args] = await check.command(cacheDir);
      const printed = await run(command, args, { cwd: repository, env, shownChars: 100_000 });
      for (const line of printed.split("\n"))
        if (line.startsWith(notePrefix)) progress.note(`${check.name}: ${line.slice(notePrefix.length)}`);
    });
    return true;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return false;
  }
}

/** Every check runs, so one run shows everything there is to repair. */
async function worker(queue: Iterator<Check> & Iterable<Check>, failed: string[]): Promise<void> {
  for (const check of queue) if (!(await passes(check))) failed.push(check.name);
}

const failed: string[] = [];
const queue = checks.values();
await Promise.all(Array.from({ length: availableParallelism() }, () => worker(queue, failed)));
if (failed.length > 0) {
  process.stderr.write(`Failed: ${failed.join(", ")}.\n`);
  process.exitCode = 1;
}
