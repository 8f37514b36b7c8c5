import { ConnectionPool, type PoolOptions } from "./connection-pool.ts";
import { systemSettings } from "./settings.ts";
import { countdown, Transaction } from "./transaction.ts";
import type { Row, Statement } from "./types.ts";

/** A transaction that belongs to no team. */
export type SystemTx = Pick<Transaction, "query" | "precede" | "defer" | "last">;

/** Time limit of work that belongs to no request. */
const defaultTimeoutMs = 10_000;

/**
 * Statements without a team: what auth must look up before it knows one, and work of the operator. Row-level
 * security holds here too; what is visible is what the policies grant to the role of the connection.
 */
export class SystemDatabase {
  readonly #pool: ConnectionPool;

  constructor(options: PoolOptions) {
    this.#pool = new ConnectionPool(options);
  }

  /** Runs one statement in one round trip. */
  async query<R extends Row = Row>(statement: Statement, timeoutMs: number = defaultTimeoutMs): Promise<R[]> {
    const remainingMs = countdown(timeoutMs);
    const connection = await this.#pool.borrow(remainingMs());
    try {
      const leftMs = remainingMs();
      const answers = await connection.send([systemSettings(leftMs), statement], leftMs);
      return (answers[1]?.rows ?? []) as R[];
    } finally {
      connection.release();
      statement.signal?.ring();
    }
  }

  /** Runs the work in one transaction; when it throws, nothing of it remains. Never repeats it. */
  async transaction<T>(work: (tx: SystemTx) => Promise<T>, timeoutMs: number = defaultTimeoutMs): Promise<T> {
    const remainingMs = countdown(timeoutMs);
    const connection = await this.#pool.borrow(remainingMs());
    const tx = new Transaction(connection, remainingMs, [systemSettings(remainingMs())]);
    try {
      const result = await work(tx);
      await tx.commit();
      return result;
    } catch (error) {
      await tx.rollback();
      throw error;
    } finally {
      connection.release(tx.isSettled);
    }
  }

  /** Waits for running work, then closes all connections. */
  async close(): Promise<void> {
    await this.#pool.close();
  }
}
