import { startSpan, traceIdOf, type Logger } from "@jst/telemetry";
import { metrics, type ObservableResult } from "@opentelemetry/api";
import type { OutboxRow } from "./outbox-queries.ts";

const meter = metrics.getMeter("events");
const delay = meter.createHistogram("outbox.relay.delay", {
  description: "Time from a write to the broker's acknowledgement of its event.",
  unit: "s",
  advice: { explicitBucketBoundaries: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300] },
});
const rewinds = meter.createCounter("outbox.rewinds", {
  description:
    "How often the relay went back: the broker had lost what it acknowledged, or an operator wished it.",
});
/** By service: since when the first event waits, milliseconds of Unix time; Infinity while none does. */
const oldestSince = new Map<string, number>();
const heldSince = new Map<string, number>();
meter
  .createObservableGauge("outbox.oldest.age", {
    description: "Age of the oldest event the broker does not have; only the process that relays shows it.",
    unit: "s",
  })
  .addCallback((result) => observeAges(result, oldestSince));
meter
  .createObservableGauge("outbox.held.age", {
    description: "The same of an event that waits for an older transaction to end and cannot be sent before.",
    unit: "s",
  })
  .addCallback((result) => observeAges(result, heldSince));

function observeAges(result: ObservableResult, sinceMs: ReadonlyMap<string, number>): void {
  for (const [service, since] of sinceMs)
    result.observe(since === Infinity ? 0 : Math.max(0, Date.now() - since) / 1_000, { service });
}

/** Notes that this process relays: its counts begin at nothing, so that the first one is seen as a step. */
export function noteRelaying(service: string): void {
  rewinds.add(0, { service });
  heldSince.set(service, Infinity);
}

/** Counts that the relay went back. */
export function countRewind(service: string): void {
  rewinds.add(1, { service });
}

/** Notes what a look into the outbox found first; it is what waits longest until the next look. */
export function noteOldest(service: string, row: Pick<OutboxRow, "id"> | undefined): void {
  oldestSince.set(service, row === undefined ? Infinity : createdMs(row.id));
}

/** Notes the first event that an older transaction holds back; with it nothing before it waits. */
export function noteHeld(service: string, row: Pick<OutboxRow, "id"> | undefined): void {
  heldSince.set(service, row === undefined ? Infinity : createdMs(row.id));
  if (row !== undefined) noteOldest(service, row);
}

/** Notes that this process does not relay, or cannot look: it shows no age then. */
export function forgetOldest(service: string): void {
  oldestSince.delete(service);
  heldSince.delete(service);
}

/** Events on their way to the broker. */
export interface Sending {
  /** The rows, each with the trace context its consumers are to go on from. */
  rows: OutboxRow[];
  /** Records that the broker has them, or has refused them. */
  ended: (isSent: boolean) => void;
}

/** Begins to record the sending of these events, each in the trace of the request that caused it. */
export function sending(service: string, rows: readonly OutboxRow[], logger: Logger): Sending {
  const spans = rows.map((row) => startSpan("producer", `${service} relay`, row.traceparent ?? undefined));
  return {
    rows: rows.map((row, index) => ({ ...row, traceparent: spans[index]?.traceparent ?? null })),
    ended: (isSent) => {
      for (const span of spans) span.end({}, isSent ? undefined : "not_acknowledged");
      if (!isSent) return;
      const now = Date.now();
      for (const { id, type, team_id: team, traceparent } of rows) {
        delay.record(Math.max(0, now - createdMs(id)) / 1_000, { service });
        const traceId = traceIdOf(traceparent ?? undefined);
        logger.info(
          { event: id, type, team, ...(traceId === undefined ? {} : { trace_id: traceId }) },
          "relayed",
        );
      }
    },
  };
}

/** Milliseconds of Unix time at which an id of version 7 was made. */
function createdMs(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
