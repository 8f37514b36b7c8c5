import { Signal, SystemDatabase, systemContext, type TeamContext } from "@jst/db";
import {
  JobQueue,
  JobWorker,
  type ClaimedJob,
  type HeldJob,
  type JobOutcome,
  type QueueTable,
} from "@jst/jobs";
import type { Logger } from "@jst/telemetry";
import { changesetOf, findBriefly, type StoredChangeset } from "../queries.ts";
import type { SetParts } from "./look.ts";
import { takeNextBack } from "./take-back.ts";
import type { SetUndoOptions } from "./undo-jobs.ts";

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
const leaseMs = 30_000;
/** Longest time of one page. */
const pageMs = 60_000;
const poolSize = 2;

/** Returns the context of the caller that undoes, as the undo stores it: each page is a write of that caller. */
export function undoContext(teamId: string, undo: StoredChangeset): TeamContext {
  const { token_id: tokenId, token_type: actorType, actor_id: actorId, door, oauth_app: app } = undo;
  return {
    ...{ teamId, tokenId, actorType, actorId },
    ...(door === null ? {} : { door }),
    ...(undo.family_id === null ? {} : { familyId: undo.family_id }),
    ...(undo.change_reason === null ? {} : { changeReason: undo.change_reason }),
    ...(app === null ? {} : { oauthApp: app }),
    requestId: `undo-${undo.id}`,
    timeoutMs: pageMs,
  };
}

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
  const context = systemContext(job.team_id, { requestId: `undo-${job.id}`, timeoutMs: pageMs });
  const stored = changesetOf(await parts.database.read(context, findBriefly(job.team_id, job.id)));
  if (stored === undefined) throw new Error("An undo that has a job is not stored.");
  const undo = { ...job.options, id: job.id, context: undoContext(job.team_id, stored) };
  let isOpen = true;
  while (isOpen && !lost.aborted && !stopped.aborted) isOpen = await takeNextBack(parts, undo);
  if (!lost.aborted) await record(isOpen ? { retryAfterMs: 0 } : {});
}
