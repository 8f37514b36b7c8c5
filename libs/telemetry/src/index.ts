/** Telemetry of a process. This module does not load the SDK: preload.ts does, before everything else. */
export { createLogger, LOG_LEVELS, type Logger, type LogLevel } from "./logger.ts";
export { metricsPage } from "./metrics-page.ts";
export { startSpan, type Span, type SpanRole } from "./span.ts";
export { traceIdOf } from "./trace.ts";
export { inRequest } from "./request-ids.ts";
