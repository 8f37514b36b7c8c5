import type { ThreefoldTeam } from "./deliveries/plan.ts";

/** Where a contestant listens. */
export type Door = "gateway" | "chain" | "floor" | "peer" | "sink";

/** A prepared statement as the service sends it, taken from its own handler. */
export interface SampleStatement {
  text: string;
  values: unknown[];
}

/** Statements with which the floor answers its requests. */
export interface FloorStatements {
  /** Its values hold `sampleId`. */
  row: SampleStatement;
  list: SampleStatement;
  /** Its values hold `sampleCells`. */
  insert: SampleStatement;
  /** The same into a table without triggers. */
  plainInsert: SampleStatement;
  /** Its values hold `sampleCells`; it stores rows in a table without triggers and answers their ids. */
  batch: SampleStatement;
  sampleId: string;
  sampleCells: string;
}

/** Data of the run: the same behind every door. */
export interface BenchFacts {
  ports: Record<Door, number>;
  team: { id: string; slug: string };
  /** Service tokens of the team: one alone may send 10,000 requests a minute. */
  tokens: string[];
  tableId: string;
  /** The same kind of rows with three formula columns. */
  computedTableId: string;
  /** A table that takes batches. */
  batchTableId: string;
  /** Ids of rows of that table; the peer's table has the same. */
  rowIds: string[];
  /** Further teams; contact.created of each goes to an endpoint of its own, `/<slug>` at the sink's port. */
  webhooks: WebhookTeam[];
  /** Only for the scenarios that need them. */
  large?: LargeFacts;
  threefold?: ThreefoldTeam[];
  /** A token of a team whose feed has more than a page of 500. */
  feedTokens?: string[];
  /** Tokens of a team with 100,000 contacts. */
  contactTokens?: string[];
  bookings?: BookingsSeed;
  payers?: PayerFacts[];
  charts?: ChartFacts;
  apps?: AppFacts;
  knowledge?: KnowledgeFacts;
  ruled?: RuledFacts;
}

/** A team with a table, by its approval rules. */
export interface RuledFacts {
  none: RuledTeam;
  /** One rule that cannot match an insert of a row. */
  oneAside: RuledTeam;
  /** Fifty of these. */
  manyAside: RuledTeam;
  /** One rule that matches and runs the insert. */
  oneRuns: RuledTeam;
  /** Ten rules that look at counts and amounts. */
  tenJudged: RuledTeam;
}

/** Service tokens of a team, and its table. */
interface RuledTeam {
  tokens: string[];
  tableId: string;
}

/** A team that sends invoices to one contact. */
export interface PayerFacts {
  tokens: string[];
  contactId: string;
}

/** A team whose member has personal tokens, and has granted as many apps its tables. */
export interface AppFacts {
  teamId: string;
  memberId: string;
  tableId: string;
  personal: string[];
  /** Access tokens of the apps. */
  granted: string[];
}

/** A team of whose rows, contacts and blocks an agent asks. */
export interface KnowledgeFacts {
  tokens: string[];
  tableId: string;
}

/** A team with a chart of 100 laboratory values and one of 10,000, and a contact who consents. */
export interface ChartFacts {
  tokens: string[];
  contactId: string;
  few: string;
  many: string;
}

/** A team whose hosts can be booked, one event type each. */
export interface HostFacts {
  teamId: string;
  tokens: string[];
  eventTypeIds: string[];
}

/** A host with 1,000 bookings alone in its team, one among 100,000 bookings, and hosts that are free. */
export interface BookingsSeed {
  alone: HostFacts;
  among: HostFacts;
  free: HostFacts;
}

/** Two tables that have moved to physical tables of their own. */
export interface LargeFacts {
  tableId: string;
  smallTableId: string;
  /** Cursor of the large table's hundredth page. */
  farCursor: string;
}

/** A team with an endpoint. */
export interface WebhookTeam {
  slug: string;
  token: string;
  secret: string;
}
