const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;

/** The flag of a trace that is recorded. */
export const SAMPLED = 1;

/** The parts of a W3C trace context. */
export interface TraceContext {
  traceId: string;
  spanId: string;
  traceFlags: number;
}

/** Reads a W3C traceparent header; undefined when it is absent or malformed. */
export function readTraceparent(traceparent: string | undefined): TraceContext | undefined {
  const match = traceparent === undefined ? null : TRACEPARENT.exec(traceparent);
  if (match === null) return undefined;
  const [, version = "", traceId = "", spanId = "", flags = ""] = match;
  if (version === "ff" || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) };
}

/** The header of a trace context. */
export function writeTraceparent({ traceId, spanId, traceFlags }: TraceContext): string {
  return `00-${traceId}-${spanId}-${(traceFlags & 0xff).toString(16).padStart(2, "0")}`;
}

/** Trace id (32 hex digits) of a W3C traceparent header; undefined when it is absent or malformed. */
export function traceIdOf(traceparent: string | undefined): string | undefined {
  return readTraceparent(traceparent)?.traceId;
}
