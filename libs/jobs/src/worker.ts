import type { Logger } from "@jst/telemetry";
import { setTimeout as delay } from "node:timers/promises";
import type { JobOutcome } from "./outcomes.ts";
import type { ClaimLimits, JobQueue } from "./queue.ts";
import type { ClaimedJob } from "./queue-table.ts";

/** Job with its lease, as the work gets it. */
export interface HeldJob<Job, Outcome> {
  job: Job;
  /**
   * Records how the attempt ended. A database that is away is asked again while the lease lasts. Answers false when the
   * outcome could not be recorded: the attempt was given up, and the job is done again.
   */
  record: (outcome: Outcome) => Promise<boolean>;
  /** When the claim began, by performance.now(). */
  claimedMs: number;
  /** Aborted when the lease is lost; only where leases are renewed. */
  lost: AbortSignal;
}

/** Options of a worker. */
export interface JobWorkerOptions<Job extends ClaimedJob, Outcome extends JobOutcome> {
  /** Name of the worker in the log. */
  name: string;
  queue: JobQueue<Job, Outcome>;
  limits: Omit<ClaimLimits, "count" | "clockShiftMs">;
  /** Jobs under way in one process. */
  inFlightMax: number;
  /** Makes one attempt and records it. A job whose work throws is done again once its lease is over. */
  work: (held: HeldJob<Job, Outcome>) => Promise<void>;
  /** Renews the leases of what is under way: for jobs that may take longer than a lease. */
  renewsLeases?: boolean;
  logger: Logger;
  /** Milliseconds by which time is shifted; only tests shift it. */
  clockShiftMs?: () => number;
}

interface ClaimedWork<Job> {
  job: Job;
  /** By this process's clock. */
  leaseEndMs: number;
  lost: AbortController;
}

/** Longest wait for the next look into the queue: for what no signal of this process tells of. */
const pollMs = 1_000;
/**
 * Shortest time between two claims, or as long as the last one took: what ends or arrives meanwhile is served by one.
 */
const claimGapMs = 5;
const claimGapMaxMs = 250;
const pauseMs = 500;
/** Renewals within the time of a lease. */
const RENEWALS_PER_LEASE = 3;

/** Claims what is due, has it worked on, records how that ended. It holds no transaction while the work goes on. */
export class JobWorker<Job extends ClaimedJob, Outcome extends JobOutcome = JobOutcome> {
  readonly #options: JobWorkerOptions<Job, Outcome>;
  readonly #stopping = new AbortController();
  readonly #underway = new Set<Promise<void>>();
  readonly #held = new Set<ClaimedWork<Job>>();
  #renewing: NodeJS.Timeout | undefined;
  #done: Promise<void> = Promise.resolve();

  constructor(options: JobWorkerOptions<Job, Outcome>) {
    this.#options = options;
  }

  /** Starts working. */
  start(): void {
    const { renewsLeases = false, limits } = this.#options;
    if (renewsLeases)
      this.#renewing = setInterval(() => void this.#renew(), limits.leaseMs / RENEWALS_PER_LEASE);
    this.#done = this.#work();
  }

  /** Takes nothing new and waits for the attempts under way. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#done;
    await Promise.all(this.#underway);
    clearInterval(this.#renewing);
  }

  async #work(): Promise<void> {
    const { queue, logger, name, limits, inFlightMax } = this.#options;
    const stopped = this.#stopping.signal;
    while (!stopped.aborted) {
      try {
        const seen = queue.signal.rings;
        const count = inFlightMax - this.#underway.size;
        const startMs = performance.now();
        const claimed =
          count === 0 ? [] : await queue.claim({ ...limits, count, clockShiftMs: this.#shift() });
        for (const job of claimed) this.#begin(job, startMs);
        const gapMs = Math.min(Math.max(claimGapMs, performance.now() - startMs), claimGapMaxMs);
        await Promise.all([queue.signal.past(seen, pollMs, stopped), delay(gapMs)]);
      } catch (error) {
        logger.error({ error, worker: name }, "the worker could not go on and will try again");
        await delay(pauseMs, undefined, { signal: stopped }).catch(() => undefined);
      }
    }
  }

  #begin(job: Job, claimedMs: number): void {
    const { queue, logger, name, work, limits } = this.#options;
    const leaseEndMs = claimedMs + limits.leaseMs;
    const held: ClaimedWork<Job> = { job, leaseEndMs, lost: new AbortController() };
    this.#held.add(held);
    const record = (outcome: Outcome) => this.#record(held, outcome);
    const attempt = work({ job, record, claimedMs, lost: held.lost.signal })
      .catch((error: unknown) => {
        logger.error({ error, job: job.id, team: job.team_id }, `the ${name} failed at a job`);
      })
      .finally(() => {
        this.#held.delete(held);
        this.#underway.delete(attempt);
        queue.signal.ring();
      });
    this.#underway.add(attempt);
  }

  /**
   * Work that is not recorded during its lease runs again, so a short absence of the database is waited for. To repeat
   * a record whose answer alone was lost is harmless: it has ended the lease.
   */
  async #record(held: ClaimedWork<Job>, outcome: Outcome): Promise<boolean> {
    const { queue, logger } = this.#options;
    const stopped = this.#stopping.signal;
    for (;;) {
      try {
        const isRecorded = await queue.record(held.job, outcome, this.#shift());
        this.#held.delete(held);
        return isRecorded;
      } catch (error) {
        const { id, team_id: team } = held.job;
        logger.error({ error, job: id, team }, "an outcome could not be recorded");
      }
      await delay(pauseMs, undefined, { signal: stopped }).catch(() => undefined);
      if (stopped.aborted || performance.now() > held.leaseEndMs) return false;
    }
  }

  /** A lease that another worker has, or that could not be renewed before its end, is lost. */
  async #renew(): Promise<void> {
    const { queue, logger, name, limits } = this.#options;
    const all = [...this.#held];
    if (all.length === 0) return;
    const startMs = performance.now();
    try {
      const jobs = all.map(({ job }) => job);
      const renewed = await queue.renew(jobs, limits.leaseMs, this.#shift());
      for (const held of all) {
        if (renewed.has(held.job.lease)) held.leaseEndMs = startMs + limits.leaseMs;
        else if (this.#held.has(held)) held.lost.abort();
      }
    } catch (error) {
      logger.error({ error }, `the ${name} could not renew its leases and will try again`);
    }
    for (const { leaseEndMs, lost } of all) if (performance.now() > leaseEndMs) lost.abort();
  }

  #shift(): number {
    return this.#options.clockShiftMs?.() ?? 0;
  }
}
