import assert from "node:assert/strict";
import { test } from "node:test";
import type { Measured } from "./measure.ts";
import { ratiosOf } from "./ratios.ts";
import {
  fallsSince,
  lastResult,
  ratioResults,
  withRun,
  type RatioResult,
  type RunResult,
} from "./results.ts";
import { median, ratioText, spreadOf } from "./spread.ts";

const machine = { cpus: 2, model: "fast", node: "v24" };

function measured(
  contestant: string,
  rates: readonly number[],
  strangerCores: readonly number[] = [],
): Measured {
  return {
    scenario: "row",
    contestant,
    connections: 16,
    latencies: { p50: 1, p95: 1, p99: 1, max: 1 },
    iterations: rates.map((rate, round) => ({
      round,
      attempts: 1,
      requests: rate,
      requestsPerSecond: rate,
      strangerCores: strangerCores[round] ?? 0,
      cpuPerRequest: { data: 1_000_000 / rate, load: 7 },
    })),
  };
}

function ratio(middle: number, spread: number, scenario = "row"): RatioResult {
  const figure = { median: middle, spread };
  return { scenario, contestant: "chain", connections: 16, rate: figure, cpu: figure };
}

const run = (commit: string, ratios: RatioResult[], at = machine): RunResult => ({
  commit,
  at: "2026-11-28T00:00:00.000Z",
  machine: at,
  rounds: 5,
  seconds: 2,
  ratios,
});

test("the spread is the distance of the median to the farther quartile", () => {
  assert.deepEqual(spreadOf([5, 1, 2, 4, 3]), { median: 3, spread: 1 });
  assert.deepEqual(spreadOf([1, 2, 3, 10, 20]), { median: 3, spread: 7 });
  assert.deepEqual([median([1, 2, 3, 4]), median([7])], [2.5, 7]);
  assert.deepEqual(spreadOf([]), { median: NaN, spread: NaN });
  assert.equal(ratioText({ median: 0.7, spread: 0.034 }), "0.70x ±0.03");
});

test("ratios are made round by round, and more is better in both", () => {
  const { rate, cpu, isSound } = ratiosOf(measured("jst", [10, 20, 30]), measured("chain", [20, 40, 40]));
  assert.deepEqual([rate, isSound], [{ median: 0.5, spread: 0.125 }, true]);
  assert.deepEqual(cpu.median, 0.5);
});

test("a round in which one of both was disturbed counts for neither", () => {
  const ours = measured("jst", [10, 99, 10], [0, 0.5, 0]);
  assert.deepEqual(ratiosOf(ours, measured("chain", [20, 20, 20])).rate, { median: 0.5, spread: 0 });
});

test("ratios of disturbed tables are marked, and give no results", () => {
  const busy = measured("jst", [10, 10], [0.5, 0.5]);
  assert.equal(ratiosOf(busy, measured("chain", [20, 20])).isSound, false);
  assert.deepEqual(ratioResults([busy, measured("chain", [20, 20])]), []);
  assert.deepEqual(ratioResults([measured("jst", [10, 10]), measured("chain", [20, 20])]), [
    {
      scenario: "row",
      contestant: "chain",
      connections: 16,
      rate: { median: 0.5, spread: 0 },
      cpu: { median: 0.5, spread: 0 },
    },
  ]);
});

test("a ratio has fallen if it is smaller by more than the spreads of both", () => {
  assert.deepEqual(fallsSince([ratio(0.8, 0.02)], [ratio(0.76, 0.03)]), []);
  assert.deepEqual(fallsSince([ratio(0.8, 0.02)], [ratio(0.9, 0)]), []);
  const [first, second, ...more] = fallsSince([ratio(0.8, 0.02)], [ratio(0.74, 0.03)]);
  assert.deepEqual([first?.figure, second?.figure, more], ["rate", "cpu", []]);
  assert.deepEqual(first?.before, { median: 0.8, spread: 0.02 });
  assert.deepEqual(fallsSince([ratio(0.8, 0)], [ratio(0.1, 0, "list")]), []);
});

test("a run is compared with the last results of such a machine", () => {
  const slow = { ...machine, cpus: 64 };
  const runs = [run("a", []), run("b", []), run("c", [], slow)];
  assert.equal(lastResult(runs, { ...machine, node: "v25" })?.commit, "b");
  assert.equal(lastResult(runs, { ...machine, model: "other" }), undefined);
});

test("a second run of a commit replaces its ratios and leaves the others", () => {
  const before = [run("a", [ratio(0.5, 0)]), run("b", [ratio(0.6, 0), ratio(0.7, 0, "list")])];
  const after = withRun(before, run("b", [ratio(0.9, 0)]));
  assert.deepEqual(
    after.map(({ commit, ratios }) => [commit, ratios.map(({ scenario, rate }) => [scenario, rate.median])]),
    [
      ["a", [["row", 0.5]]],
      [
        "b",
        [
          ["list", 0.7],
          ["row", 0.9],
        ],
      ],
    ],
  );
});
