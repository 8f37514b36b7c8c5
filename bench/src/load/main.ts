// Sends the load, in a process of its own so that its cost is not that of a contestant.
import { createHistogram, type RecordableHistogram } from "node:perf_hooks";
import type { BenchFacts } from "../facts.ts";
import { findContestant } from "../scenarios/all.ts";
import type { FromLoad, ToLoad, IterationAnswer, IterationRequest } from "./messages.ts";
import { latenciesOf, type Latencies } from "./latencies.ts";
import { pour } from "./pour.ts";
import { runIteration, type Exchange } from "./iteration.ts";

let facts: BenchFacts | undefined;
/** Latencies of the iterations that nobody has asked about, by their number. */
const histograms = new Map<number, RecordableHistogram>();
let turns = 0;
const exchanges = new Map<string, () => Exchange>();

process.on("message", (message: ToLoad) => {
  if (message.op === "facts") facts = message.facts;
  else void answer(message).then((answered) => process.send?.(answered));
});
// The bench has ended, however that came.
process.on("disconnect", () => process.exit());

async function answer(message: Exclude<ToLoad, { op: "facts" }>): Promise<FromLoad> {
  try {
    if (facts === undefined) throw new Error("The load has no facts yet.");
    if (message.op === "pour") return { poured: await pour(message.plan, facts) };
    if (message.op === "latencies") return { latencies: summaries(message.sets) };
    return { iteration: await take(message.iteration, facts) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

async function take(iteration: IterationRequest, known: BenchFacts): Promise<IterationAnswer> {
  const { door, exchanges: make } = findContestant(iteration.scenario, iteration.contestant);
  const name = `${iteration.scenario} ${iteration.contestant}`;
  const next = exchanges.get(name) ?? make(known);
  exchanges.set(name, next);
  const latencies = createHistogram();
  turns += 1;
  if (iteration.isWarmUp !== true) histograms.set(turns, latencies);
  const { connections, ms } = iteration;
  const result = await runIteration({ port: known.ports[door], connections, ms, next }, latencies);
  return { ...result, turn: turns };
}

function summaries(sets: readonly (readonly number[])[]): Latencies[] {
  const all = sets.map((chosen) => {
    const merged = createHistogram();
    for (const turn of chosen) {
      const one = histograms.get(turn);
      if (one === undefined) throw new Error(`Iteration ${turn} has no latencies.`);
      merged.add(one);
    }
    return latenciesOf(merged);
  });
  histograms.clear();
  return all;
}
