import { Client } from "pg";
import type { Fleet } from "../../dev/src/component.ts";
import { superuserUrl } from "../../dev/src/components/postgres.ts";
import { until } from "../../dev/src/process/until.ts";
import type { Progress } from "../../dev/src/progress.ts";
import type { BenchSettings } from "./config.ts";
import { cpuBetween, cpuTimes, type ProcessGroup } from "./cpu.ts";
import { holdIndexes, isIndexed, untilIndexed } from "./index-state.ts";
import type { LoadProcess } from "./load/load-process.ts";
import { median } from "./spread.ts";
import { ours } from "./scenarios/scenario.ts";
import { verdict, type Verdict } from "./verdicts.ts";

const SHARE_MAX = 0.1;
const CONNECTIONS = 4;

/** Inserts, each by the scenario that makes them, and the service that keeps their index. */
const inserts = { insert: "data", contact: "crm" } as const;

/** Parts of the measurement. */
interface Bench {
  fleet: Fleet;
  settings: BenchSettings;
  load: LoadProcess;
  groups: readonly ProcessGroup[];
}

/** CPU microseconds of an insert: of all processes of ours, and of the two that keep the index. */
interface Cost {
  whole: number;
  service: number;
  postgres: number;
}

/** Share of an insert that index upkeep takes. */
interface Share extends Cost {
  share: number;
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
      const middle = (name: keyof Share) => median(shares.map((one) => one[name]));
      const share = middle("share");
      const rounds = shares.map((one) => `${(one.share * 100).toFixed(1)} %`).join(", ");
      const parts = `${service} ${middle("service").toFixed(0)}, postgres ${middle("postgres").toFixed(0)}`;
      print(`\nIndex keeping of ${scenario}: ${parts} of ${middle("whole").toFixed(0)} us CPU (${rounds})`);
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
): Promise<Share[]> {
  const iteration = { scenario, contestant: ours, connections: CONNECTIONS, ms: settings.seconds * 1_000 };
  const own = groups.filter(({ name }) => name !== "load");
  let waitedMs = 0;
  const cost = async (isKept: boolean): Promise<Cost> => {
    const before = cpuTimes(own);
    const { requests } = await load.iteration(iteration);
    const begun = performance.now();
    if (isKept) await untilIndexed(client);
    // Waits as long and polls as often, to measure the cost of polling and of idle processes.
    else await until(async () => (await isIndexed(client)) && false, waitedMs);
    waitedMs = performance.now() - begun;
    const used = Object.entries(cpuBetween(before, cpuTimes(own)));
    const of = (...names: string[]) =>
      used.reduce((sum, [name, us]) => (names.includes(name) ? sum + us : sum), 0) / requests;
    const whole = of(...own.map(({ name }) => name));
    return { whole, service: of(service), postgres: of("postgres") };
  };
  await load.iteration({ ...iteration, isWarmUp: true });
  const shares: Share[] = [];
  for (let round = 0; round < settings.rounds; round += 1) {
    await untilIndexed(client);
    const unkept = async () => {
      const giveBack = await holdIndexes(client, holder);
      const found = await cost(false);
      await giveBack();
      await untilIndexed(client);
      return found;
    };
    // In turn first: what the database does on its own, such as vacuum, falls on either.
    const early = round % 2 === 0 ? undefined : await unkept();
    const kept = await cost(true);
    const without = early ?? (await unkept());
    const [ofService, ofPostgres] = [kept.service - without.service, kept.postgres - without.postgres];
    const share = (ofService + ofPostgres) / without.whole;
    shares.push({ share, whole: without.whole, service: ofService, postgres: ofPostgres });
  }
  return shares;
}
