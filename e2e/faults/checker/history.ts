/** How a write ended for its client. `unknown`: no answer, or one that leaves open whether the write took place. */
export type Outcome = "ok" | "refused" | "unknown";

/** One write of a contact, recorded before it was sent and after it was answered. */
export interface Write {
  team: string;
  /** The contact's id; null while only the reply that never came would have told it. */
  contact: string | null;
  /** Text that the write put into the contact; no other write has it. */
  marker: string;
  outcome: Outcome;
  /** Version of the contact after the write; null unless it was acknowledged. */
  version: number | null;
  /** Milliseconds since the run began. */
  sentMs: number;
  endedMs: number;
}

/** A contact as it stands after the faults. */
export interface StoredContact {
  team: string;
  id: string;
  version: number;
  /** Marker of its creation, and of its last change. */
  name: string;
  marker: string;
}

/** An endpoint that wants every event of its team, from before the first write to the end. */
export interface Endpoint {
  id: string;
  team: string;
}

/** A row of the delivery table, which is the feed as well, and what its payload says. */
export interface Delivery {
  id: string;
  endpoint: string;
  /** Team of the row. */
  team: string;
  event: string;
  type: string;
  status: string;
  attempts: number;
  /** Team of the payload, and the contact as it was after the write. */
  payloadTeam: string;
  contact: string;
  version: number;
  marker: string;
}

/** Ids of deliveries in the order in which one reader met them, going along next_cursor. */
export interface Walk {
  team: string;
  walker: string;
  items: readonly string[];
}

/** One POST as a sink saw it. */
export interface Receipt {
  /** The endpoint whose sink it reached. */
  endpoint: string;
  delivery: string;
  event: string;
  attempt: number;
  /** Digest of the body. */
  body: string;
  /** Both signatures are right. */
  isSigned: boolean;
  /** The sink sent the head of a 2xx. */
  isAccepted: boolean;
  /** team_id of the body. */
  team: string;
  atMs: number;
}

/** A changeset as it stands after the faults, and whether its approval was acknowledged. */
export interface Decision {
  changeset: string;
  status: string;
  isApproved: boolean;
}

/** An entry of the audit log about a changeset: `changeset.propose`. */
export interface AuditEntry {
  changeset: string;
  action: string;
}

/** Rules for deliveries. */
export interface Rules {
  attemptsMax: number;
  /** Least milliseconds from the first POST of a delivery to its second, from the second to the third, … */
  delaysMs: readonly number[];
  /** After this long an attempt of which nothing was heard is made again. */
  leaseMs: number;
  /** I9, on a machine that does nothing else. */
  drainLimitMs: number;
}

/** Everything one run saw: what clients did, what is stored, what sinks and readers got. */
export interface History {
  rules: Rules;
  writes: readonly Write[];
  contacts: readonly StoredContact[];
  endpoints: readonly Endpoint[];
  /** In the order of (created_at, id) within each team. */
  deliveries: readonly Delivery[];
  walks: readonly Walk[];
  receipts: readonly Receipt[];
  decisions: readonly Decision[];
  /** The audit log's successes, and what its verification says is broken. */
  audit: readonly AuditEntry[];
  brokenChains: readonly string[];
  /** Requests without a right to it that were answered with a 2xx. */
  trespasses: readonly string[];
  /** From the end of the last fault until nothing was left to deliver; null when that never came. */
  drainMs: number | null;
  /** For how long of it each processor worked for others than the fleet and this run. */
  drainOthersMs: number;
}

/** One thing a history must not show. */
export interface Violation {
  invariant: string;
  kind: "lost" | "duplicated" | "wrong";
  what: string;
}
