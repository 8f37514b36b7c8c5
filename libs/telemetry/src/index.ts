/** What a process tells its operator. */
export { createLogger, LOG_LEVELS, type Logger, type LogLevel } from "./logger.ts";
export { traceIdOf } from "./trace.ts";
