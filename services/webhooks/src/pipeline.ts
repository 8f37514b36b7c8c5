import type { SecretBox } from "@jst/config";
import { SystemDatabase } from "@jst/db";
import { eventTopic, startConsumer, type Brokers } from "@jst/events";
import { producers } from "@jst/fleet";
import type { RetrySchedule } from "@jst/jobs";
import type { UrlGuard } from "@jst/jobs/outbound";
import type { Logger } from "@jst/telemetry";
import { Dispatcher } from "./delivery/dispatcher.ts";
import { Queue } from "./delivery/queue.ts";
import { standardSchedule } from "./delivery/schedule.ts";
import { taking } from "./intake/intake-telemetry.ts";
import { Intake } from "./intake/materialise.ts";

/** Which topics the intake reads, and as which group of consumers. */
export function intakeOf(topicPrefix: string): { topics: string[]; groupId: string } {
  return {
    topics: producers.map((service) => eventTopic(service, topicPrefix)),
    groupId: `${topicPrefix}webhooks`,
  };
}

/** Options of the pipeline from the broker to the endpoints. */
export interface PipelineOptions {
  /** URL of role webhooks_worker. */
  connectionString: string;
  brokers: Brokers;
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

/** Connections for a claim, outcomes and the intake, each one at a time. */
const poolSize = 3;
/**
 * Every row is looked up by its key, regardless of statistics. Those of a queue are gathered while it is empty, and a
 * plan that reads all of it is slow exactly when it is long.
 */
const plansByKey = {
  plan_cache_mode: "force_generic_plan",
  enable_seqscan: "off",
  enable_bitmapscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
};
/** Their events share transactions, so that many teams at once cost no connections. */
const teamsAtOnce = 64;

/** Starts taking events in and sending deliveries out. Neither waits for the other; the queue is between them. */
export function startPipeline(options: PipelineOptions): Pipeline {
  const { connectionString, brokers, topicPrefix, logger, clockShiftMs } = options;
  const database = new SystemDatabase({
    connectionString,
    poolSize,
    applicationName: "webhooks_worker",
    settings: plansByKey,
  });
  const dispatcher = new Dispatcher({
    queue: new Queue(database),
    guard: options.guard,
    secrets: options.secrets,
    schedule: options.schedule ?? standardSchedule,
    logger,
    ...(clockShiftMs === undefined ? {} : { clockShiftMs }),
  });
  const intake = new Intake(database);
  const consumer = startConsumer({
    brokers,
    ...intakeOf(topicPrefix),
    logger,
    teamsAtOnce,
    handle: async (teamId, arrived) => {
      const { events, ended } = taking(teamId, arrived, logger);
      let isStored = false;
      try {
        await intake.take({ teamId, events });
        isStored = true;
      } finally {
        ended(isStored);
      }
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
