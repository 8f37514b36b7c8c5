import pg from "pg";
import { endsWithProcess, startOptions, type StartSettings } from "./start-options.ts";
import type { Row, Statement } from "./types.ts";

/** Options of a lease: the owner of its session, and the work that it alone may do. */
export interface LeaseOptions {
  connectionString: string;
  applicationName: string;
  /** Name of the lease; one session of the database holds it at a time. */
  lease: string;
  /** Time limit of each statement. */
  timeoutMs: number;
  settings?: StartSettings;
}

/**
 * A holder whose machine has vanished, or that has stopped, loses its connection and the lease after about this long.
 */
const vanishedAfterMs = 6_000;
const alive: StartSettings = {
  tcp_user_timeout: String(vanishedAfterMs),
  tcp_keepalives_idle: "2",
  tcp_keepalives_interval: "2",
  tcp_keepalives_count: "2",
  idle_session_timeout: String(vanishedAfterMs),
  ...endsWithProcess,
};
/** A holder says at least this often that it still turns. */
const beatMs = 2_000;

/**
 * Connection that has a lease for as long as it lives. When the connection ends in any way, PostgreSQL passes the lease
 * to the next; it also ends the connection of a process that is silent. Every statement is its own transaction, so a
 * holder that has lost the lease cannot write.
 */
export class LeasedSession {
  readonly #client: pg.Client;
  readonly #lease: string;
  readonly #heart: NodeJS.Timeout;
  #isLost = false;
  #isTaken = false;
  #isBeating = false;

  private constructor(client: pg.Client, lease: string) {
    this.#client = client;
    this.#lease = lease;
    const lose = () => {
      this.#isLost = true;
    };
    client.on("error", lose);
    client.on("end", lose);
    this.#heart = setInterval(() => void this.#beat(), beatMs).unref();
  }

  /** Opens a session that does not have the lease yet. */
  static async open(options: LeaseOptions): Promise<LeasedSession> {
    const { connectionString, applicationName, timeoutMs, settings = {} } = options;
    const client = new pg.Client({
      connectionString,
      application_name: applicationName,
      connectionTimeoutMillis: timeoutMs,
      statement_timeout: timeoutMs,
      query_timeout: timeoutMs + 1_000,
      keepAlive: true,
      options: startOptions({ ...alive, ...settings }),
    });
    const session = new LeasedSession(client, options.lease);
    try {
      await client.connect();
      return session;
    } catch (error) {
      await session.close();
      throw error;
    }
  }

  /** Takes the lease; false while another session holds it. */
  async take(): Promise<boolean> {
    const text = "select pg_try_advisory_lock(hashtextextended($1, 0)) as is_taken";
    const rows = await this.query<{ is_taken: boolean }>({ text, values: [this.#lease] });
    this.#isTaken = rows[0]?.is_taken === true;
    return this.#isTaken;
  }

  /** Listens on a channel for as long as the session lives. */
  async listen(channel: string, onNotification: () => void): Promise<void> {
    this.#client.on("notification", (one) => {
      if (one.channel === channel) onNotification();
    });
    await this.#client.query(`listen ${pg.escapeIdentifier(channel)}`);
  }

  /** True from the acquisition of the lease until the connection, and with it the lease, is gone. */
  get isHeld(): boolean {
    return this.#isTaken && !this.#isLost;
  }

  /** Runs one statement in a transaction of its own; waits longer for one that the session lets run longer. */
  async query<R extends Row = Row>({ name, text, values }: Statement, waitMs?: number): Promise<R[]> {
    const { rows } = await this.#client.query<R>({
      ...(name === undefined ? {} : { name }),
      ...(waitMs === undefined ? {} : { query_timeout: waitMs }),
      text,
      values: [...values],
    });
    return rows;
  }

  /** Ends the connection and gives the lease back. */
  async close(): Promise<void> {
    clearInterval(this.#heart);
    await this.#client.end().catch(() => undefined);
  }

  async #beat(): Promise<void> {
    if (this.#isBeating || this.#isLost) return;
    this.#isBeating = true;
    // A beat that fails tells nothing that the next statement does not.
    await this.#client.query("select").catch(() => undefined);
    this.#isBeating = false;
  }
}
