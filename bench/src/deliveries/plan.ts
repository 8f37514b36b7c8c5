import type { Latencies } from "../load/latencies.ts";

/** A run of deliveries in the load process, which holds the customers' endpoints too. */
export interface DeliveryPlan {
  /** Teams whose contacts are written: with one endpoint, or with three. */
  teams: "single" | "threefold";
  /** How long contacts are written; 0 when something else causes the deliveries. */
  writeMs: number;
  /** Contacts a second, at times that wait for no answer; without it as many as `openMax` lets through. */
  rate?: number;
  /** Contacts whose deliveries have not all arrived, at most. */
  openMax?: number;
  /** Deliveries to wait for that something else causes. */
  expected?: number;
  /** Endpoint that accepts POSTs and never answers; its deliveries do not count as healthy ones. */
  hung?: string;
  /** After this long without one more delivery the run fails. */
  patienceMs: number;
}

/** Observations of a run. */
export interface DeliveryResult {
  /** Contacts that were written, and writes that were answered 503. */
  written: number;
  refused: number;
  /** Deliveries whose signatures held: those that arrived while contacts were written, and all. */
  meanwhile: number;
  delivered: number;
  /** Deliveries that had arrived before. */
  repeated: number;
  /** While contacts were written. */
  writtenMs: number;
  /** From the first delivery to the last. */
  deliveringMs: number;
  /** Milliseconds of Unix time at which the last one arrived. */
  lastAt: number;
  /** From the moment a write was due to the delivery's arrival, healthy endpoints only; microseconds. */
  latencies: Latencies;
}

/** An endpoint of the bench: its path at the sink, and what signs its deliveries. */
export interface BenchEndpoint {
  path: string;
  secret: string;
}

/** A team with three endpoints for contact.created. */
export interface ThreefoldTeam {
  id: string;
  slug: string;
  token: string;
  endpoints: BenchEndpoint[];
}
