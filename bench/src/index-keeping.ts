import { Client } from "pg";
import type { Fleet } from "../../dev/src/component.ts";
import { superuserUrl } from "../../dev/src/components/postgres.ts";
import type { Progress } from "../../dev/src/progress.ts";
import type { BenchSettings } from "./config.ts";
import { cpuBetween, cpuTimes, type ProcessGroup } from "./cpu.ts";
import { holdIndexes, untilIndexed } from "./index-state.ts";
import type { LoadProcess } from "./load/load-process.ts";
import { median } from "./measure.ts";
import { ours } from "./scenarios/scenario.ts";
import { verdict, type Verdict } from "./verdicts.ts";

const SHARE_MAX = 0.1;
const CONNECTIONS = 4;

/** Inserts, each by the scenario that makes them, and the service that keeps their index. */
const inserts = { insert: "data", contact: "crm" } as const;

/** What is measured on. */
interface Bench {
  fleet: Fleet;
  settings: BenchSettings;
  load: LoadProcess;
  groups: readonly ProcessGroup[];
}

/** CPU microseconds of an insert: of all processes of ours, and of those that keep the index. */
interface Cost {
  whole: number;
  keeping: number;
}

/** Has inserts made while their index is kept and while it is not, and sets the difference against an insert. */
export async function runIndexKeeping(
  bench: Bench,
  progress: Progress,
  print: (text: string) => void,
): Promise<Verdict[]> {
  if (!bench.settings.scenarios.includes("context")) return [];
  const connectionString = superuserUrl(bench.fleet, "jst");
  const clients = [new Client({ connectionString }), new Client({ connectionString })] as const;
  await Promise.all(clients.map((client) => client.connect()));
  try {
    const verdicts: Verdict[] = [];
    for (const [scenario, service] of Object.entries(inserts)) {
      const shares = await progress.step(`measuring what the index of ${scenario} costs`, () =>
        measured(bench, clients, scenario, service),
      );
      const [share, us, whole] = (["share", "us", "whole"] as const).map((name) =>
        median(shares.map((one) => one[name])),
      ) as [number, number, number];
      const rounds = shares.map((one) => `${(one.share * 100).toFixed(1)} %`).join(", ");
      print(`\nIndex keeping of ${scenario}: ${us.toFixed(0)} of ${whole.toFixed(0)} us CPU (${rounds})`);
      const text = `index keeping of ${scenario}: ${(share * 100).toFixed(1)} % of an insert's CPU`;
      verdicts.push(verdict(share <= SHARE_MAX, `${text}, asked for <= ${SHARE_MAX * 100} %`));
    }
    return verdicts;
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

async function measured(
  { settings, load, groups }: Bench,
  [client, holder]: readonly [Client, Client],
  scenario: string,
  service: string,
): Promise<{ share: number; us: number; whole: number }[]> {
  const iteration = { scenario, contestant: ours, connections: CONNECTIONS, ms: settings.seconds * 1_000 };
  const own = groups.filter(({ name }) => name !== "load");
  const cost = async (isKept: boolean): Promise<Cost> => {
    const before = cpuTimes(own);
    const { requests } = await load.iteration(iteration);
    if (isKept) await untilIndexed(client);
    const used = Object.entries(cpuBetween(before, cpuTimes(own)));
    const sum = (names: (name: string) => boolean) =>
      used.reduce((total, [name, us]) => (names(name) ? total + us : total), 0) / requests;
    return { whole: sum(() => true), keeping: sum((name) => [service, "postgres"].includes(name)) };
  };
  await load.iteration({ ...iteration, isWarmUp: true });
  const shares: { share: number; us: number; whole: number }[] = [];
  for (let round = 0; round < settings.rounds; round += 1) {
    await untilIndexed(client);
    const kept = await cost(true);
    const giveBack = await holdIndexes(client, holder);
    const { whole, keeping } = await cost(false);
    await giveBack();
    const us = kept.keeping - keeping;
    shares.push({ share: us / whole, us, whole });
  }
  return shares;
}
