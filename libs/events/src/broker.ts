import type { Secret } from "@jst/config";
import type { Logger } from "@jst/telemetry";
import type { Kafka, logCreator, logLevel, SASLOptions } from "kafkajs";

/** With what a process proves itself to the brokers. */
export interface BrokerLogin {
  mechanism: "plain" | "scram-sha-256" | "scram-sha-512";
  username: string;
  password: Secret;
}

/** Addresses of the brokers and the way to connect. */
export interface Brokers {
  /** `host:port`, several separated by commas. */
  addresses: string;
  /** True where they speak TLS: their certificates are checked for their names. */
  isTls?: boolean;
  /** PEM of the authorities to believe, in place of those this Node believes. */
  authorities?: string;
  /** Undefined where they ask for nothing. */
  login?: BrokerLogin | undefined;
}

/** How a process reaches its broker. */
export interface BrokerOptions {
  brokers: Brokers;
  /** Shown in the broker's log and metrics. */
  clientId: string;
  logger: Logger;
}

/** Partitions of a new topic: as many consumers can share a deployment's work. */
const partitionCount = 6;

/**
 * Returns a client of the broker; nothing is connected yet. Failures come back to the caller after about two seconds.
 * A process that never asks for one does not load the package.
 */
export async function brokerClient({ brokers, clientId, logger }: BrokerOptions): Promise<Kafka> {
  const { Kafka: Client, logLevel: levels } = await import("kafkajs");
  await quietKafkajs();
  return new Client({
    brokers: brokers.addresses.split(",").map((address) => address.trim()),
    ssl: brokers.isTls === true && (brokers.authorities === undefined || { ca: brokers.authorities }),
    ...(brokers.login && { sasl: saslOf(brokers.login) }),
    clientId,
    connectionTimeout: 3_000,
    requestTimeout: 10_000,
    retry: { initialRetryTime: 30, maxRetryTime: 1_000, retries: 6 },
    logLevel: levels.WARN,
    logCreator: logTo(logger, levels.WARN),
  });
}

/** The client's own spelling of a login. */
function saslOf({ mechanism, username, password }: BrokerLogin): SASLOptions {
  return { mechanism, username, password: password.reveal() };
}

const connectionClosed = "KafkaJSConnectionClosedError";

/**
 * The error; where brokers ended a connection, which they do without a word when it is not secured as they want, with
 * that.
 */
export function explained(error: unknown, { isTls, login }: Brokers): unknown {
  if (!(error instanceof Error)) return error;
  // The client exports none of its errors to a module; their names are its codes.
  const isClosed = [error, error.cause].some((one) => one instanceof Error && one.name === connectionClosed);
  if (!isClosed) return error;
  const tls = isTls === true ? "TLS" : "no TLS";
  const entry = login === undefined ? "does not log in" : `logs in by ${login.mechanism}`;
  return new Error(
    `The brokers ended the connection. This process speaks ${tls} and ${entry}: is that what they want (KAFKA_TLS, KAFKA_SASL)?`,
    { cause: error },
  );
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

/** Errors of the client are our warnings. Its own warnings are for debugging, because it recovers from them. */
function logTo(logger: Logger, warning: logLevel): logCreator {
  return () =>
    ({ namespace, level, log: { message, error } }) => {
      if (level > warning) return;
      const fields = { namespace, cause: error as unknown };
      logger[level === warning ? "debug" : "warn"](fields, `kafka: ${message}`);
    };
}

let isMended = false;

/**
 * Ends a loop of kafkajs 2.2.4: each connection looks every millisecond for requests that wait, also when there is none
 * and none can come without a look of its own (tulios/kafkajs 1704, 1751). It cost 2 % of a core in every idle process.
 */
async function quietKafkajs(): Promise<void> {
  const { default: RequestQueue } = await import("kafkajs/src/network/requestQueue/index.js");
  if (isMended) return;
  isMended = true;
  const { prototype } = RequestQueue;
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with the queue as this, below
  const schedule = prototype.scheduleCheckPendingRequests;
  prototype.scheduleCheckPendingRequests = function (this: InstanceType<typeof RequestQueue>) {
    if (this.pending.length > 0 || this.throttledUntil > Date.now()) schedule.call(this);
  };
}
