import { startLeased, type LeasedSession, type RunningWork } from "@jst/db";
import type { Kafka } from "kafkajs";
import { setTimeout as delay } from "node:timers/promises";
import { brokerClient, explained, type Brokers } from "./broker.ts";
import { forgetOldest, noteHeld, noteOldest, noteRelaying } from "./relay-telemetry.ts";
import { messageBytes } from "./message.ts";
import { findFirst, type OutboxRow } from "./outbox-queries.ts";
import { relayLease } from "./outbox-state.ts";
import { outboxChannel, outboxSignal, tellingRelay } from "./outbox-signal.ts";
import { Sender, type SenderOptions } from "./sender.ts";

/** Outbox and its topics. */
export interface RelayOptions extends SenderOptions {
  /** Connection of role `<service>_relay`. */
  connectionString: string;
  brokers: Brokers;
}

/** A relay at work. */
export type Relay = RunningWork;

/** Longest wait for a look into the outbox: for what no signal told of, such as the write of a process that died. */
const pollMs = 1_000;
/** Wait after a batch, so that under load one look serves many writes. */
const busyMs = 20;
/** First and longest wait for a transaction that is older than an event and still runs. */
const unsettledMs = { first: 4, max: 64 };
/** Wait after a failure, and between two looks at whether the lease has become free. */
const retryMs = 500;
const queryTimeoutMs = 5_000;
const rowsMax = 200;
/** The broker refuses more than 1 MiB at once, and one event is at most 256 KiB (limits.webhooks). */
const sendBytesMax = 512 * 1024;

/**
 * Carries every committed event to the broker, in the order of its transactions, at least once. Of all processes of
 * a service one does it at a time; when that one ends, another goes on where the broker's acknowledgements stopped.
 */
export function startRelay(options: RelayOptions): Relay {
  const { service, connectionString, brokers, logger } = options;
  const kafka = brokerClient({ brokers, clientId: `${service}-relay`, logger });
  const tell = tellingRelay(service, retryMs);
  let hasLooked = false;
  return startLeased({
    connectionString,
    applicationName: `${service}_relay`,
    lease: relayLease(service),
    timeoutMs: queryTimeoutMs,
    // Statistics of an outbox that was empty would have it read whole, each time.
    settings: { enable_seqscan: "off", plan_cache_mode: "force_generic_plan" },
    retryMs,
    work: async (session, stopped) =>
      carry(session, await kafka, { ...options, onLook: () => (hasLooked = true) }, stopped),
    standby: (session, stopped) => {
      forgetOldest(service);
      return tell(session, stopped);
    },
    onFailure: (error) => {
      // Without the broker the age stays known, and has to be seen without a gap; without the database nobody knows it.
      if (!hasLooked) forgetOldest(service);
      hasLooked = false;
      logger.error({ error }, "the relay could not go on and will try again");
    },
  });
}

/** Works until it is stopped or something fails: what comes then starts from the recorded position. */
async function carry(
  session: LeasedSession,
  kafka: Kafka,
  options: RelayOptions & { onLook: () => void },
  stopped: AbortSignal,
): Promise<void> {
  const { service, logger } = options;
  const sender = new Sender(session, kafka, options);
  try {
    // Known before the broker is, which may be away.
    noteOldest(service, (await sender.look(1)).rows[0]);
    noteRelaying(service);
    options.onLook();
    await session.listen(outboxChannel(service), () => outboxSignal.ring());
    await sender.connect();
    logger.info({ topic: sender.topic, position: sender.position }, "relaying");
    for (let waits = 0; !stopped.aborted;) {
      const seen = outboxSignal.rings;
      await sender.recover();
      const { rows, end, isFull } = await sender.look(rowsMax);
      noteOldest(service, rows[0]);
      const chunks = chunksOf(rows);
      // Their order is not that of the positions: what was sent counts once all of it is.
      for (const chunk of chunks)
        if (!(await sender.send(chunk, chunk === chunks.at(-1) ? end : undefined))) break;
      if (rows.length === 0) waits = await nextWrite(session, sender, { seen, waits, stopped });
      else if (!isFull) await pause(busyMs, stopped);
    }
  } catch (fault) {
    const error = explained(fault, options.brokers);
    await sender.recordFault(error);
    throw error;
  } finally {
    await sender.disconnect();
  }
}

/**
 * Waits for a write; an event behind an older transaction comes without a further one, so then it waits a little,
 * longer each time. Answers how often it has waited so.
 */
async function nextWrite(
  session: LeasedSession,
  sender: Sender,
  { seen, waits, stopped }: { seen: number; waits: number; stopped: AbortSignal },
): Promise<number> {
  const held = await findFirst(session, sender.position);
  noteHeld(sender.service, held);
  if (held !== undefined) {
    await pause(Math.min(unsettledMs.first * 2 ** waits, unsettledMs.max), stopped);
    return waits + 1;
  }
  await outboxSignal.past(seen, pollMs, stopped);
  return 0;
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

/** Resolves after the time or when the work is stopped. */
async function pause(ms: number, stopped: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal: stopped }).catch(() => undefined);
}
