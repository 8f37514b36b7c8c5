import { createClient } from "@redis/client";
import { Allowances, granted, secondsOf } from "./allowances.ts";
import { CircuitBreaker } from "./circuit-breaker.ts";
import { SLOTS, takeRequests, type WindowReply, type WindowRequest } from "./limiter-script.ts";
import { WINDOW_S, type RateLimit } from "../rate-limits.ts";

/** Milliseconds Redis has for an answer; afterwards the request is let through (limits.rate-fail-open). */
const TIMEOUT_MS = 50;
const FAILURES_MAX = 3;
const OPEN_MS = 1_000;
const RECONNECT_MS_MAX = 1_000;
const SLOT_MS = (WINDOW_S * 1_000) / SLOTS;

export interface LimiterOptions {
  redisUrl: string;
  /** Starts every key; tests use their own. */
  keyPrefix?: string;
  /** Milliseconds Redis has; tests of what is counted wait as long as a busy machine lets them. */
  patienceMs?: number;
  /** Called for every request let through unlimited because Redis did not answer. */
  onOpen: (cause: unknown) => void;
}

interface Batch {
  size: number;
  taken: Promise<WindowReply>;
}

/**
 * Counts the requests of a token in Redis. When Redis is dead, slow or away the request is let through within
 * the time limit and the metric counts it; nothing but the limiter ever fails open (limits.rate-fail-open).
 */
export class Limiter {
  readonly #client;
  readonly #options: Required<LimiterOptions>;
  readonly #breaker = new CircuitBreaker({ failuresMax: FAILURES_MAX, openMs: OPEN_MS });
  readonly #batches = new Map<string, Batch>();
  readonly #allowances = new Allowances();
  readonly #sweeper: NodeJS.Timeout;

  constructor(options: LimiterOptions) {
    this.#options = { keyPrefix: "limit:", patienceMs: TIMEOUT_MS, ...options };
    this.#client = createClient({
      url: options.redisUrl,
      scripts: { takeRequests },
      // With the queue, a call made while Redis is away would wait for its return (limits.rate-fail-open).
      disableOfflineQueue: true,
      // The client stops this clock once a command is written to the socket, so it cannot see a stopped Redis; ours
      // can.
      commandOptions: { timeout: 0 },
      socket: {
        connectTimeout: RECONNECT_MS_MAX,
        reconnectStrategy: (attempt) => Math.min(50 * 2 ** attempt, RECONNECT_MS_MAX),
      },
    });
    // Connection faults show as failed calls; without a listener the event would end the process.
    this.#client.on("error", () => undefined);
    this.#client.connect().catch(() => undefined);
    this.#sweeper = setInterval(() => this.#giveBack(), SLOT_MS).unref();
  }

  /** Counts one request of the token; undefined when the limiter is out of order and the request passes uncounted. */
  async take(tokenId: string, limit: number): Promise<RateLimit | undefined> {
    const ahead = this.#allowances.take(tokenId);
    if (ahead !== undefined) return ahead;
    const batch = this.#batches.get(tokenId) ?? this.#newBatch(tokenId, limit);
    const index = batch.size;
    batch.size += 1;
    try {
      const [grantedNow, remaining, leftMs, waitMs] = await batch.taken;
      if (index < grantedNow) return granted(remaining + grantedNow - 1 - index, leftMs);
      const retryAfterS = Math.max(1, Math.ceil(waitMs / 1000));
      return { isAllowed: false, remaining: 0, resetS: secondsOf(leftMs), retryAfterS };
    } catch (cause) {
      this.#options.onOpen(cause);
      return undefined;
    }
  }

  close(): void {
    clearInterval(this.#sweeper);
    this.#client.destroy();
  }

  /** Requests of one token that arrive in one turn of the event loop are counted by one call. */
  #newBatch(tokenId: string, limit: number): Batch {
    const { promise: endOfTurn, resolve } = Promise.withResolvers<boolean>();
    setImmediate(resolve, true);
    const batch: Batch = {
      size: 0,
      taken: endOfTurn.then(() => {
        this.#batches.delete(tokenId);
        return this.#ask(tokenId, limit, batch.size);
      }),
    };
    this.#batches.set(tokenId, batch);
    return batch;
  }

  async #ask(tokenId: string, limit: number, waiting: number): Promise<WindowReply> {
    if (!this.#breaker.admits()) throw new Error("The limiter's breaker is open.");
    const askedAt = performance.now();
    try {
      const unused = this.#allowances.giveBack(tokenId);
      const ahead = this.#allowances.ahead(tokenId, limit, waiting);
      const taking = this.#send(tokenId, { limit, wanted: waiting, ahead, ...unused });
      const taken = await within(this.#options.patienceMs, taking);
      this.#breaker.succeeded();
      this.#allowances.keep(tokenId, waiting, askedAt, taken);
      return taken;
    } catch (error) {
      this.#breaker.failed();
      throw error;
    }
  }

  /**
   * Returns requests that were granted ahead to tokens that stay away. Requests that cannot be returned expire with
   * their slot.
   */
  #giveBack(): void {
    for (const [tokenId, unused] of this.#allowances.sweep()) {
      if (!this.#client.isReady) continue;
      this.#send(tokenId, { limit: 0, wanted: 0, ahead: 0, ...unused }).catch(() => undefined);
    }
  }

  #send(tokenId: string, wanted: Omit<WindowRequest, "slotMs">): Promise<WindowReply> {
    return this.#client.takeRequests(this.#options.keyPrefix + tokenId, { slotMs: SLOT_MS, ...wanted });
  }
}

/** Rejects when the work takes longer. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`Redis did not answer within ${ms} ms.`)), ms);
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
