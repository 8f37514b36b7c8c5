import { systemContext, SystemDatabase } from "@jst/db";
import { asAppError } from "@jst/errors";
import { auditPayload, outboxSignal } from "@jst/events";
import { InternalRefusal } from "@jst/rpc";
import { JobWorker, retryAfterMs, type HeldJob, type RetrySchedule } from "@jst/jobs";
import { ActionQueue, type ActionOutcome, type ClaimedAction } from "./queue.ts";
import { runAction, type ActionParts } from "./run-action.ts";

/** Five runs: at once, then 1, 5, 30 minutes and 2 hours after the one before, as messages have them. */
export const runningSchedule: RetrySchedule = {
  attemptsMax: 5,
  delays: [1, 5, 30, 120],
  minuteMs: 60_000,
  jitter: 0.1,
};
/** Actions under way in one process, and of one team over all of them. */
const inFlightMax = 16;
const inFlightPerTeam = 4;
/** Longer than any run takes, so that only a dead worker's runs are made again. */
const leaseMs = 45_000;
const limits = { perLane: inFlightPerTeam, perTeam: inFlightPerTeam, leaseMs };
const poolSize = 2;

/** Options of the runner. */
export interface ActionRunnerOptions extends ActionParts {
  /** Connection of role comms_worker. */
  connectionString: string;
  schedule?: RetrySchedule;
  /** Milliseconds by which time is shifted; only tests shift it. */
  clockShiftMs?: () => number;
}

/** The runner of actions, at work. */
export interface RunningActions {
  /** Lets what is under way end; what is not goes on elsewhere or later. */
  stop(): Promise<void>;
}

/** Starts the runner of rules' actions: each action runs by itself, regardless of the others. */
export function startActions(options: ActionRunnerOptions): RunningActions {
  const { connectionString, logger, schedule = runningSchedule, clockShiftMs } = options;
  const database = new SystemDatabase({ connectionString, poolSize, applicationName: "comms_rules" });
  const work = async ({ job, record }: HeldJob<ClaimedAction, ActionOutcome>) => {
    const outcome = await outcomeOf(job, options, schedule);
    await record(outcome);
    if (outcome.audit !== undefined) outboxSignal.ring();
    const { id, team_id: team, rule_id: rule, action, attempt } = job;
    logger.info({ id, team, rule, type: action.type, attempt, ...outcome, audit: undefined }, "rule action");
  };
  const worker = new JobWorker<ClaimedAction, ActionOutcome>({
    name: "rules",
    queue: new ActionQueue(database),
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

async function outcomeOf(
  job: ClaimedAction,
  parts: ActionParts,
  schedule: RetrySchedule,
): Promise<ActionOutcome> {
  try {
    await runAction(job, parts);
    return {};
  } catch (error) {
    const { code, status } = error instanceof InternalRefusal ? error : asAppError(error);
    const isForNow = status >= 500 || status === 429;
    const waitMs = isForNow ? retryAfterMs(schedule, job.attempt) : undefined;
    if (waitMs !== undefined) {
      parts.logger.warn({ error, id: job.id }, "an action of a rule is run again later");
      return { retryAfterMs: waitMs };
    }
    return { audit: JSON.stringify(failed(job, code)) };
  }
}

/** Makes the audit entry of a failed action, with its reason and without texts of the mail (comms.rule-run). */
function failed({ team_id: teamId, rule_id: resourceId }: ClaimedAction, code: string) {
  const entry = {
    action: "run",
    resource: "email_rules",
    resourceId,
    outcome: "failed",
    changesetId: null,
  } as const;
  return auditPayload(systemContext(teamId), { ...entry, code });
}
