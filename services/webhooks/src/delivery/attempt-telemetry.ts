import { inRequest, startSpan, traceIdOf } from "@jst/telemetry";
import { metrics } from "@opentelemetry/api";
import type { Claimed, Outcome } from "./queue.ts";

const meter = metrics.getMeter("webhooks");
const duration = meter.createHistogram("webhooks.attempt.duration", {
  description:
    "Time of one attempt, by state of the delivery after it: success, pending (tried again later) or failed.",
  unit: "s",
  advice: { explicitBucketBoundaries: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] },
});
const delay = meter.createHistogram("webhooks.delivery.delay", {
  description: "Time from the event to its delivery at the first attempt.",
  unit: "s",
  advice: { explicitBucketBoundaries: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300] },
});

/**
 * Runs one attempt in the trace of the request that caused its event; the delivery handed over names the trace context
 * for the endpoint. No URL and nothing of the payload is recorded: both are the customer's.
 */
export function attempting<T>(
  delivery: Claimed,
  work: (traced: Claimed, ended: (outcome: Outcome) => void) => Promise<T>,
): Promise<T> {
  const startMs = performance.now();
  const span = startSpan("client", "webhook attempt", delivery.traceparent ?? undefined, {
    "webhooks.attempt": delivery.attempt,
  });
  const ended = ({ status, statusCode }: Outcome) => {
    duration.record((performance.now() - startMs) / 1_000, { outcome: status });
    if (status === "success" && delivery.attempt === 1) delay.record(ageS(delivery.event_id));
    const code = statusCode === null ? {} : { "http.response.status_code": statusCode };
    span.end(code, status === "success" ? undefined : "not_accepted");
  };
  const traced = { ...delivery, traceparent: span.traceparent ?? null };
  return inRequest({ traceId: traceIdOf(span.traceparent) }, () => work(traced, ended));
}

/** Seconds since an id of version 7 was made. */
function ageS(id: string): number {
  return Math.max(0, Date.now() - Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)) / 1_000;
}
