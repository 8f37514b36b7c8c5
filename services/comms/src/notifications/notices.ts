import type { Database } from "@jst/db";
import { startFacts, startHourly } from "@jst/service";
import type { ReceivedFact } from "@jst/events";
import type { Logger } from "@jst/telemetry";
import type { CommsConfig } from "../config.ts";
import type { MembersPeer } from "./recipients.ts";
import { sweepNotices } from "./sweep-notices.ts";
import { takeNotices, type NoticeFactType } from "./take-notices.ts";

/** Parts of the work on notices. */
export interface NoticeWork {
  database: Database;
  auth: MembersPeer;
  logger: Logger;
}

/**
 * Starts to store the notices that services ask for, and to remove old ones. Its group of consumers is its own: while
 * auth cannot name recipients, notices wait, and the mails of other facts do not.
 */
export function startNotices(
  config: CommsConfig,
  { logger, ...parts }: NoticeWork,
): { stop(): Promise<void> } {
  const take = (teamId: string, facts: readonly ReceivedFact<NoticeFactType>[]) =>
    takeNotices(parts, teamId, facts);
  const handlers = { "notice.wanted": take, "notice.over": take };
  const consumer = startFacts("comms-notices", config, logger, handlers);
  const sweep = startHourly(
    () => sweepNotices(config.workerDatabaseUrl.reveal()),
    (error) => logger.warn({ error }, "old notices were not removed"),
  );
  return {
    stop: async () => {
      sweep.stop();
      await consumer.stop();
    },
  };
}
