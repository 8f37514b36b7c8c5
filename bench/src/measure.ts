import {
  cpuBetween,
  cpuTimes,
  machineTime,
  strangersBetween,
  type CpuTimes,
  type ProcessGroup,
} from "./cpu.ts";
import { undisturbed, type RepeatBudget, type Watched } from "./disturbance.ts";
import type { LoadProcess } from "./load/load-process.ts";
import type { Latencies } from "./load/latencies.ts";
import type { Scenario } from "./scenarios/scenario.ts";

/** One iteration of one contestant. */
export interface Iteration extends Watched {
  round: number;
  /** Attempts at it, of which the least disturbed counts. */
  attempts: number;
  requestsPerSecond: number;
  requests: number;
  /** CPU microseconds for each request, by group of processes. */
  cpuPerRequest: CpuTimes;
}

/** All iterations of one contestant at one number of connections. */
export interface Measured {
  scenario: string;
  contestant: string;
  connections: number;
  iterations: Iteration[];
  /** Over all iterations, microseconds. */
  latencies: Latencies;
}

/** How one scenario is measured. */
export interface Plan {
  scenario: Scenario;
  connections: number;
  rounds: number;
  ms: number;
}

/**
 * Lets the contestants take turns, A B C, then B C A. A disturbance of the machine then affects all of them, and none
 * always follows the same other. Disturbed turns are repeated, as many of one table as it has rounds.
 */
export async function measure(
  plan: Plan,
  load: LoadProcess,
  groups: readonly ProcessGroup[],
): Promise<Measured[]> {
  const { scenario, connections, rounds } = plan;
  const budget: RepeatBudget = { left: rounds };
  const turns = new Map<string, Turn[]>();
  for (let round = 0; round < rounds; round += 1) {
    const shift = round % scenario.contestants.length;
    const order = [...scenario.contestants.slice(shift), ...scenario.contestants.slice(0, shift)];
    for (const { name } of order) {
      const { kept, attempts } = await undisturbed(() => takeTurn(plan, name, load, groups), budget);
      turns.set(name, [...(turns.get(name) ?? []), { ...kept, round, attempts }]);
    }
  }
  const sets = [...turns.values()].map((own) => own.map(({ turn }) => turn));
  const latencies = await load.latenciesOf(sets);
  return [...turns].map(([contestant, own], index) => ({
    scenario: scenario.name,
    contestant,
    connections,
    iterations: own,
    latencies: known(latencies[index]),
  }));
}

/** An iteration with the number by which the load finds its latencies. */
type Turn = Iteration & { turn: number };

async function takeTurn(
  { scenario, connections, ms }: Plan,
  contestant: string,
  load: LoadProcess,
  groups: readonly ProcessGroup[],
): Promise<Omit<Turn, "round" | "attempts">> {
  const [before, machineBefore] = [cpuTimes(groups), machineTime()];
  const { turn, requests, elapsedMs } = await load.iteration({
    scenario: scenario.name,
    contestant,
    connections,
    ms,
  });
  const used = cpuBetween(before, cpuTimes(groups));
  return {
    turn,
    requests,
    strangerCores: strangersBetween(machineBefore, used, elapsedMs),
    requestsPerSecond: (requests * 1_000) / elapsedMs,
    cpuPerRequest: Object.fromEntries(
      Object.entries(used).map(([group, us]) => [group, us / Math.max(1, requests)]),
    ),
  };
}

/** Lets every contestant run once unmeasured: compiled code, warm caches, prepared statements. */
export async function warmUp(plan: Omit<Plan, "rounds">, load: LoadProcess): Promise<void> {
  const { scenario, connections, ms } = plan;
  for (const { name } of scenario.contestants)
    await load.iteration({ scenario: scenario.name, contestant: name, connections, ms, isWarmUp: true });
}

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("The load answered too few latencies.");
  return value;
}
