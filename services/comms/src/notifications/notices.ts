import type { Database } from "@jst/db";
import { eventTopic, startConsumer } from "@jst/events";
import { relaying } from "@jst/fleet";
import { brokersOf, startHourly } from "@jst/service";
import type { Logger } from "@jst/telemetry";
import type { CommsConfig } from "../config.ts";
import type { MembersPeer } from "./recipients.ts";
import { sweepNotices } from "./sweep-notices.ts";
import { takeNotices } from "./take-notices.ts";

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
  const consumer = startConsumer({
    brokers: brokersOf(config),
    topics: relaying.map((service) => eventTopic(service, config.topicPrefix)),
    groupId: `${config.topicPrefix}comms-notices`,
    logger,
    handle: (teamId, events) => takeNotices(parts, teamId, events),
  });
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
