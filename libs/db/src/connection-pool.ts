import { AppError } from "@jst/errors";
import pg from "pg";
import { isConnectionLoss, translated } from "./errors.ts";
import { Exchange, type Answer } from "./exchange.ts";
import { observePool } from "./pool-metrics.ts";
import type { Statement } from "./types.ts";

/** How a process reaches its database. */
export interface PoolOptions {
  connectionString: string;
  /** Largest number of connections. */
  poolSize: number;
  /** Shown in pg_stat_activity. */
  applicationName: string;
}

/** The server's own time limit speaks first; after this much more the connection counts as dead. */
const graceMs = 1_000;

/** A transaction whose client has stopped must not hold back the horizon of the relay for longer. */
const idleInTransactionMs = 15_000;

const connectMs = 5_000;

/** One borrowed connection. Release it exactly once. */
export interface Borrowed {
  /** One round trip. Fails with AppError unavailable or timeout, or with PostgreSQL's own error. */
  send(statements: readonly Statement[], timeoutMs: number): Promise<Answer[]>;
  /** Gives the connection back, or closes it when it is lost or in an unknown state. */
  release(isReusable?: boolean): void;
}

/** Connections that are borrowed within a bounded time. */
export class ConnectionPool {
  readonly #pool: pg.Pool;
  readonly #unobserve: () => void;

  constructor(options: PoolOptions) {
    this.#pool = new pg.Pool({
      connectionString: options.connectionString,
      max: options.poolSize,
      application_name: options.applicationName,
      connectionTimeoutMillis: connectMs,
      idle_in_transaction_session_timeout: idleInTransactionMs,
      keepAlive: true,
    });
    // A connection that breaks while idle is dropped by the pool; the next borrower gets a new one.
    this.#pool.on("error", () => undefined);
    // A borrowed one reports its loss through the exchange; without a listener the event would end the process.
    this.#pool.on("connect", (client) => client.on("error", () => undefined));
    this.#unobserve = observePool(options.applicationName, this.#pool);
  }

  /** A connection, or AppError unavailable once the time has passed or the server cannot be reached. */
  async borrow(timeoutMs: number): Promise<Borrowed> {
    const isFree = this.#pool.idleCount > 0 && this.#pool.waitingCount === 0;
    const pending = this.#pool.connect();
    // A connection that is free is there in the same turn: nothing to wait for, and no clock to pay for.
    const client = await (isFree ? pending : within(pending, timeoutMs)).catch((error: unknown) => {
      // Whoever comes too late for its request goes back to the pool at once.
      pending.then(
        (late) => late.release(),
        () => undefined,
      );
      throw new AppError("unavailable", "No database connection became free in time. Try again.", {
        cause: error,
      });
    });
    let isLost = false;
    const send = async (statements: readonly Statement[], sendTimeoutMs: number) => {
      const exchange = new Exchange(statements);
      const alarm = setTimeout(() => {
        client.connection.stream.destroy(new Error("The database did not answer within its time limit."));
      }, sendTimeoutMs + graceMs);
      try {
        client.query(exchange);
        return await exchange.answers;
      } catch (error) {
        isLost ||= isConnectionLoss(error);
        throw translated(error);
      } finally {
        clearTimeout(alarm);
      }
    };
    return { send, release: (isReusable = true) => client.release(isLost || !isReusable) };
  }

  /** Waits for borrowed connections, then closes all. */
  async close(): Promise<void> {
    this.#unobserve();
    await this.#pool.end();
  }
}

async function within<T>(pending: Promise<T>, timeoutMs: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const alarm = setTimeout(() => reject(new Error(`waited ${timeoutMs} ms`)), timeoutMs);
  try {
    return await Promise.race([pending, late]);
  } finally {
    clearTimeout(alarm);
  }
}
