import type { Borrowed } from "./connection-pool.ts";
import type { RunningTime } from "./running-time.ts";
import { idleSetting, oneState, readSettings, systemSettings } from "./settings.ts";
import { countdown, Transaction } from "./transaction.ts";
import type { ReadMany, Row, Statement, TeamContext } from "./types.ts";

/** Times of a state, in milliseconds. */
export interface StateLimits {
  /** Longest wait for a connection. */
  waitMs: number;
  /** Longest time that the state is open. */
  openMs: number;
  /** Longest time of a statement. */
  statementMs: number;
  /** Longest time between two statements: the reader may be slow. */
  idleMs: number;
}

/**
 * One state of the data, read by one statement after another in one transaction that cannot write. Reads that begin at
 * once follow one another.
 */
export class OpenState {
  readonly #connection: Borrowed;
  readonly #tx: Transaction;
  readonly #leftMs: () => number;
  readonly #limits: StateLimits;
  readonly #released: () => void;
  #last: Promise<unknown> = Promise.resolve();
  #isOver = false;

  constructor(connection: Borrowed, context: TeamContext, limits: StateLimits, released: () => void) {
    this.#connection = connection;
    this.#limits = limits;
    this.#released = released;
    this.#leftMs = countdown(limits.openMs);
    this.#tx = new Transaction(connection, this.#leftMs, [
      oneState,
      readSettings(context, "custom", limits.statementMs),
      idleSetting(limits.idleMs),
    ]);
  }

  /** Runs a statement behind those that run already. */
  readonly read: ReadMany = <R extends Row = Row>(statement: Statement, running?: RunningTime) => {
    const result = this.#last.then(() => this.#run<R>(statement, running));
    this.#last = result.catch(() => undefined);
    return result;
  };

  /** Ends the transaction behind the statement that runs, and returns the connection. */
  async release(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    await this.#last;
    await this.#tx.rollback();
    this.#connection.release(this.#tx.isSettled);
    this.#released();
  }

  #run<R extends Row>(statement: Statement, running: RunningTime | undefined): Promise<R[]> {
    if (running === undefined) return this.#tx.query<R>(statement);
    const { statementMs } = this.#limits;
    return running.run(Math.min(this.#leftMs(), statementMs), async (withinMs) => {
      this.#tx.precede(systemSettings(withinMs));
      const rows = await this.#tx.query<R>(statement);
      // The limit would hold for the statements behind it too.
      this.#tx.precede(systemSettings(statementMs));
      return rows;
    });
  }
}
