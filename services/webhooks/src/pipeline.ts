import { SystemDatabase } from "@jst/db";
import { eventTopic, startConsumer } from "@jst/events";
import type { Logger } from "@jst/telemetry";
import { Dispatcher } from "./delivery/dispatcher.ts";
import { dueSignal } from "./delivery/due-signal.ts";
import { Queue } from "./delivery/queue.ts";
import { standardSchedule, type RetrySchedule } from "./delivery/schedule.ts";
import type { UrlGuard } from "./guard/guard.ts";
import { taking } from "./intake/events.ts";
import { materialise } from "./intake/materialise.ts";
import type { SecretBox } from "./secrets/secret-box.ts";

/** Services whose events become deliveries. A new one is a word here. */
const producers = ["crm"];

/** What the way from the broker to the endpoints is made of. */
export interface PipelineOptions {
  /** Of role webhooks_worker. */
  connectionString: string;
  brokers: string;
  topicPrefix: string;
  guard: UrlGuard;
  secrets: SecretBox;
  schedule?: RetrySchedule;
  logger: Logger;
  /** See DispatcherOptions. */
  clockShiftMs?: () => number;
}

/** The way from the broker to the endpoints, running. */
export interface Pipeline {
  /** Lets what is under way end; what is not goes on elsewhere or later. */
  stop(): Promise<void>;
}

/** Connections for a claim, an outcome and three teams of each of the three partitions handled at once. */
const poolSize = 11;

/** Starts taking events in and sending deliveries out. Neither waits for the other; the queue is between them. */
export function startPipeline(options: PipelineOptions): Pipeline {
  const { connectionString, brokers, topicPrefix, logger, clockShiftMs } = options;
  const database = new SystemDatabase({ connectionString, poolSize, applicationName: "webhooks_worker" });
  const dispatcher = new Dispatcher({
    queue: new Queue(database),
    guard: options.guard,
    secrets: options.secrets,
    schedule: options.schedule ?? standardSchedule,
    logger,
    ...(clockShiftMs === undefined ? {} : { clockShiftMs }),
  });
  const consumer = startConsumer({
    brokers,
    topics: producers.map((service) => eventTopic(service, topicPrefix)),
    groupId: `${topicPrefix}webhooks`,
    logger,
    handle: async (teamId, arrived) => {
      const { events, ended } = taking(teamId, arrived, logger);
      let added: number | undefined;
      try {
        added = await materialise(database, teamId, events);
      } finally {
        ended(added !== undefined);
      }
      if (added > 0) dueSignal.ring();
    },
  });
  dispatcher.start();
  return {
    stop: async () => {
      await consumer.stop();
      await dispatcher.stop();
      await database.close();
    },
  };
}
