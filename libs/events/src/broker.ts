import type { Logger } from "@jst/telemetry";
import { Kafka, logLevel, type logCreator } from "kafkajs";
import { quietKafkajs } from "./quiet-kafkajs.ts";

/** How a process reaches its broker. */
export interface BrokerOptions {
  /** `host:port`, several separated by commas. */
  brokers: string;
  /** Shown in the broker's log and metrics. */
  clientId: string;
  logger: Logger;
}

/** Partitions of a new topic: as many consumers can share a deployment's work. */
const partitionCount = 6;

/** A client of the broker; nothing is connected yet. Failures come back to the caller after about two seconds. */
export function brokerClient({ brokers, clientId, logger }: BrokerOptions): Kafka {
  quietKafkajs();
  return new Kafka({
    brokers: brokers.split(",").map((address) => address.trim()),
    clientId,
    connectionTimeout: 3_000,
    requestTimeout: 10_000,
    retry: { initialRetryTime: 30, maxRetryTime: 1_000, retries: 6 },
    logLevel: logLevel.WARN,
    logCreator: logTo(logger),
  });
}

/** Makes the topics that do not exist yet, so that no typo ever makes one by being written to. */
export async function ensureTopics(kafka: Kafka, topics: readonly string[]): Promise<void> {
  const admin = kafka.admin();
  try {
    await admin.connect();
    const known = new Set(await admin.listTopics());
    const missing = topics.filter((topic) => !known.has(topic));
    if (missing.length === 0) return;
    await admin.createTopics({
      waitForLeaders: true,
      topics: missing.map((topic) => ({ topic, numPartitions: partitionCount })),
    });
  } finally {
    await admin.disconnect();
  }
}

/** The client's errors are our warnings, and its warnings, which it gets over, are for whoever looks closely. */
function logTo(logger: Logger): logCreator {
  return () =>
    ({ namespace, level, log: { message, error } }) => {
      if (level > logLevel.WARN) return;
      const fields = { namespace, cause: error as unknown };
      logger[level === logLevel.WARN ? "debug" : "warn"](fields, `kafka: ${message}`);
    };
}
