import type { DeliveryPlan, DeliveryResult } from "../deliveries/plan.ts";
import type { BenchFacts } from "../facts.ts";
import type { Latencies } from "./latencies.ts";

/** Request to the load process. */
export interface IterationRequest {
  scenario: string;
  contestant: string;
  connections: number;
  ms: number;
  /** Its latencies are not kept. */
  isWarmUp?: boolean;
}

/** One message to the load process. */
export type ToLoad =
  | { op: "facts"; facts: BenchFacts }
  | { op: "iteration"; iteration: IterationRequest }
  | { op: "latencies"; sets: readonly (readonly number[])[] }
  | { op: "pour"; plan: DeliveryPlan };

/** Its answer to an iteration. */
export interface IterationAnswer {
  /** Number by which the load finds its latencies. */
  turn: number;
  requests: number;
  elapsedMs: number;
}

/** Answer of the load: an iteration, latencies, a run of deliveries, or the error that prevented it. */
export type FromLoad =
  | { iteration: IterationAnswer }
  | { latencies: Latencies[] }
  | { poured: DeliveryResult }
  | { error: string };
