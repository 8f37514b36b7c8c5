import { SystemDatabase } from "@jst/db";
import { outboxSignal } from "@jst/events";
import { JobWorker, type HeldJob, type RetrySchedule } from "@jst/jobs";
import { attempt, sendingSchedule, type Attempting } from "./attempt.ts";
import { MessageQueue, type ClaimedMessage, type Outcome } from "./queue.ts";

/** Options of the sender. */
export interface SenderOptions extends Omit<Attempting, "schedule"> {
  /** Connection of role comms_worker. */
  connectionString: string;
  schedule?: RetrySchedule;
  /** Milliseconds by which time is shifted; only tests shift it. */
  clockShiftMs?: () => number;
}

/** Attempts under way in one process. */
const inFlightMax = 128;
/** Messages of one team under way over all processes, so that its backlog leaves room for others (comms.shares). */
const inFlightPerTeam = 32;
const timeoutMs = 30_000;
/** Longer than any attempt takes, so that only a dead worker's attempts are made again. */
const leaseMs = 45_000;
const limits = { perLane: inFlightPerTeam, perTeam: inFlightPerTeam, leaseMs };
/** Connections for a claim and for outcomes. */
const poolSize = 2;
/** Every row is looked up by its key, whatever the statistics say: those of a queue are taken while it is empty. */
const plansByKey = {
  plan_cache_mode: "force_generic_plan",
  enable_seqscan: "off",
  enable_bitmapscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
};

/** The sender, running. */
export interface RunningSender {
  /** Lets what is under way end; what is not goes on elsewhere or later. */
  stop(): Promise<void>;
}

/** Starts to send what is due. It holds no transaction while a provider has a message. */
export function startSender(options: SenderOptions): RunningSender {
  const { connectionString, logger, clockShiftMs } = options;
  const worker = new SystemDatabase({
    connectionString,
    poolSize,
    applicationName: "comms_worker",
    settings: plansByKey,
  });
  const attempting = { ...options, schedule: options.schedule ?? sendingSchedule };
  const work = async ({ job, record, lost }: HeldJob<ClaimedMessage, Outcome>) => {
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), lost]);
    const outcome = await attempt(job, attempting, signal);
    const isRecorded = await record(outcome);
    if (outcome.attempt === "accepted") outboxSignal.ring();
    const { id, team_id: team, channel } = job;
    const { status, code } = outcome;
    logger.info({ message: id, team, channel, status, code, is_recorded: isRecorded }, "message");
  };
  const sender = new JobWorker<ClaimedMessage, Outcome>({
    name: "sender",
    queue: new MessageQueue(worker),
    limits,
    inFlightMax,
    work,
    logger,
    ...(clockShiftMs === undefined ? {} : { clockShiftMs }),
  });
  sender.start();
  return {
    stop: async () => {
      await sender.stop();
      await worker.close();
    },
  };
}
