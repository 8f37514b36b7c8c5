import pg from "pg";
import type { Row, Statement } from "./types.ts";

/** Whose session it is, and what it alone may do. */
export interface LeaseOptions {
  connectionString: string;
  applicationName: string;
  /** Name of the lease; one session of the database holds it at a time. */
  lease: string;
  /** Time limit of each statement. */
  timeoutMs: number;
}

/** A holder whose machine has vanished loses its connection, and with it the lease, after about this long. */
const vanishedAfterMs = 6_000;

/**
 * One connection that holds a lease for as long as it lives: PostgreSQL gives it to the next when the connection
 * ends, however that comes. Every statement is a transaction of its own, so a holder that has lost the lease
 * cannot write either.
 */
export class LeasedSession {
  readonly #client: pg.Client;
  #isLost = false;

  private constructor(client: pg.Client) {
    this.#client = client;
    const lose = () => {
      this.#isLost = true;
    };
    client.on("error", lose);
    client.on("end", lose);
  }

  /** The session, or undefined while another one holds the lease. */
  static async open(options: LeaseOptions): Promise<LeasedSession | undefined> {
    const { connectionString, applicationName, timeoutMs } = options;
    const client = new pg.Client({
      connectionString,
      application_name: applicationName,
      connectionTimeoutMillis: timeoutMs,
      statement_timeout: timeoutMs,
      query_timeout: timeoutMs + 1_000,
      keepAlive: true,
      options: `-c tcp_user_timeout=${vanishedAfterMs} -c tcp_keepalives_idle=2 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=2`,
    });
    const session = new LeasedSession(client);
    try {
      await client.connect();
      const text = "select pg_try_advisory_lock(hashtextextended($1, 0)) as is_held";
      const { rows } = await client.query<{ is_held: boolean }>(text, [options.lease]);
      if (rows[0]?.is_held === true) return session;
    } catch (error) {
      await session.close();
      throw error;
    }
    await session.close();
    return undefined;
  }

  /** False once the connection, and with it the lease, is gone. */
  get isHeld(): boolean {
    return !this.#isLost;
  }

  /** Runs one statement in a transaction of its own. */
  async query<R extends Row = Row>({ name, text, values }: Statement): Promise<R[]> {
    const { rows } = await this.#client.query<R>({
      ...(name === undefined ? {} : { name }),
      text,
      values: [...values],
    });
    return rows;
  }

  /** Ends the connection and gives the lease back. */
  async close(): Promise<void> {
    await this.#client.end().catch(() => undefined);
  }
}
