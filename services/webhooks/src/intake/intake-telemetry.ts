import type { DeliveredEvent } from "@jst/events";
import { startSpan, traceIdOf, type Logger } from "@jst/telemetry";

/** Events on their way from the broker into the queue. */
export interface Taking {
  /** The events, each with the trace context its deliveries are to go on from. */
  events: DeliveredEvent[];
  /** Records that they are stored, or must be taken again. */
  ended: (isStored: boolean) => void;
}

/** Begins to record that these events are taken from the broker, each in the trace of the request that caused it. */
export function taking(team: string, arrived: readonly DeliveredEvent[], logger: Logger): Taking {
  const spans = arrived.map(({ traceparent }) => startSpan("consumer", "webhooks intake", traceparent));
  return {
    events: arrived.map((event, index) => ({ ...event, traceparent: spans[index]?.traceparent })),
    ended: (isStored) => {
      for (const span of spans) span.end({}, isStored ? undefined : "not_stored");
      if (!isStored) return;
      for (const { id, type, traceparent } of arrived) {
        const traceId = traceIdOf(traceparent);
        logger.info(
          { event: id, type, team, ...(traceId === undefined ? {} : { trace_id: traceId }) },
          "event",
        );
      }
    },
  };
}
