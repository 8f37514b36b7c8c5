import type { Logger } from "@jst/telemetry";
import type { EachBatchPayload, Kafka } from "kafkajs";
import { setTimeout as delay } from "node:timers/promises";
import { brokerClient, ensureTopics, explained, type Brokers } from "./broker.ts";
import { forgetPlaces, noteAssigned, noteBehind } from "./consumer-telemetry.ts";
import { HandledOffsets } from "./handled-offsets.ts";
import { eventOf, type DeliveredEvent } from "./message.ts";

/**
 * Lets the broker know that a handler is at work. A handler that takes more than seconds calls it between its steps; it
 * rejects where another process takes the events from now on.
 */
export type GoOn = () => Promise<void>;

/** Topics that are consumed, and the handler of their messages. */
export interface ConsumerOptions {
  brokers: Brokers;
  topics: readonly string[];
  /** Processes with the same group share the work; the group's offsets are where it goes on. */
  groupId: string;
  logger: Logger;
  /**
   * Takes one team's events in their order. It must have stored their effect when it resolves, and must bear
   * events it has taken before.
   */
  handle: (teamId: string, events: readonly DeliveredEvent[], goOn: GoOn) => Promise<void>;
  /** Teams of a partition whose events are handed over at once; those of one team come in their order. Default 3. */
  teamsAtOnce?: number;
}

/** A consumer at work. */
export interface EventConsumer {
  /** Lets the batch under way end and leaves the group. */
  stop(): Promise<void>;
}

const pauseMs = 500;
/** A member that was killed is given up after this long; until then its partitions wait. The broker's least. */
const sessionTimeoutMs = 6_000;
/** The broker answers at once when there is something; longer only delays the end of the consumer. */
const fetchWaitMs = 1_000;
const eventsMax = 200;
const teamsAtOnce = 3;
/** Offsets of what was handled are committed together, this long after the first at the latest. */
const commitMs = 500;

/**
 * Delivers every event at least once. An offset is committed only after its events were handled, together with others:
 * after a crash, up to half a second of events is delivered again.
 */
export function startConsumer(options: ConsumerOptions): EventConsumer {
  const stopping = new AbortController();
  const done = work(options, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
}

async function work(options: ConsumerOptions, signal: AbortSignal): Promise<void> {
  const { brokers, groupId, logger } = options;
  const kafka = await brokerClient({ brokers, clientId: groupId, logger });
  while (!signal.aborted) {
    try {
      await ensureTopics(kafka, options.topics);
      await consumeUntilCrash(kafka, options, signal);
    } catch (fault) {
      logger.error({ error: explained(fault, brokers) }, "the consumer could not go on and will try again");
    }
    await delay(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Ends when it is stopped; rejects with what crashed it. */
async function consumeUntilCrash(kafka: Kafka, options: ConsumerOptions, signal: AbortSignal): Promise<void> {
  const consumer = kafka.consumer({
    groupId: options.groupId,
    sessionTimeout: sessionTimeoutMs,
    rebalanceTimeout: 10_000,
    heartbeatInterval: 1_000,
    maxWaitTimeInMs: fetchWaitMs,
    allowAutoTopicCreation: false,
    // A crash reaches the code below, which starts over from the committed offsets.
    retry: {
      initialRetryTime: 30,
      maxRetryTime: 1_000,
      retries: 6,
      restartOnFailure: () => Promise.resolve(false),
    },
  });
  const { promise: over, resolve, reject } = Promise.withResolvers<undefined>();
  // A crash while connecting is told by the connecting itself.
  over.catch(() => undefined);
  consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
  consumer.on(consumer.events.GROUP_JOIN, ({ payload }) =>
    noteAssigned(options.groupId, Object.values(payload.memberAssignment).flat().length),
  );
  signal.addEventListener("abort", () => resolve(undefined), { once: true });
  // It may have been stopped before this.
  if (signal.aborted) return;
  const offsets = new HandledOffsets(consumer, commitMs, options.logger);
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [...options.topics], fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: 3,
      eachBatch: (payload) => handleBatch(offsets, payload, options),
    });
    await over;
    await offsets.commit();
  } finally {
    forgetPlaces(options.groupId);
    await offsets.close();
    await consumer.disconnect();
  }
}

async function handleBatch(
  offsets: HandledOffsets,
  payload: EachBatchPayload,
  options: ConsumerOptions,
): Promise<void> {
  const { batch } = payload;
  const { topic, partition, highWatermark } = batch;
  const noteAt = (offset: string) =>
    noteBehind(options.groupId, `${topic}/${partition}`, Number(BigInt(highWatermark) - BigInt(offset)));
  noteAt(batch.firstOffset() ?? highWatermark);
  const teams = byTeam(payload, options.logger).entries();
  const hands = Array.from({ length: options.teamsAtOnce ?? teamsAtOnce }, () =>
    handleTeams(teams, payload, options),
  );
  // All of them have ended before the events come again.
  await Promise.allSettled(hands);
  if ((await Promise.all(hands)).includes(false)) return;
  payload.resolveOffset(batch.lastOffset());
  const next = (BigInt(batch.lastOffset()) + 1n).toString();
  offsets.note(topic, partition, next);
  noteAt(next);
}

/** Takes one team after the other; false when the partition has gone to somebody else meanwhile. */
async function handleTeams(
  teams: Iterator<[string, DeliveredEvent[]]>,
  payload: EachBatchPayload,
  options: ConsumerOptions,
): Promise<boolean> {
  for (let team = teams.next(); team.done !== true; team = teams.next()) {
    const [teamId, events] = team.value;
    for (let start = 0; start < events.length; start += eventsMax) {
      // The next owner of the partition handles the rest.
      if (!payload.isRunning() || payload.isStale()) return false;
      await options.handle(teamId, events.slice(start, start + eventsMax), () => payload.heartbeat());
      await payload.heartbeat();
    }
  }
  return true;
}

function byTeam({ batch }: EachBatchPayload, logger: Logger): Map<string, DeliveredEvent[]> {
  const teams = new Map<string, DeliveredEvent[]>();
  for (const message of batch.messages) {
    const event = eventOf(message);
    if (event === undefined) {
      const { topic, partition } = batch;
      logger.error({ topic, partition, offset: message.offset }, "skipped a message that is no event");
      continue;
    }
    const events = teams.get(event.teamId);
    if (events === undefined) teams.set(event.teamId, [event]);
    else events.push(event);
  }
  return teams;
}
