import type { SystemDatabase } from "@jst/db";
import { JobQueue, JobWorker, retryAfterMs, type HeldJob, type RetrySchedule } from "@jst/jobs";
import { hopWithin } from "@jst/rpc";
import { startHourly } from "@jst/service";
import type { Logger } from "@jst/telemetry";
import type { AccountDeps } from "../deps.ts";
import {
  findMails,
  requests,
  requestSignal,
  storeMails,
  sweepMails,
  type ClaimedRequest,
} from "./mail-requests.ts";

/** Waits between attempts while comms is away, in minutes; the last stands for all that follow. */
const schedule: RetrySchedule = {
  attemptsMax: 1_000,
  delays: [0.1, 0.5, 1, 5, 15],
  minuteMs: 60_000,
  jitter: 0.1,
};
/** Seconds after which no visitor waits for a link. */
const VISITOR_S = 15 * 60;
const INVITATION_S = 7 * 24 * 3_600;
/** Longer than the calls of one request take. */
const leaseMs = 60_000;
const callMs = 5_000;
const inFlightMax = 8;

/** Parts of the worker. */
export interface MailWorkerParts {
  operator: SystemDatabase;
  comms: AccountDeps["comms"];
  logger: Logger;
  /** Milliseconds by which time is shifted; only tests shift it. */
  clockShiftMs?: () => number;
}

/** The worker that asks comms for mails to members, at work (sessions.mail). */
export interface RunningMails {
  stop(): Promise<void>;
}

/** Starts it, and the sweep of what is over. */
export function startMails({ clockShiftMs, ...parts }: MailWorkerParts): RunningMails {
  const { operator, logger } = parts;
  const worker = new JobWorker<ClaimedRequest>({
    name: "mails to members",
    queue: new JobQueue<ClaimedRequest>(operator, requests, requestSignal),
    // Requests without a team stand in one line.
    limits: { perLane: inFlightMax, perTeam: inFlightMax, leaseMs },
    inFlightMax,
    work: (held) => workOn(held, parts),
    logger,
    ...(clockShiftMs === undefined ? {} : { clockShiftMs }),
  });
  worker.start();
  const sweep = startHourly(
    () => sweepMails(operator),
    (error) => logger.warn({ error }, "mails to members were not swept"),
  );
  return {
    stop: async () => {
      sweep.stop();
      await worker.stop();
    },
  };
}

async function workOn(
  { job, record }: HeldJob<ClaimedRequest, object>,
  parts: MailWorkerParts,
): Promise<void> {
  const { id, email, age_s: ageS, attempt } = job;
  if (ageS > (email === null ? INVITATION_S : VISITOR_S)) {
    await record({});
    return;
  }
  try {
    if (email !== null) await parts.operator.transaction((tx) => storeMails(tx, { ...job, email }));
    await sendMails(id, parts);
  } catch (error) {
    parts.logger.warn({ error, id }, "mails to members are asked for again later");
    const waitMs = retryAfterMs(schedule, attempt);
    await record(waitMs === undefined ? {} : { retryAfterMs: waitMs });
    return;
  }
  await record({});
}

/** Asks for each mail under its own id, so that one that was asked for before is not sent twice. */
async function sendMails(requestId: string, { operator, comms }: MailWorkerParts): Promise<void> {
  for (const { id, team_id, member_id, email, kind } of await findMails(operator, requestId))
    await comms.sendMemberMail({ id, team_id, member_id, email, kind, reference: id }, hopWithin(callMs));
}
