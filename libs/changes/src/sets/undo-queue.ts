import { Signal, SystemDatabase, systemContext } from "@jst/db";
import {
  JobQueue,
  JobWorker,
  type ClaimedJob,
  type HeldJob,
  type JobOutcome,
  type QueueTable,
} from "@jst/jobs";
import type { Logger } from "@jst/telemetry";
import { changesetOf, findBriefly } from "../queries.ts";
import type { SetParts } from "./look.ts";
import { takeNextBack } from "./take-back.ts";
import { PAGE_MS, undoContext, type SetUndoOptions } from "./undo-jobs.ts";

/** Undo of a set that this worker goes on with. */
interface ClaimedUndo extends ClaimedJob {
  options: SetUndoOptions;
}

const table: QueueTable<JobOutcome> = {
  name: "changeset_undos",
  id: "undo_id",
  claimLock: 4_776_187,
  carried: ["options"],
  read: "select c.team_id, c.undo_id as id, c.attempts as attempt, c.lease, c.options from claimed c",
};

/** Undos under way in one process, and of one team over all of them. */
const inFlightMax = 4;
const perTeam = 1;
const leaseMs = 15_000;
const poolSize = 2;

/** Options of the worker. */
export interface UndoerOptions extends SetParts {
  /** Connection of role <service>_worker. */
  connectionString: string;
  logger: Logger;
}

/** Starts to go on with undos of sets where a request or a process has ended (trust.set-undo). */
export function startUndoer({ connectionString, logger, ...parts }: UndoerOptions): {
  stop(): Promise<void>;
} {
  const applicationName = `${parts.service}_undos`;
  const workers = new SystemDatabase({ connectionString, poolSize, applicationName });
  const stopping = new AbortController();
  const worker = new JobWorker<ClaimedUndo>({
    name: "undos of sets",
    queue: new JobQueue(workers, table, new Signal()),
    limits: { perLane: perTeam, perTeam, leaseMs },
    inFlightMax,
    renewsLeases: true,
    work: (held) => goOn(parts, held, stopping.signal),
    logger,
  });
  worker.start();
  return {
    stop: async () => {
      stopping.abort();
      await worker.stop();
      await workers.close();
    },
  };
}

/** Takes back page after page until the end, the loss of the lease or the end of the process. */
async function goOn(
  parts: SetParts,
  { job, record, lost }: HeldJob<ClaimedUndo, JobOutcome>,
  stopped: AbortSignal,
): Promise<void> {
  const context = systemContext(job.team_id, { requestId: `undo-${job.id}`, timeoutMs: PAGE_MS });
  const stored = changesetOf(await parts.database.read(context, findBriefly(job.team_id, job.id)));
  if (stored === undefined) throw new Error("An undo that has a job is not stored.");
  const undo = { ...job.options, id: job.id, context: undoContext(job.team_id, stored) };
  let isOpen = true;
  while (isOpen && !lost.aborted && !stopped.aborted) isOpen = await takeNextBack(parts, undo);
  if (!lost.aborted) await record(isOpen ? { retryAfterMs: 0 } : {});
}
