import type { Measured } from "./measure.ts";
import { ratiosOf } from "./ratios.ts";
import type { Spread } from "./spread.ts";

/** Ratios of ours over one contestant in one table. */
export interface RatioResult {
  scenario: string;
  contestant: string;
  connections: number;
  rate: Spread;
  cpu: Spread;
}

/** Machine of a run. */
export interface Machine {
  cpus: number;
  model: string | undefined;
  node: string;
}

/** Results of one commit. */
export interface RunResult {
  commit: string;
  /** ISO 8601 time. */
  at: string;
  machine: Machine;
  rounds: number;
  seconds: number;
  ratios: RatioResult[];
}

/** Ratio that is smaller than before by more than the spreads of both. */
export interface Fall {
  scenario: string;
  contestant: string;
  connections: number;
  figure: "rate" | "cpu";
  before: Spread;
  now: Spread;
}

/** Reduces what was measured to ratios; leaves out those of disturbed rounds. */
export function ratioResults(measured: readonly Measured[]): RatioResult[] {
  const tables = Map.groupBy(measured, ({ scenario, connections }) => `${scenario} ${connections}`);
  return [...tables.values()].flatMap(([ours, ...others]) =>
    others.flatMap((theirs) => {
      if (ours === undefined) return [];
      const { rate, cpu, isSound } = ratiosOf(ours, theirs);
      const { scenario, contestant, connections } = theirs;
      return isSound ? [{ scenario, contestant, connections, rate: rounded(rate), cpu: rounded(cpu) }] : [];
    }),
  );
}

/** Finds the last results on such a machine. */
export function lastResult(runs: readonly RunResult[], machine: Machine): RunResult | undefined {
  return runs.findLast(({ machine: { cpus, model } }) => cpus === machine.cpus && model === machine.model);
}

/** Lists what fell by more than its spread; a ratio that only one of them has is not compared. */
export function fallsSince(before: readonly RatioResult[], now: readonly RatioResult[]): Fall[] {
  const former = new Map(before.map((one) => [keyOf(one), one]));
  return now.flatMap((one) => {
    const earlier = former.get(keyOf(one));
    if (earlier === undefined) return [];
    const { scenario, contestant, connections } = one;
    return (["rate", "cpu"] as const)
      .filter((figure) => hasFallen(earlier[figure], one[figure]))
      .map((figure) => ({
        scenario,
        contestant,
        connections,
        figure,
        before: earlier[figure],
        now: one[figure],
      }));
  });
}

/** Adds a run to those of the file; it replaces one of the same commit and machine, scenario by scenario. */
export function withRun(runs: readonly RunResult[], run: RunResult): RunResult[] {
  const same = runs.find((one) => one.commit === run.commit && lastResult([one], run.machine) !== undefined);
  const kept = same?.ratios.filter((one) => !run.ratios.some((own) => keyOf(own) === keyOf(one))) ?? [];
  return [...runs.filter((one) => one !== same), { ...run, ratios: [...kept, ...run.ratios] }];
}

function hasFallen(before: Spread, now: Spread): boolean {
  return before.median - now.median > before.spread + now.spread;
}

function keyOf({ scenario, contestant, connections }: Omit<RatioResult, "rate" | "cpu">): string {
  return `${scenario} ${connections} ${contestant}`;
}

function rounded({ median, spread }: Spread): Spread {
  const to = (value: number) => Math.round(value * 1_000) / 1_000;
  return { median: to(median), spread: to(spread) };
}
