import { AppError } from "@jst/errors";
import { startSpan } from "@jst/telemetry";
import { ConnectionPool, type Borrowed, type PoolOptions } from "./connection-pool.ts";
import { durabilityColumns, lossyBy, type Durability } from "./durability.ts";
import { OpenState, type StateLimits } from "./open-state.ts";
import { ReadFirst } from "./read-first.ts";
import type { RunningTime } from "./running-time.ts";
import { oneState, readSettings, systemSettings, writeSettings } from "./settings.ts";
import { countdown, TeamTransaction, Transaction } from "./transaction.ts";
import type { PlanMode, ReadMany, Row, Statement, TeamContext, TeamTx } from "./types.ts";
import { uuidv7 } from "./uuid.ts";

export interface DatabaseOptions extends PoolOptions {
  /** The service's name: changeset ids are `<prefix>_<uuid>` (trust.ids). */
  changesetPrefix: string;
}

/** Result of a committed write. */
export interface Written<T> {
  result: T;
  changesetId: string;
}

/** Work in one transaction, and how it ends. */
interface Run<T, R> {
  context: TeamContext;
  changesetUuid: string;
  isPreview?: boolean;
  work: (tx: TeamTx) => Promise<T>;
  end: (tx: TeamTransaction, result: T) => Promise<R>;
}

/** A deadlock's loser is run again this many times in all. */
const attemptsMax = 3;
/** Readings for which one work ends its transaction. */
const readingsMax = 3;

/** A service's way to its schema: every statement runs under one team's row-level security. */
export class Database {
  readonly #pool: ConnectionPool;
  readonly #changesetPrefix: string;

  constructor(options: DatabaseOptions) {
    this.#pool = new ConnectionPool(options);
    this.#changesetPrefix = options.changesetPrefix;
  }

  /**
   * Runs one reading statement in one round trip. It cannot write: its transaction is read only. A running time counts
   * from when there is a connection.
   */
  async read<R extends Row = Row>(
    context: TeamContext,
    statement: Statement,
    plan: PlanMode = "generic",
    running?: RunningTime,
  ): Promise<R[]> {
    const remainingMs = countdown(context.timeoutMs);
    const span = startSpan("client", `read ${statement.name ?? ""}`.trimEnd(), context.traceparent);
    try {
      const connection = await this.#pool.borrow(remainingMs(), context.teamId, context.departure);
      try {
        const send = (withinMs: number) =>
          connection.send([readSettings(context, plan, withinMs), statement], withinMs);
        const leftMs = remainingMs();
        const answers = await (running === undefined ? send(leftMs) : running.run(leftMs, send));
        return (answers[1]?.rows ?? []) as R[];
      } finally {
        connection.release();
      }
    } finally {
      span.end();
    }
  }

