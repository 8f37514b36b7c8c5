import type { LeasedSession } from "@jst/db";
import type { Logger } from "@jst/telemetry";
import {
  CompressionTypes,
  Partitioners,
  type Admin,
  type Kafka,
  type Producer,
  type TopicMessages,
} from "kafkajs";
import { setTimeout as delay } from "node:timers/promises";
import { acknowledging, hasLost, type Acknowledged } from "./acknowledged.ts";
import { AUDIT_TYPE } from "./audit.ts";
import { ensureTopics } from "./broker.ts";
import { countRewind, sending } from "./relay-telemetry.ts";
import { messageOf } from "./message.ts";
import {
  beginning,
  findBatch,
  findProgress,
  reapOutbox,
  recordFault,
  recordProgress,
  takeReplay,
  type Batch,
  type OutboxRow,
  type Position,
} from "./outbox-queries.ts";
import { auditTopic, eventTopic } from "./topics.ts";

/** Outbox and its topics. */
export interface SenderOptions {
  /** Schema of the outbox; its events go to topic `<service>.events.v1`, its audit entries to `<service>.audit.v1`. */
  service: string;
  topicPrefix: string;
  logger: Logger;
}

/** Between two looks at whether an operator wants something again. */
const replayMs = 1_000;
/** Between two looks at whether the broker still has what it acknowledged. */
const checkMs = 10_000;
/** Consumers at the end of a topic that was deleted notice within this time that it was created again. */
const settleMs = 3_000;
/** Between two removals of old events. */
const reapMs = 60_000;

/**
 * Sends events from the outbox to the broker. Its position moves only after an acknowledgement. If the broker has lost
 * acknowledged events, it returns to the first event that is stored, and consumers skip those that they have (ADR 23).
 */
export class Sender {
  readonly #session: LeasedSession;
  readonly #options: SenderOptions;
  readonly #kafka: Kafka;
  readonly #admin: Admin;
  readonly #producer: Producer;
  readonly #topics: { events: string; audit: string };
  #position: Position | undefined;
  #acknowledged: Acknowledged = {};
  #replayAtMs = 0;
  #checkAtMs = 0;
  #reapAtMs = 0;

  constructor(session: LeasedSession, kafka: Kafka, options: SenderOptions) {
    const { service, topicPrefix } = options;
    this.#session = session;
    this.#options = options;
    this.#kafka = kafka;
    this.#admin = kafka.admin();
    this.#producer = kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      createPartitioner: Partitioners.DefaultPartitioner,
    });
    this.#topics = { events: eventTopic(service, topicPrefix), audit: auditTopic(service, topicPrefix) };
  }

  /** The topic of events; the one position of both topics is recorded under it, as the outbox has one order. */
  get topic(): string {
    return this.#topics.events;
  }

  /** Service that owns the outbox. */
  get service(): string {
    return this.#options.service;
  }

  /** How far the broker has the outbox. */
  get position(): Position {
    return this.#position ?? beginning;
  }

  /** The next events, in the order in which they go out. */
  async look(limit: number): Promise<Batch> {
    if (this.#position === undefined) {
      const { position, acknowledged } = await findProgress(this.#session, this.topic);
      this.#position = position;
      this.#acknowledged = acknowledged;
    }
    return findBatch(this.#session, this.#position, limit);
  }

  /** Reaches the broker, whose topics it makes where they do not exist. */
  async connect(): Promise<void> {
    await ensureTopics(this.#kafka, Object.values(this.#topics));
    await this.#admin.connect();
    await this.#producer.connect();
    await recordFault(this.#session, this.topic, null);
  }

  /** Goes back where that is asked for or needed, and from time to time removes what is old. */
  async recover(): Promise<void> {
    const now = Date.now();
    if (now >= this.#replayAtMs) {
      this.#replayAtMs = now + replayMs;
      const asked = await takeReplay(this.#session, this.topic);
      if (asked !== undefined) await this.#rewind(asked, "an operator asked for a replay");
    }
    if (now >= this.#checkAtMs) {
      this.#checkAtMs = now + checkMs;
      if (await hasLost(this.#admin, this.#acknowledged, now)) await this.#rewindLost();
    }
    if (now < this.#reapAtMs) return;
    this.#reapAtMs = now + reapMs;
    await reapOutbox(this.#session, this.position);
  }

  /**
   * Sends the events, and records where that leads once the broker has them on all of its replicas; false when it went
   * back.
   */
  async send(chunk: readonly OutboxRow[], end: Position | undefined): Promise<boolean> {
    if (chunk.length === 0) return true;
    const { rows, ended } = sending(this.#options.service, chunk, this.#options.logger);
    let isSent = false;
    try {
      const topicMessages = messagesOf(rows, this.#topics);
      const answers = await this.#producer.sendBatch({
        acks: -1,
        compression: CompressionTypes.None,
        topicMessages,
      });
      isSent = true;
      const { acknowledged, isLost } = acknowledging(this.#acknowledged, answers, Date.now());
      if (isLost) {
        await this.#rewindLost();
        return false;
      }
      this.#acknowledged = acknowledged;
    } finally {
      ended(isSent);
    }
    if (end !== undefined) await this.#move(end);
    return true;
  }

  /** Records why it cannot go on; when the database is what is missing, it cannot be told there. */
  async recordFault(error: unknown): Promise<void> {
    const fault = error instanceof Error ? `${error.name}: ${error.message}` : "unknown";
    await recordFault(this.#session, this.topic, fault.slice(0, 500)).catch(() => undefined);
  }

  /** Leaves the broker. */
  async disconnect(): Promise<void> {
    await this.#producer.disconnect();
    await this.#admin.disconnect();
  }

  async #rewindLost(): Promise<void> {
    await this.#rewind(beginning, "the broker has lost what it acknowledged");
    await delay(settleMs);
  }

  async #rewind(to: Position, reason: string): Promise<void> {
    const { service, logger } = this.#options;
    logger.warn({ reason, from: this.position, to }, "events go out again");
    countRewind(service);
    this.#acknowledged = {};
    await this.#move(to);
  }

  async #move(to: Position): Promise<void> {
    await recordProgress(this.#session, this.topic, { position: to, acknowledged: this.#acknowledged });
    this.#position = to;
  }
}

/** Rows by the topic they belong to, in their order. */
function messagesOf(rows: readonly OutboxRow[], topics: { events: string; audit: string }): TopicMessages[] {
  const audit = rows.filter((row) => row.type === AUDIT_TYPE);
  const events = rows.filter((row) => row.type !== AUDIT_TYPE);
  return [
    { topic: topics.events, messages: events.map(messageOf) },
    { topic: topics.audit, messages: audit.map(messageOf) },
  ].filter(({ messages }) => messages.length > 0);
}
