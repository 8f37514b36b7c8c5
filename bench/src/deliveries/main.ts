import { Client } from "pg";
import type { Fleet } from "../../../dev/src/component.ts";
import { superuserUrl } from "../../../dev/src/components/postgres.ts";
import type { Progress } from "../../../dev/src/progress.ts";
import { processTree } from "../../../e2e/faults/src/process-tree.ts";
import type { BenchSettings } from "../config.ts";
import { cpuTimes, type ProcessGroup } from "../cpu.ts";
import type { LoadProcess } from "../load/load-process.ts";
import type { Measured } from "../measure.ts";
import type { Seeded } from "../seed.ts";
import type { Verdict } from "../verdicts.ts";
import { profiled, profileText } from "../profile.ts";
import { deliveryRuns, warm } from "./runs.ts";

/** Results of a run of the bench. */
export interface RunOutcome {
  measured: Measured[];
  /** Verdicts of the runs of deliveries. */
  verdicts: Verdict[];
}

/** A fleet that runs, with the load beside it. */
export interface RunningBench {
  fleet: Fleet;
  settings: BenchSettings;
  load: LoadProcess;
  groups: readonly ProcessGroup[];
  seeded: Seeded;
}

/** Whether one of the runs of deliveries is named. */
export function wantsDeliveries({ scenarios }: BenchSettings): boolean {
  return scenarios.some((name) => Object.hasOwn(deliveryRuns, name));
}

/** Runs those that are named and prints each line as soon as it is known. */
export async function runDeliveries(
  { fleet, settings, load, groups, seeded }: RunningBench,
  progress: Progress,
  print: (text: string) => void,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  if (!wantsDeliveries(settings)) return verdicts;
  const client = new Client({ connectionString: superuserUrl(fleet, "jst") });
  await client.connect();
  const dispatcher = groups.find(({ name }) => name === "webhooks")?.pids ?? [];
  const bench = {
    load,
    client,
    teams: seeded.threefold ?? [],
    settings: { seconds: settings.deliverySeconds, backlog: settings.backlog, rounds: settings.rounds },
    cpu: () => cpuTimes(groups),
    signalDispatcher: (signal: "SIGSTOP" | "SIGCONT") => {
      for (const pid of dispatcher.flatMap(processTree)) process.kill(pid, signal);
    },
  };
  try {
    for (const [name, run] of Object.entries(deliveryRuns)) {
      if (!settings.scenarios.includes(name)) continue;
      const lines = await progress.step(`measuring ${name}`, async () => {
        const all = [];
        for await (const one of run(bench)) all.push(one);
        return all;
      });
      for (const { text } of lines) if (text !== "") print(`\n${text}`);
      for (const one of lines.flatMap((each) => each.verdicts)) {
        verdicts.push(one);
        print(one.text);
      }
    }
    for (const name of settings.profiled) {
      const [pid] = groups.find((group) => group.name === name)?.pids ?? [];
      if (pid === undefined) continue;
      let delivered = 1;
      const profile = await profiled(pid, async () => {
        ({ delivered } = await load.pour(warm));
      });
      print(profileText(`${name} in deliveries`, profile, delivered));
    }
  } finally {
    await client.end();
  }
  return verdicts;
}
