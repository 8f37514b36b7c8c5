import { SystemDatabase } from "@jst/db";
import { JobWorker, type HeldJob, type JobOutcome } from "@jst/jobs";
import type { Logger } from "@jst/telemetry";
import { DigestQueue, type ClaimedDigest } from "./digest-queue.ts";
import { makeDigest, type DigestParts } from "./make-digest.ts";

/** Digests under way in one process, and of one team over all of them. */
const inFlightMax = 16;
const inFlightPerTeam = 8;
/** Longer than a digest takes, so that only a dead worker's digests are made again. */
const leaseMs = 30_000;
const limits = { perLane: inFlightPerTeam, perTeam: inFlightPerTeam, leaseMs };
const poolSize = 1;
/** After another service could not say who the member is. */
const UNKNOWN_RETRY_MS = 5_000;

/** Options of the worker. */
export interface DigestWorkerOptions extends DigestParts {
  /** Connection of role comms_worker. */
  connectionString: string;
  logger: Logger;
}

/** The worker that makes mails of unread notices, running. */
export interface RunningDigests {
  /** Lets what is under way end; what is not goes on elsewhere or later. */
  stop(): Promise<void>;
}

/** Starts to mail the unread notices of members (comms.digest). */
export function startDigests(options: DigestWorkerOptions): RunningDigests {
  const { connectionString, logger, clockShiftMs } = options;
  const database = new SystemDatabase({ connectionString, poolSize, applicationName: "comms_digests" });
  const work = async ({ job, record }: HeldJob<ClaimedDigest, JobOutcome>) => {
    const { id: member, team_id: team } = job;
    const outcome = await makeDigest(job, options).catch((error: unknown): JobOutcome => {
      logger.warn({ error, team, member }, "the unread notices of a member cannot be mailed now; they wait");
      return { retryAfterMs: UNKNOWN_RETRY_MS };
    });
    if (outcome !== undefined) await record(outcome);
    logger.info({ team, member, retry_after_ms: outcome?.retryAfterMs }, "digest");
  };
  const worker = new JobWorker<ClaimedDigest>({
    name: "digests",
    queue: new DigestQueue(database),
    limits,
    inFlightMax,
    work,
    logger,
    ...(clockShiftMs === undefined ? {} : { clockShiftMs }),
  });
  worker.start();
  return {
    stop: async () => {
      await worker.stop();
      await database.close();
    },
  };
}
