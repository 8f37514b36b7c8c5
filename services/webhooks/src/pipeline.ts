import type { SecretBox } from "@jst/config";
import { SystemDatabase } from "@jst/db";
import { eventTopic, startConsumer, type Brokers } from "@jst/events";
import { producers } from "@jst/fleet";
import type { RetrySchedule } from "@jst/jobs";
import type { UrlGuard } from "@jst/jobs/outbound";
import type { Logger } from "@jst/telemetry";
import { Dispatcher } from "./delivery/dispatcher.ts";
import { LineQueue, Queue } from "./delivery/queue.ts";
import { standardSchedule } from "./delivery/schedule.ts";
import { taking } from "./intake/intake-telemetry.ts";
import { Intake } from "./intake/materialise.ts";

/** Returns the topics of the intake and its consumer group. */
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
  /** Shift of time, as in DispatcherOptions. */
  clockShiftMs?: () => number;
}

/** Running pipeline from the broker to the endpoints. */
export interface Pipeline {
  /** Waits for the work in progress. Another process, or the next start, does the rest. */
  stop(): Promise<void>;
}

/** Connections: one each for claims, for results and for the intake, and one for the claims and results of lines. */
const poolSize = 4;
/**
 * Settings that make every plan look up rows by their keys. Statistics of a queue are often from a time when it was
 * empty, and a plan that reads the whole queue is slow when it is long.
 */
const plansByKey = {
  plan_cache_mode: "force_generic_plan",
  enable_seqscan: "off",
  enable_bitmapscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
};
/** Teams whose events are handled at once. They share transactions, so they need no further connections. */
const teamsAtOnce = 64;

/** Starts the intake and the dispatcher. The queue is between them, so neither waits for the other. */
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
    lines: new LineQueue(database),
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
