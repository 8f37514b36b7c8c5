import type { Logger } from "@jst/telemetry";
import { setTimeout as delay } from "node:timers/promises";
import { UrlRefused } from "../guard/target.ts";
import type { UrlGuard } from "../guard/guard.ts";
import { secretOwner, type SecretBox } from "../secrets/secret-box.ts";
import { Connections } from "./connections.ts";
import { dueSignal } from "./due-signal.ts";
import { attempting } from "./events.ts";
import { deliveryHeaders } from "./headers.ts";
import { post, type PostAnswer } from "./post.ts";
import type { Claimed, Outcome, Queue } from "./queue.ts";
import { askedWaitMs, retryAfterMs, type RetrySchedule } from "./schedule.ts";

/** What a dispatcher works with. */
export interface DispatcherOptions {
  queue: Queue;
  guard: UrlGuard;
  secrets: SecretBox;
  schedule: RetrySchedule;
  logger: Logger;
  /** Milliseconds by which time is shifted; only tests shift it. */
  clockShiftMs?: () => number;
}

/** POSTs under way in one process. */
const inFlightMax = 256;
/** Of one team, over all processes, however many of its endpoints are slow. */
const inFlightPerTeam = 64;
/** Of one endpoint, over all processes: a slow one takes no more of the workers (events.never-disabled). */
const inFlightPerEndpoint = 4;
const timeoutMs = 10_000;
/** Longer than any attempt takes, so that only a dead worker's attempts are made again. */
const leaseMs = 15_000;
const shares = { perEndpoint: inFlightPerEndpoint, perTeam: inFlightPerTeam, leaseMs };
/** Longest wait for the next look into the queue: for what no signal of this process tells of. */
const pollMs = 1_000;
/**
 * Shortest time between two claims, or as long as the last one took: what ends or arrives meanwhile is served by one.
 */
const claimGapMs = 5;
const claimGapMaxMs = 250;
const pauseMs = 500;

/** Sends what is due, records how it went, and never holds a transaction while it waits for an endpoint. */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #stopping = new AbortController();
  readonly #underway = new Set<Promise<void>>();
  readonly #connections = new Connections();
  #done: Promise<void> = Promise.resolve();

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  /** Starts working. */
  start(): void {
    this.#done = this.#work();
  }

  /** Takes nothing new and waits for the attempts under way. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#done;
    await Promise.all(this.#underway);
    this.#connections.close();
  }

  async #work(): Promise<void> {
    const { queue, logger } = this.#options;
    const stopped = this.#stopping.signal;
    while (!stopped.aborted) {
      try {
        const seen = dueSignal.rings;
        const count = inFlightMax - this.#underway.size;
        const limits = { ...shares, count, clockShiftMs: this.#shift() };
        const startMs = performance.now();
        const claimed = count === 0 ? [] : await queue.claim(limits);
        for (const delivery of claimed) this.#begin(delivery);
        const gapMs = Math.min(Math.max(claimGapMs, performance.now() - startMs), claimGapMaxMs);
        await Promise.all([dueSignal.past(seen, pollMs, stopped), delay(gapMs)]);
      } catch (error) {
        logger.error({ error }, "the dispatcher could not go on and will try again");
        await delay(pauseMs, undefined, { signal: stopped }).catch(() => undefined);
      }
    }
  }

  #begin(delivery: Claimed): void {
    const attempt = attempting(delivery, (traced, ended) => this.#deliver(traced, ended)).finally(() => {
      this.#underway.delete(attempt);
      dueSignal.ring();
    });
    this.#underway.add(attempt);
  }

  async #deliver(delivery: Claimed, ended: (outcome: Outcome) => void): Promise<void> {
    const { id, team_id: team, endpoint_id: endpoint, attempt } = delivery;
    const startMs = performance.now();
    const outcome = await this.#attempt(delivery);
    ended(outcome);
    const isRecorded = await this.#record(delivery, outcome, startMs + leaseMs);
    const ms = Math.round(performance.now() - startMs);
    const { status, statusCode: code } = outcome;
    this.#options.logger.info(
      { delivery: id, team, endpoint, attempt, status, code, ms, is_recorded: isRecorded },
      "delivery",
    );
  }

  /**
   * What is not recorded while its lease lasts is posted again, so a database that is away for a moment is waited for.
   * To repeat a record whose answer alone was lost is harmless: it has ended the lease.
   */
  async #record(delivery: Claimed, outcome: Outcome, leaseEndMs: number): Promise<boolean> {
    const { queue, logger } = this.#options;
    const stopped = this.#stopping.signal;
    for (;;) {
      try {
        return await queue.record(delivery, outcome, this.#shift());
      } catch (error) {
        const { id, team_id: team } = delivery;
        logger.error({ error, delivery: id, team }, "an outcome could not be recorded");
      }
      await delay(pauseMs, undefined, { signal: stopped }).catch(() => undefined);
      if (stopped.aborted || performance.now() > leaseEndMs) return false;
    }
  }

  async #attempt(delivery: Claimed): Promise<Outcome> {
    const { schedule, logger } = this.#options;
    // Nobody recorded how the last attempts ended; there are no more than five (events.attempts).
    if (delivery.is_deleted || delivery.attempt > schedule.attemptsMax)
      return { status: "failed", statusCode: null, isAttempt: false };
    let statusCode: number | null = null;
    let askedMs = 0;
    try {
      const { status, retryAfter } = await this.#post(delivery);
      statusCode = status;
      askedMs = askedWaitMs(retryAfter, Date.now() + this.#shift());
      if (statusCode >= 200 && statusCode < 300) return { status: "success", statusCode, isAttempt: true };
    } catch (error) {
      const reason = error instanceof UrlRefused ? "guard" : (codeOf(error) ?? "fault");
      logger.warn({ delivery: delivery.id, team: delivery.team_id, reason }, "an attempt got no answer");
    }
    const waitMs = retryAfterMs(schedule, delivery.attempt, askedMs);
    if (waitMs === undefined) return { status: "failed", statusCode, isAttempt: true };
    return { status: "pending", statusCode, isAttempt: true, retryAfterMs: waitMs };
  }

  async #post(delivery: Claimed): Promise<PostAnswer> {
    const { guard } = this.#options;
    const target = await guard.pin(delivery.url);
    const body = Buffer.from(delivery.payload);
    const headers = deliveryHeaders(
      delivery,
      body,
      this.#secretsOf(delivery),
      new Date(Date.now() + this.#shift()),
    );
    const { endpoint_id: endpointId, url } = delivery;
    return post({ endpointId, url, target, headers, body, timeoutMs }, guard, this.#connections);
  }

  #secretsOf(delivery: Claimed): { current: string; previous: string | undefined } {
    const owner = secretOwner(delivery.team_id, delivery.endpoint_id);
    const open = (sealed: string) => this.#options.secrets.open(Buffer.from(sealed, "base64"), owner);
    const { secret, previous_secret: previous } = delivery;
    return { current: open(secret), previous: previous === null ? undefined : open(previous) };
  }

  #shift(): number {
    return this.#options.clockShiftMs?.() ?? 0;
  }
}

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : undefined;
}
