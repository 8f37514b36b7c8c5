import type { Database } from "@jst/db";
import { takeMerges } from "@jst/directory";
import { eventTopic, startConsumer, type EventConsumer } from "@jst/events";
import type { Logger } from "@jst/telemetry";
import { brokersOf } from "./brokers.ts";

/** Starts to store which contacts are merged, for a service that stores ids of contacts and reads no other facts. */
export function startMerges(
  service: string,
  config: Parameters<typeof brokersOf>[0] & { topicPrefix: string },
  { database, logger }: { database: Database; logger: Logger },
): EventConsumer {
  return startConsumer({
    brokers: brokersOf(config),
    topics: [eventTopic("crm", config.topicPrefix)],
    groupId: `${config.topicPrefix}${service}`,
    logger,
    handle: (teamId, events) => takeMerges(database, teamId, events),
  });
}
