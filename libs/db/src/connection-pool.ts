import { AppError } from "@jst/errors";
import pg from "pg";
import { isConnectionLoss, translated } from "./errors.ts";
import { Exchange, type Answer } from "./exchange.ts";
import { observePool } from "./pool-metrics.ts";
import { endsWithProcess, startOptions, type StartSettings } from "./start-options.ts";
import { limitWait } from "./limit-wait.ts";
import { noTeam, TeamShares } from "./team-shares.ts";
import type { Statement } from "./types.ts";

/** How a process reaches its database. */
export interface PoolOptions {
  connectionString: string;
  poolSize: number;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  settings?: StartSettings;
}

/** The server's own time limit speaks first; after this much more the connection counts as dead. */
const graceMs = 1_000;

/** A transaction whose client has stopped must not hold back the horizon of the relay for longer. */
const idleInTransactionMs = 15_000;

const connectMs = 5_000;

/** A connection may rest for hours: so often it says a word, lest a router forget it. */
const keepAliveMs = 30_000;

/** Node keeps a list for each length of timers: few lengths make a clock for each statement cheap. */
const alarmStepMs = 100;

/** Connections that nobody has needed for this time go back to pg-pool, which closes them in its own time. */
const restMs = 1_000;

/** One borrowed connection. Release it exactly once. */
export interface Borrowed {
  /** Makes one round trip. Rejects with AppError unavailable or timeout, or with PostgreSQL's own error. */
  send(statements: readonly Statement[], timeoutMs: number): Promise<Answer[]>;
  /** Gives the connection back, or closes it when it is lost or in an unknown state. */
  release(isReusable?: boolean): void;
}

/** Someone who waits for a connection: resolve takes one, reject the reason why there is none. */
type Waiting = PromiseWithResolvers<pg.PoolClient>;

/**
 * Connections that are borrowed within a bounded time, by teams in turn (TeamShares). pg-pool opens and closes them;
 * from hand to hand they go here, as its own way (timers, events and a turn of the loop) costs a read an eighth of its
 * time (ADR 22).
 */
export class ConnectionPool {
  readonly #pool: pg.Pool;
  readonly #unobserve: () => void;
  /** At rest, the last used one at the end. */
  readonly #free: pg.PoolClient[] = [];
  readonly #shares: TeamShares<Waiting>;
  readonly #broken = new WeakSet<pg.PoolClient>();
  /**
   * Texts by the names of their statements. A text that varies under its name fails on every connection, so that a test
   * which meets two of them sees it, whichever connections they take.
   */
  readonly #texts = new Map<string, string>();
  readonly #poolSize: number;
  /** Taken from pg-pool, those it is still opening included. */
  #taken = 0;
  /** As many as nobody has needed since the last look. */
  #unused = 0;
  readonly #sweeper: NodeJS.Timeout;
  #isClosing = false;

