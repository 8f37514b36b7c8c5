import { LeasedSession } from "@jst/db";
import type { Logger } from "@jst/telemetry";
import { CompressionTypes, Partitioners, type Kafka, type Producer, type TopicMessages } from "kafkajs";
import { setTimeout as delay } from "node:timers/promises";
import { brokerClient, ensureTopics } from "./broker.ts";
import { forgetOldest, noteOldest, sending, type Sending } from "./events.ts";
import {
  findOutboxRows,
  findPosition,
  movePosition,
  type OutboxRow,
  type Position,
} from "./outbox-queries.ts";
import { messageOf, messageBytes } from "./message.ts";
import { AUDIT_TYPE } from "./audit.ts";
import { auditTopic, eventTopic } from "./topics.ts";

/** Whose outbox goes where. */
export interface RelayOptions {
  /** Schema of the outbox; its events go to topic `<service>.events.v1`, its audit entries to `audit.v1`. */
  service: string;
  /** Of role `<service>_relay`. */
  connectionString: string;
  brokers: string;
  topicPrefix: string;
  logger: Logger;
}

/** A relay at work. */
export interface Relay {
  /** Lets the batch under way end, then gives the lease back. */
  stop(): Promise<void>;
}

/** Longest wait of an event for the next look into the outbox. */
const pollMs = 50;
/** The same while events keep coming. */
const busyPollMs = 10;
/** Wait after a failure, and between two looks at whether the lease has become free. */
const pauseMs = 500;
const queryTimeoutMs = 5_000;
const rowsMax = 200;
/** The broker refuses more than 1 MiB at once, and one event is at most 256 KiB (contract 3). */
const sendBytesMax = 512 * 1024;

/**
 * Carries every committed event to the broker, in the order of its transactions, at least once. Of all processes of
 * a service one does it at a time; when that one ends, another goes on where the broker's acknowledgements stopped.
 */
export function startRelay(options: RelayOptions): Relay {
  const stopping = new AbortController();
  const done = work(options, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
}

async function work(options: RelayOptions, signal: AbortSignal): Promise<void> {
  const { service, connectionString, logger } = options;
  const kafka = brokerClient({ brokers: options.brokers, clientId: `${service}-relay`, logger });
  const lease = { connectionString, applicationName: `${service}_relay`, lease: `${service}.relay` };
  while (!signal.aborted) {
    let session: LeasedSession | undefined;
    try {
      session = await LeasedSession.open({ ...lease, timeoutMs: queryTimeoutMs });
      if (session === undefined) forgetOldest(service);
      else await carry(session, kafka, options, signal);
    } catch (error) {
      logger.error({ error }, "the relay could not go on and will try again");
    } finally {
      await session?.close();
    }
    await pause(pauseMs, signal);
  }
}

interface Topics {
  events: string;
  audit: string;
}

/** Works until it is stopped or something fails: what comes then starts from the recorded position. */
async function carry(
  session: LeasedSession,
  kafka: Kafka,
  options: RelayOptions,
  signal: AbortSignal,
): Promise<void> {
  const { service } = options;
  const topics = { events: eventTopic(service, options.topicPrefix), audit: auditTopic(options.topicPrefix) };
  // One position for both: the outbox has one order.
  let position = await findPosition(session, topics.events);
  // Known before the broker is, which may be away.
  noteOldest(service, (await findOutboxRows(session, position, 1))[0]);
  await ensureTopics(kafka, Object.values(topics));
  const producer = kafka.producer({
    idempotent: true,
    maxInFlightRequests: 1,
    allowAutoTopicCreation: false,
    createPartitioner: Partitioners.DefaultPartitioner,
  });
  try {
    await producer.connect();
    options.logger.info({ topic: topics.events, position }, "relaying");
    while (!signal.aborted) {
      const rows = await findOutboxRows(session, position, rowsMax);
      noteOldest(service, rows[0]);
      for (const chunk of chunksOf(rows)) {
        position = await send(session, producer, topics, sending(service, chunk, options.logger));
      }
      if (rows.length < rowsMax) await pause(rows.length === 0 ? pollMs : busyPollMs, signal);
    }
  } finally {
    await producer.disconnect();
  }
}

/** Records the position only after the broker has the events on all of its replicas. */
async function send(
  session: LeasedSession,
  producer: Producer,
  topics: Topics,
  { rows, ended }: Sending,
): Promise<Position> {
  const last = rows.at(-1);
  if (last === undefined) throw new Error("There is nothing to send.");
  let isSent = false;
  try {
    await producer.sendBatch({
      acks: -1,
      compression: CompressionTypes.None,
      topicMessages: messagesOf(rows, topics),
    });
    isSent = true;
  } finally {
    ended(isSent);
  }
  const position = { xid: last.xid, seq: last.seq };
  await movePosition(session, topics.events, position);
  return position;
}

/** Rows by the topic they belong to, in their order. */
function messagesOf(rows: readonly OutboxRow[], topics: Topics): TopicMessages[] {
  const audit = rows.filter((row) => row.type === AUDIT_TYPE);
  const events = rows.filter((row) => row.type !== AUDIT_TYPE);
  return [
    { topic: topics.events, messages: events.map(messageOf) },
    { topic: topics.audit, messages: audit.map(messageOf) },
  ].filter(({ messages }) => messages.length > 0);
}

/** Rows in their order, in parts the broker accepts. */
function chunksOf(rows: readonly OutboxRow[]): OutboxRow[][] {
  const chunks: OutboxRow[][] = [];
  let bytes = Infinity;
  for (const row of rows) {
    const size = messageBytes(row);
    if (bytes + size > sendBytesMax) {
      chunks.push([]);
      bytes = 0;
    }
    chunks.at(-1)?.push(row);
    bytes += size;
  }
  return chunks;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
}
