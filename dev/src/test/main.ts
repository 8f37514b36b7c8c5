// Runs checks and tests: main.ts [--drills] [--containers] [--changed=REVISION] [PATH…]
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { readSettings, repository } from "../config.ts";
import { withLock } from "../lock.ts";
import { OperatorError } from "../operator-error.ts";
import { ensurePackages } from "../packages.ts";
import { createProgress } from "../progress.ts";
import { writeBatches } from "./batches.ts";
import { baseOf, changedFiles, readPackageGraph, selectTests } from "./changed.ts";
import { withContainers } from "./containers.ts";
import { selectDrills } from "./drills.ts";
import { byNeed, findTestFiles, type TestFiles } from "./files.ts";
import { Parts } from "./parts.ts";
import { withComponents, withFleet, type TestEnvironment } from "./surroundings.ts";
import { TestNotes } from "./test-notes.ts";

const { values: options, positionals: only } = parseArgs({
  allowPositionals: true,
  options: {
    drills: { type: "boolean", default: false },
    containers: { type: "boolean", default: false },
    changed: { type: "string" },
  },
});
/** Tests by programs of others, whose packages nothing else needs. */
const referees = "e2e/referees";
/** Suites that show that the stores in containers equal those of the other tests: one of each. */
const shortProfile = [
  "libs/db/src/database.test.ts",
  "libs/events/src/relay.test.ts",
  "services/auth/src/check/check.test.ts",
];
const settings = readSettings();
const progress = createProgress();
const parts = new Parts();
const testDir = path.join(repository, ".test");
const notes = new TestNotes(path.join(testDir, "notes"));

async function main(): Promise<boolean> {
  const isWhole = only.length === 0 && !options.drills;
  const files = byNeed(await chosenFiles());
  if (options.containers) return onContainers(files.components);
  if (isWhole && !(await parts.measure("static checks", () => runNode(["dev/src/verify/main.ts"], {}))))
    return false;
  // A failure in one half must not hide the other half's.
  const halves = [await onComponents(files), await onFleet(files)];
  if (isWhole && options.changed === undefined)
    halves.push(await parts.measure("containers", shortlyOnContainers), await nameDrills());
  process.stderr.write(`${notes.slowest()}${parts.report()}\n`);
  return !halves.includes(false);
}

/** Finds the files that the command line names. */
async function chosenFiles(): Promise<string[]> {
  const files = findTestFiles(options.drills ? "drill" : "test", only);
  if (options.changed === undefined) return files;
  const base = await baseOf(options.changed);
  const changed = await changedFiles(base);
  const chosen = options.drills
    ? selectDrills(changed, files)
    : selectTests(changed, files, readPackageGraph());
  progress.note(
    `${changed.length} files changed since ${base}: ${chosen.length} of ${files.length} test files`,
  );
  return chosen;
}

async function onComponents({ components }: TestFiles): Promise<boolean> {
  if (components.length === 0) return true;
  const batches = await writeBatches(components, path.join(testDir, "batches"));
  return parts.measure("components", () =>
    withComponents(settings, progress, components, (environment) => runTests(batches, environment, 2)),
  );
}

async function onFleet({ beside, alone }: TestFiles): Promise<boolean> {
  if (beside.length + alone.length === 0) return true;
  if (beside.some((file) => file.startsWith(referees)))
    await ensurePackages(referees, "the referees", progress);
  // The fleet's start counts for the first lane, its end for none.
  const begun = performance.now();
  return withFleet(settings, progress, async (environment) => {
    const isPassed = await parts.measure(
      "fleet, beside one another",
      () => runTests(beside, environment, 2),
      begun,
    );
    return (await parts.measure("fleet, alone", () => runTests(alone, environment, 1))) && isPassed;
  });
}

/** The suites that take stores from their environment, unchanged, on stores in containers. */
async function onContainers(files: readonly string[]): Promise<boolean> {
  return withContainers(settings, progress, (environment) => runTests(files, environment, 2));
}

/** The end of a whole run: a few suites on containers, or a sentence why not. */
async function shortlyOnContainers(): Promise<boolean> {
  try {
    return await onContainers(shortProfile);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    progress.note(`Nothing ran on containers: ${error.message}`);
    return true;
  }
}

/** Says which drills prove what has changed; a tree without a history has none to name. */
async function nameDrills(): Promise<boolean> {
  try {
    const base = await baseOf("");
    const drills = selectDrills(await changedFiles(base), findTestFiles("drill"));
    if (drills.length > 0)
      progress.note(
        `What these drills prove has changed since ${base}; \`make drills CHANGED=1\` runs them: ${drills.join(", ")}`,
      );
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
  }
  return true;
}

async function runTests(
  files: readonly string[],
  environment: TestEnvironment,
  atOnce: number,
): Promise<boolean> {
  if (files.length === 0) return true;
  const options = [`--test-concurrency=${atOnce}`, "--test-timeout=120000", ...notes.reporters()];
  const isPassed = await runNode(["--test", ...options, ...files], environment);
  await notes.collect();
  return isPassed;
}

async function runNode(args: readonly string[], environment: TestEnvironment): Promise<boolean> {
  const env = { ...process.env, JST_CACHE: settings.cacheDir, ...environment };
  const child = spawn(process.execPath, args, { cwd: repository, env, stdio: "inherit" });
  const [code] = (await once(child, "exit")) as [number | null];
  return code === 0;
}

// Ctrl-C ends the tests, which share our terminal; this process lives on to stop the components.
process.on("SIGINT", () => undefined);
try {
  await mkdir(testDir, { recursive: true });
  const isPassed = await withLock(path.join(testDir, "lock"), main);
  process.stderr.write(isPassed ? "Everything passed.\n" : notes.failures());
  process.exitCode = isPassed ? 0 : 1;
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode;
}