  constructor(options: PoolOptions) {
    this.#poolSize = options.poolSize;
    this.#shares = new TeamShares(options.poolSize);
    this.#pool = new pg.Pool({
      connectionString: options.connectionString,
      max: options.poolSize,
      application_name: options.applicationName,
      connectionTimeoutMillis: connectMs,
      idle_in_transaction_session_timeout: idleInTransactionMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
      options: startOptions({ ...endsWithProcess, ...options.settings }),
    });
    // A connection that breaks while idle is dropped by the pool; the next borrower gets a new one.
    this.#pool.on("error", () => undefined);
    // A borrowed one reports its loss through the exchange; without a listener the event would end the process.
    this.#pool.on("connect", (client) => client.on("error", () => this.#drop(client)));
    this.#unobserve = observePool(options.applicationName, () => ({
      total: this.#pool.totalCount,
      idle: this.#pool.idleCount + this.#free.length,
      waiting: this.#shares.waiting,
    }));
    this.#sweeper = setInterval(() => this.#sweep(), restMs).unref();
  }

  /**
   * Borrows a connection for work of the team. A waiter gets AppError unavailable if the time is up, if nobody waits
   * for the work any longer (`departure`), or if the server cannot be reached.
   */
  async borrow(timeoutMs: number, team: string = noTeam, departure?: () => AbortSignal): Promise<Borrowed> {
    const free = this.#shares.mayTake(team) ? this.#free.pop() : undefined;
    this.#unused = Math.min(this.#unused, this.#free.length);
    if (free !== undefined) {
      this.#shares.take(team);
      return this.#lend(free, team);
    }
    const waiting = Promise.withResolvers<pg.PoolClient>();
    this.#shares.wait(team, waiting);
    if (this.#taken < this.#poolSize) void this.#open();
    const endWait = limitWait(stepped(timeoutMs), departure, (reason) => {
      this.#shares.leave(team, waiting);
      waiting.reject(reason);
    });
    try {
      return this.#lend(await waiting.promise, team);
    } catch (cause) {
      throw new AppError("unavailable", "The service is too busy to answer now. Try again.", { cause });
    } finally {
      endWait();
    }
  }

  /**
   * Opens a connection for the next waiter; a connection that is returned meanwhile serves that waiter sooner. If the
   * server opens none now (the role's password has just changed, or all of its connections are in use), the open ones
   * serve all. Without any, all waiters get the error.
   */
  async #open(): Promise<void> {
    this.#taken += 1;
    try {
      this.#putBack(await this.#pool.connect(), true);
    } catch (error) {
      this.#taken -= 1;
      if (this.#taken > 0) return;
      for (const waiting of this.#shares.takeAll()) waiting.reject(error);
    }
  }

  #lend(client: pg.PoolClient, team: string): Borrowed {
    let isLost = false;
    const send = async (statements: readonly Statement[], sendTimeoutMs: number) => {
      const exchange = new Exchange(statements, this.#texts);
      const alarm = setTimeout(
        () => {
          client.connection.stream.destroy(new Error("The database did not answer within its time limit."));
        },
        stepped(sendTimeoutMs + graceMs),
      );
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
    const release = (isReusable = true) => {
      this.#shares.giveBack(team);
      this.#putBack(client, isReusable && !isLost);
    };
    return { send, release };
  }

  /** Takes a connection that nobody has any more, and hands those at rest to the next in turn. */
  #putBack(client: pg.PoolClient, isSound: boolean): void {
    if (isSound && !this.#broken.has(client)) this.#free.push(client);
    else this.#giveUp(client, true);
    if (this.#shares.waiting > 0) this.#serve();
    if (this.#isClosing) for (const spare of this.#free.splice(0)) this.#giveUp(spare, false);
  }

  /** Serves waiting teams: a returned connection may let a team have an idle one. */
  #serve(): void {
    for (let client = this.#free.at(-1); client !== undefined; client = this.#free.at(-1)) {
      const next = this.#shares.next();
      if (next === undefined) return;
      this.#free.pop();
      next.resolve(client);
    }
  }

  /** Leaves the connection to pg-pool, which closes a broken one. */
  #giveUp(client: pg.PoolClient, isBroken: boolean): void {
    this.#taken -= 1;
    client.release(isBroken || this.#broken.has(client));
    if (this.#shares.waiting > 0) void this.#open();
  }

  /** Closes a connection that breaks while it is idle; the next borrower gets another. */
  #drop(client: pg.PoolClient): void {
    this.#broken.add(client);
    const place = this.#free.indexOf(client);
    if (place < 0) return;
    this.#free.splice(place, 1);
    this.#giveUp(client, true);
  }

  /**
   * Closes idle connections, but never the last one. So the service still answers while the server opens no new ones,
   * as between a change of the password and the restart of the process. Closes none while a team waits for its share.
   */
  #sweep(): void {
    const spare = this.#shares.waiting > 0 ? 0 : Math.max(0, Math.min(this.#unused, this.#free.length - 1));
    for (const client of this.#free.splice(0, spare)) this.#giveUp(client, false);
    this.#unused = this.#free.length;
  }

  /** Waits for borrowed connections, then closes all. */
  async close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#sweeper);
    this.#unobserve();
    for (const client of this.#free.splice(0)) this.#giveUp(client, false);
    await this.#pool.end();
  }
}

/** Rounds the time up to whole steps. */
function stepped(ms: number): number {
  return Math.ceil(ms / alarmStepMs) * alarmStepMs;
}
