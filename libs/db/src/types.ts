import type { RunningTime } from "./running-time.ts";
import type { Signal } from "./signal.ts";

/**
 * One SQL statement. `name` makes it a prepared statement of its connection; use it for every fixed text, and for no
 * other: a second text under a name is refused.
 */
export interface Statement {
  name?: string;
  text: string;
  values: readonly unknown[];
  /** Rings once the transaction of this statement has been committed, or may have been. */
  signal?: Signal;
  /** A column whose text is answered as its bytes in UTF-8, a Buffer: for what is passed through and not looked at. */
  bytes?: string;
  /**
   * How many of the last columns belong together over all rows: their texts follow one another, with a comma between
   * rows. Answered is the first row, without these columns, and the texts as `joined`: for a page whose rows are passed
   * through.
   */
  joined?: number;
}

/** Result type of `joined`: bytes in UTF-8. */
export interface Joined {
  joined: Buffer[];
}

/** Actor of a transaction, as the row-level policies, the change triggers and the log see it. */
export interface TeamContext {
  teamId: string;
  tokenId: string;
  /** service, human, break_glass, oauth_app, member or system (conventions.common-fields). */
  actorType: string;
  actorId: string;
  /** The member who answers for the token, where that is another than its own (tokens.minter). */
  sponsorId?: string;
  /** The connected app that acts: its name as it was granted, and who granted it (oauth.attribution). */
  /** Id that the tokens of the acting sign-in share. */
  familyId?: string | undefined;
  oauthApp?: { client_id: string; client_name: string; member_id: string };
  /** Words of the caller on why it writes (trust.reason). */
  changeReason?: string | undefined;
  requestId: string;
  /** By which door the call came in; undo records keep it. */
  door?: string;
  /** IANA zone of the team, in which its days begin; UTC without one. */
  timezone?: string;
  /** Country whose telephone numbers the team writes without a country code; none without one (values.phones). */
  country?: string;
  /** Remaining time of the request; becomes statement_timeout. */
  timeoutMs: number;
  /** W3C trace context of the request; events carry it across the broker. */
  traceparent?: string;
  /**
   * Aborted when nobody waits for the answer any more: what has not begun by then need not begin. Made for who asks.
   */
  departure?: () => AbortSignal;
}

/**
 * How PostgreSQL plans a read. Lists take a custom plan (their filters differ in selectivity), point reads a
 * generic one (measured: fleet.md, row store).
 */
export type PlanMode = "custom" | "generic";

/**
 * A row as PostgreSQL sends it: booleans, int4 and floats as JavaScript values, json parsed, arrays of them as
 * arrays; everything else as text. Timestamps are text because a Date would cut their microseconds.
 */
export type Row = Record<string, unknown>;

/** How long a read may take, where that is less than its request may. */
export interface ReadLimits {
  /** With its wait for a connection. */
  withinMs?: number;
  /** Its statement alone, together with others of this time. */
  running?: RunningTime | undefined;
}

/** Runs one of several reading statements that see one state of the data, with a custom plan. */
export type ReadMany = <R extends Row = Row>(statement: Statement, running?: RunningTime) => Promise<R[]>;

/** A transaction bound to one team by row-level security. Every query of a service goes through one. */
export interface TeamTx {
  /** The context it was opened with. */
  readonly context: TeamContext;
  /** `<service>_<uuid>`: the changeset under which the triggers record before and after images. */
  readonly changesetId: string;
  /** Nothing of it will stay: it shows what a write would do. Work leaves alone what is outside of the transaction. */
  readonly isPreview: boolean;
  /** Runs one statement and returns its rows. One at a time: a second before the first has answered throws. */
  query<R extends Row = Row>(statement: Statement): Promise<R[]>;
  /** Runs the statement in the round trip of the next one and in front of it: for a lock, whose rows nobody reads. */
  precede(statement: Statement): void;
  /**
   * Runs the statement in the round trip of the commit: for writes whose rows nobody waits for, such as events.
   * Its failure fails the write.
   */
  defer(statement: Statement): void;
  /** Runs what was deferred now: for work that must see its effect before the end. */
  flush(): Promise<void>;
  /**
   * Runs the work's last statement: it goes out with the deferred ones and the commit, which saves a round trip. Once
   * it has answered, what it did is stored, so the work may neither refuse nor store anything after it. In a
   * transaction that is kept open it is a plain query.
   */
  last<R extends Row = Row>(statement: Statement): Promise<R[]>;
  /**
   * Makes `last` a plain query, for code that runs a handler's work inside its own. Such code stores more with the
   * work, such as its reply under an idempotency key, or rolls it back, as for a preview.
   */
  keepOpen(): void;
}
