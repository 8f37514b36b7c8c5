// Runs every check and test, or the tests of some paths: main.ts [PATH…]
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { readSettings, repository } from "../config.ts";
import { withLock } from "../lock.ts";
import { OperatorError } from "../operator-error.ts";
import { ensurePackages } from "../packages.ts";
import { createProgress } from "../progress.ts";
import { withContainers } from "./containers.ts";
import { findTestFiles } from "./files.ts";
import { withComponents, withFleet, type TestEnvironment } from "./surroundings.ts";

/** Tests by programs of others, whose packages nothing else needs. */
const referees = "e2e/referees";
const isOnContainers = process.argv.includes("--containers");
const only = process.argv.slice(2).filter((word) => word !== "--containers");
/** What shows that the stores in containers are those of the other tests: one suite of each. */
const shortProfile = [
  "libs/db/src/database.test.ts",
  "libs/events/src/relay.test.ts",
  "services/auth/src/check/check.test.ts",
];
const settings = readSettings();
const progress = createProgress();

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

async function main(): Promise<boolean> {
  const files = findTestFiles(only);
  if (isOnContainers) return onContainers(files.components);
  if (only.length === 0 && !(await runNode(["dev/src/verify/main.ts"], {}))) return false;
  // A failure in one half must not hide the other half's.
  let isPassed = true;
  if (files.components.length > 0) {
    isPassed = await withComponents(settings, progress, (environment) =>
      runTests(files.components, environment, 2),
    );
  }
  if (files.fleet.length > 0) {
    if (files.fleet.some((file) => file.startsWith(referees)))
      await ensurePackages(referees, "the referees", progress);
    isPassed =
      (await withFleet(settings, progress, (environment) => runTests(files.fleet, environment, 1))) &&
      isPassed;
  }
  if (only.length === 0) isPassed = (await shortlyOnContainers()) && isPassed;
  return isPassed;
}

/** Files that share one fleet run one after another: some of them kill its processes. */
function runTests(files: readonly string[], environment: TestEnvironment, atOnce: number): Promise<boolean> {
  return runNode(["--test", `--test-concurrency=${atOnce}`, "--test-timeout=120000", ...files], environment);
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
  const testDir = path.join(repository, ".test");
  await mkdir(testDir, { recursive: true });
  const isPassed = await withLock(path.join(testDir, "lock"), main);
  process.stderr.write(isPassed ? "Everything passed.\n" : "Something failed; see above.\n");
  process.exitCode = isPassed ? 0 : 1;
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode;
}
