import { cpuBetween, cpuTimes, machineTime, type CpuTimes, type ProcessGroup } from "./cpu.ts";
import type { LoadProcess } from "./load/load-process.ts";
import type { Latencies } from "./load/latencies.ts";
import type { Scenario } from "./scenarios/scenario.ts";

/** One iteration of one contestant. */
export interface Iteration {
  round: number;
  requestsPerSecond: number;
  requests: number;
  /** CPU microseconds for each request, by group of processes. */
  cpuPerRequest: CpuTimes;
  /** Cores that programs of others kept busy meanwhile. */
  strangerCores: number;
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
 * always follows the same other.
 */
export async function measure(
  plan: Plan,
  load: LoadProcess,
  groups: readonly ProcessGroup[],
): Promise<Measured[]> {
  const { scenario, connections, rounds, ms } = plan;
  const measured = new Map<string, Measured>();
  for (let round = 0; round < rounds; round += 1) {
    const shift = round % scenario.contestants.length;
    const order = [...scenario.contestants.slice(shift), ...scenario.contestants.slice(0, shift)];
    for (const { name } of order) {
      const [before, machineBefore] = [cpuTimes(groups), machineTime()];
      const iteration = await load.iteration({ scenario: scenario.name, contestant: name, connections, ms });
      const used = cpuBetween(before, cpuTimes(groups));
      const own = Object.values(used).reduce((sum, us) => sum + us, 0);
      const { requests, elapsedMs, latencies } = iteration;
      const entry = measured.get(name) ?? newEntry(scenario.name, name, connections, latencies);
      measured.set(name, entry);
      entry.latencies = latencies;
      entry.iterations.push({
        round,
        requests,
        strangerCores: Math.max(0, machineTime() - machineBefore - own) / (elapsedMs * 1_000),
        requestsPerSecond: (requests * 1_000) / elapsedMs,
        cpuPerRequest: Object.fromEntries(
          Object.entries(used).map(([group, us]) => [group, us / Math.max(1, requests)]),
        ),
      });
    }
  }
  return [...measured.values()];
}

/** Lets every contestant run once unmeasured: compiled code, warm caches, prepared statements. */
export async function warmUp(plan: Omit<Plan, "rounds">, load: LoadProcess): Promise<void> {
  const { scenario, connections, ms } = plan;
  for (const { name } of scenario.contestants)
    await load.iteration({ scenario: scenario.name, contestant: name, connections, ms, isWarmUp: true });
}

function newEntry(scenario: string, contestant: string, connections: number, latencies: Latencies): Measured {
  return { scenario, contestant, connections, iterations: [], latencies };
}

/** The middle value; of an even number the mean of the two middle ones. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
