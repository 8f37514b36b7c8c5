import { AppError } from "@jst/errors";
import type { Borrowed } from "./connection-pool.ts";
import { isCollision } from "./errors.ts";
import type { Answer } from "./exchange.ts";
import type { Signal } from "./signal.ts";
import type { Row, Statement, TeamContext, TeamTx } from "./types.ts";

const commit: Statement = { name: "jst_commit", text: "commit", values: [] };
const rollback: Statement = { name: "jst_rollback", text: "rollback", values: [] };
const begin: Statement = { name: "jst_begin", text: "begin", values: [] };

/** Messages before the next statement of a transaction. */
interface Opening {
  statement: Statement;
  answered?: ((rows: Row[]) => void) | undefined;
}

/** Milliseconds left of a time limit that began when it was made. */
export function countdown(timeoutMs: number): () => number {
  const endMs = performance.now() + timeoutMs;
  return () => Math.floor(endMs - performance.now());
}

/**
 * A transaction that opens with its first statement and commits with its deferred ones, so that neither costs a
 * round trip of its own. One that is sent whole needs neither: what goes out with one Sync is one transaction.
 */
export class Transaction {
  /** True once a statement failed by deadlock or serialization: the whole work may be run again. */
  hasCollided = false;
  /** True when the connection can serve others after this transaction. */
  isSettled = true;
  readonly #connection: Borrowed;
  readonly #remainingMs: () => number;
  #opening: readonly Opening[];
  readonly #deferred: Statement[] = [];
  readonly #signals = new Set<Signal>();
  #hasBegun = false;
  #isBusy = false;
  #isOver = false;
  #isKeptOpen = false;
  #isCommitted = false;

  constructor(connection: Borrowed, remainingMs: () => number, settings: readonly Statement[]) {
    this.#connection = connection;
    this.#remainingMs = remainingMs;
    this.#opening = settings.map((statement) => ({ statement }));
  }

  /** See TeamTx.query. */
  async query<R extends Row = Row>(statement: Statement): Promise<R[]> {
    this.#assertUsable();
    const [answer] = await this.#send([statement]);
    return (answer?.rows ?? []) as R[];
  }

  /**
   * Sends the statement along with the next one and in front of it. Its rows are handed over once that one has
   * answered, which is before it is known whether the transaction is committed.
   */
  precede(statement: Statement, answered?: (rows: Row[]) => void): void {
    this.#assertUsable();
    this.#opening = [...this.#opening, { statement, answered }];
  }

  /** See TeamTx.defer. */
  defer(statement: Statement): void {
    this.#assertUsable();
    this.#deferred.push(statement);
  }

  /** See TeamTx.flush. */
  async flush(): Promise<void> {
    this.#assertUsable();
    if (this.#deferred.length > 0) await this.#send(this.#deferred.splice(0));
  }

  /** See TeamTx.last. */
  async last<R extends Row = Row>(statement: Statement): Promise<R[]> {
    if (this.#isKeptOpen) return this.query<R>(statement);
    this.#assertUsable();
    const [answer] = await this.#commit([statement, ...this.#deferred]);
    return (answer?.rows ?? []) as R[];
  }

  /** See TeamTx.keepOpen. */
  keepOpen(): void {
    this.#isKeptOpen = true;
  }

  /**
   * Commits, unless the last statement has. A lost connection here is AppError unavailable: whether the commit took
   * place is unknown, and the caller is told neither that it did nor that it did not.
   */
  async commit(): Promise<void> {
    if (this.#isCommitted) return;
    this.#assertUsable();
    const hasNothingToDo = this.isSettled && this.#deferred.length === 0;
    if (hasNothingToDo) this.#isOver = true;
    else await this.#commit(this.#deferred);
  }

  /** Ends the transaction without a trace. A connection on which that fails is closed, which does the same. */
  async rollback(): Promise<void> {
    this.#isOver = true;
    if (this.isSettled) return;
    try {
      await this.#connection.send([rollback], Math.max(this.#remainingMs(), 0));
      this.isSettled = true;
    } catch {
      this.isSettled = false;
    }
  }

  async #commit(statements: readonly Statement[]): Promise<Answer[]> {
    this.#isOver = true;
    const isWhole = !this.#hasBegun;
    const answers = await this.#send(isWhole ? statements : [...statements, commit], isWhole)
      .catch((error: unknown) => {
        throw isUnavailable(error) ? outcomeUnknown(error) : error;
      })
      .finally(() => {
        // Also if the outcome is unknown: looking in vain costs little.
        for (const signal of this.#signals) signal.ring();
      });
    this.isSettled = true;
    if (!isWhole && answers.at(-1)?.tag !== "COMMIT") {
      throw new Error("Nothing was committed: an earlier statement had failed and its error was swallowed.");
    }
    this.#isCommitted = true;
    return answers;
  }

  /** Sends the statements and returns their answers; `isWhole` if they are all that the transaction does. */
  async #send(statements: readonly Statement[], isWhole = false): Promise<Answer[]> {
    const remainingMs = this.#remainingMs();
    if (remainingMs <= 0)
      throw new AppError(
        "timeout",
        "The request took too long. Check the data, then repeat a write with the same Idempotency-Key.",
      );
    this.#isBusy = true;
    // A transaction that is sent whole has ended with its answer.
    this.isSettled = isWhole;
    for (const { signal } of statements) if (signal !== undefined) this.#signals.add(signal);
    try {
      const opening = this.#opening;
      const first = this.#hasBegun || isWhole ? [] : [begin];
      this.#hasBegun = true;
      const before = [...first, ...opening.map(({ statement }) => statement)];
      const answers = await this.#connection.send([...before, ...statements], remainingMs);
      this.#opening = [];
      for (const [n, { answered }] of opening.entries()) answered?.(answers[first.length + n]?.rows ?? []);
      return answers.slice(before.length);
    } catch (error) {
      this.hasCollided ||= isCollision(error);
      throw error;
    } finally {
      this.#isBusy = false;
    }
  }

  #assertUsable(): void {
    if (this.#isOver) throw new Error("The transaction is over.");
    if (this.#isBusy)
      throw new Error("A statement of this transaction has not answered yet: await it first.");
  }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof AppError && error.code === "unavailable";
}

function outcomeUnknown(cause: unknown): AppError {
  const detail =
    "The connection failed during the write. The data may be saved or not. Check the data before you send the request again.";
  return new AppError("unavailable", detail, { cause });
}

/** A transaction under one team's row-level security. */
export class TeamTransaction extends Transaction implements TeamTx {
  readonly context: TeamContext;
  readonly changesetId: string;
  readonly isPreview: boolean;

  constructor(
    connection: Borrowed,
    remainingMs: () => number,
    team: { context: TeamContext; changesetId: string; isPreview: boolean; settings: Statement },
  ) {
    super(connection, remainingMs, [team.settings]);
    this.context = team.context;
    this.changesetId = team.changesetId;
    this.isPreview = team.isPreview;
  }
}
