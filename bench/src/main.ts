// Measures the fleet beside a floor and a peer: main.ts [--check]
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { readSettings, repository } from "../../dev/src/config.ts";
import { withLock } from "../../dev/src/lock.ts";
import { OperatorError } from "../../dev/src/operator-error.ts";
import { ensurePackages } from "../../dev/src/packages.ts";
import { createProgress } from "../../dev/src/progress.ts";
import { readBenchSettings } from "./config.ts";
import { disturbanceText } from "./disturbance.ts";
import type { Measured } from "./measure.ts";
import { commitToRecord, compareAndRecord, thisMachine } from "./results-file.ts";
import { median } from "./spread.ts";
import { type Verdict, verdictsOf } from "./verdicts.ts";

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const progress = createProgress();
const testDir = path.join(repository, ".test/bench");

async function main(): Promise<boolean> {
  const settings = readBenchSettings(process.env, process.argv.slice(2));
  // Before the minutes that measuring takes.
  const commit = settings.isRecorded ? commitToRecord() : undefined;
  await ensurePackages("bench", "the bench", progress);
  // Only now: they import the packages of the bench.
  const [{ withBenchFleet }, { runScenarios }, { chosen }] = await Promise.all([
    import("./bench-fleet.ts"),
    import("./run.ts"),
    import("./seeded-fleet.ts"),
  ]);
  const { measured, verdicts: ofDeliveries } = await withBenchFleet(
    readSettings(),
    settings.isKept,
    progress,
    (fleet) => runScenarios(fleet, settings, progress, print),
  );
  const machine = thisMachine();
  const file = path.join(testDir, "result.json");
  await writeFile(file, JSON.stringify({ at: new Date(), machine, settings, measured }, null, 1));
  if (measured.length > 0) {
    print(`\n${othersText(measured)}`);
    print(await compareAndRecord(measured, settings, commit));
  }
  print(`Raw numbers: ${file}`);
  if (!settings.isChecked) return true;
  const verdicts: Verdict[] = [...ofDeliveries];
  for (const scenario of chosen(settings)) {
    const ofScenario = measured.filter((one) => one.scenario === scenario.name);
    verdicts.push(...(await verdictsOf(scenario, ofScenario, settings.connections)));
  }
  for (const { text } of verdicts) print(text);
  return verdicts.every(({ isMet }) => isMet);
}

/** Says how much of the machine other programs used, and whether that disturbed the run. */
function othersText(measured: readonly Measured[]): string {
  const turns = measured.flatMap(({ iterations }) => iterations);
  const cores = median(turns.map(({ strangerCores }) => strangerCores));
  const all = thisMachine().cpus;
  const repeated = turns.reduce((sum, { attempts }) => sum + attempts - 1, 0);
  return [
    `Programs of others kept ${cores.toFixed(2)} of ${all} cores busy (median of the turns); ${repeated} turns were repeated.`,
    disturbanceText(turns) ?? "No turn was disturbed.",
  ].join("\n");
}

// Ctrl-C ends the load, which shares our terminal; this process lives on to stop the fleet.
process.on("SIGINT", () => undefined);
try {
  await mkdir(testDir, { recursive: true });
  process.exitCode = (await withLock(path.join(testDir, "lock"), main)) ? 0 : 1;
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode;
}
