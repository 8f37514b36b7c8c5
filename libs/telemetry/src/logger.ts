import { pino, type Logger as PinoLogger } from "pino";
import { currentTrail } from "./trail.ts";

/** Levels an operator may choose. */
export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
/** One of LOG_LEVELS. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Writes JSON lines to standard output. Callers pass ids and codes; bodies, tokens and personal data never. */
export type Logger = Pick<PinoLogger, "debug" | "info" | "warn" | "error">;

/** A logger whose every line carries the service's name, an RFC 3339 time and, inside a request, the request's ids. */
export function createLogger(service: string, level: LogLevel): Logger {
  return pino({
    level,
    base: { service },
    // A copy: pino writes into what it is given.
    mixin: () => ({ ...currentTrail() }),
    messageKey: "message",
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { error: errorChain },
  });
}

/** An error with its causes, for the log alone. PostgreSQL's detail and parameters are left out: they quote data. */
function errorChain(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return {
    name: error.name,
    message: error.message,
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    stack: error.stack?.split("\n").slice(1, 12),
    ...(error.cause === undefined ? {} : { cause: errorChain(error.cause) }),
  };
}
