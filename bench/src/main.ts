// Measures the fleet beside a floor and a peer: main.ts [--check]
import { mkdir, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import path from "node:path";
import { readSettings, repository } from "../../dev/src/config.ts";
import { withLock } from "../../dev/src/lock.ts";
import { OperatorError } from "../../dev/src/operator-error.ts";
import { ensurePackages } from "../../dev/src/packages.ts";
import { createProgress } from "../../dev/src/progress.ts";
import { readBenchSettings } from "./config.ts";
import { median } from "./measure.ts";
import { type Verdict, verdictsOf } from "./verdicts.ts";

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const progress = createProgress();
const testDir = path.join(repository, ".test/bench");

async function main(): Promise<boolean> {
  const settings = readBenchSettings(process.env, process.argv.slice(2));
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
  const machine = { cpus: cpus().length, model: cpus()[0]?.model, node: process.version };
  const file = path.join(testDir, "result.json");
  await writeFile(file, JSON.stringify({ at: new Date(), machine, settings, measured }, null, 1));
  const strangers = median(
    measured.flatMap(({ iterations }) => iterations.map((iteration) => iteration.strangerCores)),
  );
  if (measured.length > 0)
    print(
      `\nPrograms of others kept ${strangers.toFixed(2)} of ${cpus().length} cores busy; below 0.1 the rates are sound.`,
    );
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
