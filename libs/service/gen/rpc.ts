// Generated from protos/ by `make gen`; edits are lost.

import type { InternalRpcHandler } from "@jst/rpc";
import type { Deps } from "../src/deps.ts";

/** A question that takes nothing. */
export interface OutboxQuestion {}

export interface OutboxReplay {
  /** Events stored at this time or later; those of the last seven days are kept. */
  since: string;
}

export interface OutboxState {
  state: "working" | "stalled";
  /** Why it is stalled; null while it works. */
  reason: "nobody_relays" | "fault" | "older_transaction" | "slow" | null;
  /** What the relay said when it last could not go on; null when it could. */
  fault: string | null;
  fault_at: string | null;
  /** A process holds the lease. */
  relaying: boolean;
  /** Events the broker does not have, counted up to 100,000. */
  unsent: number;
  /** When the first of them was stored; null when there is none. */
  oldest_unsent_at: string | null;
  /** Seconds since then by the clock of the database; 0 when there is none. */
  oldest_unsent_age: number;
  /** When the position last moved; null before the first event. */
  moved_at: string | null;
  /** A replay that was asked for and has not begun; null when there is none. */
  replay_from: string | null;
}

export interface ReplayedOutbox {
  /** How many go out again, counted up to 100,000. */
  events: number;
  /** When the first of them was stored; null when there is none, and nothing was asked for. */
  first_at: string | null;
}

/** Body of every internal rpc. */
export interface InternalRpcs {
  GetOutbox: OutboxQuestion;
  ReplayOutbox: OutboxReplay;
}

/** A handler of an internal rpc of this service. */
export type InternalHandler<Name extends keyof InternalRpcs> = InternalRpcHandler<InternalRpcs[Name], Deps>;
