import type { RecordableHistogram } from "node:perf_hooks";
import type { DeliveryPlan, DeliveryResult } from "../deliveries/plan.ts";
import type { BenchFacts } from "../facts.ts";

/** What the bench asks of the load process. */
export interface IterationRequest {
  scenario: string;
  contestant: string;
  connections: number;
  ms: number;
  /** Its latencies are not kept. */
  isWarmUp?: boolean;
}

/** Latencies of all iterations so far of one contestant at one number of connections, in microseconds. */
export interface Latencies {
  p50: number;
  p95: number;
  p99: number;
  max: number;
}

/** One message to the load process. */
export type ToLoad =
  | { op: "facts"; facts: BenchFacts }
  | { op: "iteration"; iteration: IterationRequest }
  | { op: "pour"; plan: DeliveryPlan };

/** Its answer to an iteration. */
export interface IterationAnswer {
  requests: number;
  elapsedMs: number;
  latencies: Latencies;
}

/** Its answer: to an iteration, to a run of deliveries, or why there is none. */
export type FromLoad = { iteration: IterationAnswer } | { poured: DeliveryResult } | { error: string };

/** What is told of them. */
export function latenciesOf(latencies: RecordableHistogram): Latencies {
  const [p50 = 0, p95 = 0, p99 = 0] = [50, 95, 99].map((percent) => latencies.percentile(percent));
  return { p50, p95, p99, max: latencies.max };
}
