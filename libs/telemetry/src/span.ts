import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Attributes } from "@opentelemetry/api";
import { readTraceparent, SAMPLED, writeTraceparent } from "./trace.ts";

/** A piece of work as a trace shows it. */
export interface Span {
  /** Trace parent for the next hop: this span if the trace is recorded, otherwise the one that this process got. */
  readonly traceparent: string | undefined;
  /** Ends the span once; `fault` is a stable code, never a message. */
  end(attributes?: Attributes, fault?: string): void;
}

/** Kinds of span: who waits for whom. */
export type SpanRole = "server" | "client" | "producer" | "consumer";

const kinds: Record<SpanRole, SpanKind> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

/**
 * Begins a span under the given W3C trace context. A trace that is not recorded costs nothing here: its context is
 * handed on as it came. Names and attributes are rpcs, statements' names and codes; never a URL, a value or a token.
 */
export function startSpan(
  role: SpanRole,
  name: string,
  traceparent: string | undefined,
  attributes: Attributes = {},
): Span {
  const parent = readTraceparent(traceparent);
  if (parent === undefined || (parent.traceFlags & SAMPLED) === 0) return unrecorded(traceparent);
  const context = trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true });
  const span = trace.getTracer("jst").startSpan(name, { kind: kinds[role], attributes }, context);
  if (!span.isRecording()) return unrecorded(traceparent);
  return {
    traceparent: writeTraceparent(span.spanContext()),
    end: (outcome = {}, fault) => {
      span.setAttributes(outcome);
      if (fault !== undefined)
        span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute("error.type", fault);
      span.end();
    },
  };
}

function unrecorded(traceparent: string | undefined): Span {
  return { traceparent, end: () => undefined };
}