  /**
   * Runs several reading statements on one state of the data: none sees what is committed while another runs. It holds
   * a connection until the work ends, so the work is to be short.
   */
  async snapshot<T>(context: TeamContext, work: (read: ReadMany) => Promise<T>): Promise<T> {
    const remainingMs = countdown(context.timeoutMs);
    const span = startSpan("client", "snapshot", context.traceparent);
    const { teamId, departure } = context;
    const connection = await this.#pool.borrow(remainingMs(), teamId, departure).catch((error: unknown) => {
      span.end();
      throw error;
    });
    const tx = new Transaction(connection, remainingMs, [
      oneState,
      readSettings(context, "custom", remainingMs()),
    ]);
    try {
      return await work((statement, running) => {
        if (running === undefined) return tx.query(statement);
        return running.run(remainingMs(), (withinMs) => {
          tx.precede(systemSettings(withinMs));
          return tx.query(statement);
        });
      });
    } finally {
      await tx.rollback();
      connection.release(tx.isSettled);
      span.end();
    }
  }

  /**
   * Opens one state of the data, for reads over a longer time than one request of the service takes. It has a
   * connection until it is released.
   */
  async openState(context: TeamContext, limits: StateLimits): Promise<OpenState> {
    const { teamId, departure } = context;
    const span = startSpan("client", "state", context.traceparent);
    try {
      const connection = await this.#pool.borrow(limits.waitMs, teamId, departure);
      return new OpenState(connection, context, limits, () => span.end());
    } catch (error) {
      span.end();
      throw error;
    }
  }

  /**
   * Runs the work in one team transaction and commits it. When the work throws, nothing of it remains. Deadlocks,
   * serialization failures and ReadFirst run the whole work again, so it must have no effect outside its transaction. A
   * changeset that has its id already goes on under it.
   */
  async write<T>(
    context: TeamContext,
    work: (tx: TeamTx) => Promise<T>,
    changesetUuid: string = uuidv7(),
  ): Promise<Written<T>> {
    const span = startSpan("client", "write", context.traceparent);
    const end = async (tx: TeamTransaction, result: T) => {
      await tx.commit();
      return { result, changesetId: tx.changesetId };
    };
    try {
      return await this.#run({ context, work, changesetUuid, end });
    } finally {
      span.end();
    }
  }

  /** Runs the work as write() would, deferred statements included, and leaves no trace of it. */
  async preview<T>(context: TeamContext, work: (tx: TeamTx) => Promise<T>): Promise<T> {
    const span = startSpan("client", "preview", context.traceparent);
    const end = async (tx: TeamTransaction, result: T) => {
      await tx.flush();
      await tx.rollback();
      return result;
    };
    try {
      return await this.#run({ context, work, changesetUuid: uuidv7(), isPreview: true, end });
    } finally {
      span.end();
    }
  }

  async #run<T, R>({ context, work, changesetUuid, isPreview = false, end }: Run<T, R>): Promise<R> {
    const remainingMs = countdown(context.timeoutMs);
    for (let attempt = 1, readings = 0; ;) {
      const connection = await this.#pool.borrow(remainingMs(), context.teamId, context.departure);
      const tx = this.#begin(connection, { context, changesetUuid, isPreview }, remainingMs);
      let lacking: ReadFirst | undefined;
      try {
        return await end(tx, await work(tx));
      } catch (error) {
        await tx.rollback();
        if (error instanceof ReadFirst && readings < readingsMax) lacking = error;
        else if (!tx.hasCollided) throw error;
        else if (attempt === attemptsMax || context.departure?.().aborted === true) {
          const detail = "Other requests kept changing the same data. Try again.";
          throw new AppError("unavailable", detail, { cause: error });
        }
      } finally {
        connection.release(tx.isSettled);
      }
      await lacking?.read();
      if (lacking === undefined) attempt += 1;
      else readings += 1;
    }
  }

  /**
   * Rejects with AppError unavailable or timeout if the database does not answer within the time. The error names the
   * cause if the migration of that name has not run, or if a crash of the server could lose acknowledged writes
   * (operation.durability).
   */
  async ping(migration: string, durability: Durability, timeoutMs = 2_000): Promise<void> {
    const connection = await this.#pool.borrow(timeoutMs);
    try {
      const text = `select (select name from migrations where name = $1) as migration, ${durabilityColumns}`;
      const [answer] = await connection.send([{ name: "jst_ping", text, values: [migration] }], timeoutMs);
      const found = answer?.rows[0];
      if (found?.["migration"] !== migration) throw new Error(`migration ${migration} has not run`);
      const lossy = lossyBy(found, durability);
      if (lossy !== undefined) throw new Error(lossy);
    } finally {
      connection.release();
    }
  }

  /** Waits for running work, then closes all connections. */
  async close(): Promise<void> {
    await this.#pool.close();
  }

  #begin(
    connection: Borrowed,
    {
      context,
      changesetUuid,
      isPreview,
    }: { context: TeamContext; changesetUuid: string; isPreview: boolean },
    remainingMs: () => number,
  ): TeamTransaction {
    return new TeamTransaction(connection, remainingMs, {
      context,
      isPreview,
      changesetId: `${this.#changesetPrefix}_${changesetUuid}`,
      settings: writeSettings(context, changesetUuid, remainingMs()),
    });
  }
}
