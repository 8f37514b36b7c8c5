import type { SecretBox } from "@jst/config";
import { askedWaitMs, JobWorker, retryAfterMs, type HeldJob, type RetrySchedule } from "@jst/jobs";
import { Connections, post, UrlRefused, type PostAnswer, type UrlGuard } from "@jst/jobs/outbound";
import type { Logger } from "@jst/telemetry";
import { secretOwner } from "../secrets/endpoint-secret.ts";
import { attemptFaultOf, codeOf, type AttemptFault } from "./attempt-fault.ts";
import { attempting } from "./attempt-telemetry.ts";
import { deliveryHeaders, type SigningSecrets } from "./headers.ts";
import type { Claimed, LineQueue, Outcome, Queue } from "./queue.ts";
import { scheduleOf, BEGIN_SECONDS } from "./schedule.ts";

/** Options of a dispatcher. */
export interface DispatcherOptions {
  queue: Queue;
  /** Deliveries of endpoints with an order, batches or a pace. */
  lines: LineQueue;
  guard: UrlGuard;
  secrets: SecretBox;
  /** Standard schedule. The long schedule has the same length of a minute. */
  schedule: RetrySchedule;
  logger: Logger;
  /** Milliseconds by which time is shifted; only tests shift it. */
  clockShiftMs?: () => number;
}

/** Most POSTs in progress in one process. */
const inFlightMax = 256;
/** Limit of one team, over all processes, however many of its endpoints are slow. */
const inFlightPerTeam = 64;
/** Limit of one endpoint, over all processes, so that a slow one occupies few workers (events.never-disabled). */
const inFlightPerEndpoint = 4;
const timeoutMs = 10_000;
/** Longer than any attempt takes, so that only a dead worker's attempts are made again. */
const leaseMs = 15_000;
const limits = { perLane: inFlightPerEndpoint, perTeam: inFlightPerTeam, leaseMs };

/** Posts due deliveries and records the results. */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #connections = new Connections();
  readonly #workers: readonly JobWorker<Claimed, Outcome>[];

  constructor(options: DispatcherOptions) {
    this.#options = options;
    const { queue, lines, logger, clockShiftMs } = options;
    this.#workers = [queue, lines].map(
      (one) =>
        new JobWorker<Claimed, Outcome>({
          name: "dispatcher",
          queue: one,
          limits,
          inFlightMax,
          work: (held) =>
            attempting(held.job, (traced, ended) => this.#deliver({ ...held, job: traced }, ended)),
          logger,
          ...(clockShiftMs === undefined ? {} : { clockShiftMs }),
        }),
    );
  }

  start(): void {
    for (const worker of this.#workers) worker.start();
  }

  /** Claims no further deliveries and waits for the attempts in progress. */
  async stop(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.stop()));
    this.#connections.close();
  }

  async #deliver(
    { job: delivery, record, claimedMs }: HeldJob<Claimed, Outcome>,
    ended: (outcome: Outcome) => void,
  ): Promise<void> {
    const { id, team_id: team, endpoint_id: endpoint, attempt } = delivery;
    const startMs = performance.now();
    const outcome = await this.#attempt(delivery, claimedMs);
    ended(outcome);
    const isRecorded = await record(outcome);
    const ms = Math.round(performance.now() - startMs);
    const { status, statusCode: code } = outcome;
    this.#options.logger.info(
      { delivery: id, team, endpoint, attempt, status, code, ms, is_recorded: isRecorded },
      "delivery",
    );
  }

  async #attempt(delivery: Claimed, claimedMs: number): Promise<Outcome> {
    const { logger } = this.#options;
    const schedule = scheduleOf(delivery.retries, this.#options.schedule);
    // The last attempts ended without a record, because their worker died. They count (events.attempts).
    if (delivery.is_deleted || delivery.attempt > Math.max(schedule.attemptsMax, delivery.attempts_max))
      return { status: "failed", statusCode: null, fault: null, isAttempt: false };
    let statusCode: number | null = null;
    let fault: AttemptFault | null = null;
    let askedMs = 0;
    try {
      const { status, retryAfter } = await this.#post(delivery, claimedMs);
      statusCode = status;
      askedMs = askedWaitMs(retryAfter, Date.now() + this.#shift());
      if (statusCode >= 200 && statusCode < 300)
        return { status: "success", statusCode, fault, isAttempt: true };
    } catch (error) {
      fault = attemptFaultOf(error);
      const reason = error instanceof UrlRefused ? "guard" : (codeOf(error) ?? "fault");
      logger.warn({ delivery: delivery.id, team: delivery.team_id, reason }, "an attempt got no answer");
    }
    const waitMs = retryAfterMs(schedule, delivery.attempt, askedMs);
    if (waitMs === undefined) return { status: "failed", statusCode, fault, isAttempt: true };
    const { attemptsMax } = schedule;
    return { status: "pending", statusCode, fault, isAttempt: true, retryAfterMs: waitMs, attemptsMax };
  }

  async #post(delivery: Claimed, claimedMs: number): Promise<PostAnswer> {
    const { guard } = this.#options;
    const target = await guard.pin(delivery.url);
    const body = Buffer.from(delivery.payload);
    const headers = deliveryHeaders(
      delivery,
      body,
      this.#secretsOf(delivery),
      new Date(Date.now() + this.#shift()),
    );
    const { endpoint_id: recipient, url } = delivery;
    if (delivery.is_paced && performance.now() - claimedMs > BEGIN_SECONDS * 1_000) throw new BeginTimeout();
    return post({ recipient, url, target, headers, body, timeoutMs }, guard, this.#connections);
  }

  #secretsOf(delivery: Claimed): SigningSecrets {
    const owner = secretOwner(delivery.team_id, delivery.endpoint_id);
    const open = (sealed: string) => this.#options.secrets.open(Buffer.from(sealed, "base64"), owner);
    return { current: open(delivery.secret), former: delivery.former_secrets.map(open) };
  }

  #shift(): number {
    return this.#options.clockShiftMs?.() ?? 0;
  }
}

/** A POST that may no longer begin, because the time for which its claim counts is over. */
class BeginTimeout extends Error {
  readonly code = "ETIMEDOUT";
}
