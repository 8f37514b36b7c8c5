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

/** An error with its causes, for the log alone. What quotes data is left out: PostgreSQL's detail, some messages. */
function errorChain(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error;
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return {
    name: error.name,
    ...(quotesData(error) ? {} : { message: error.message }),
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    stack: error.stack
      ?.split("\n")
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 12),
    ...(error.cause === undefined ? {} : { cause: errorChain(error.cause) }),
  };
}

/** True for errors whose message repeats their input: JSON.parse, and PostgreSQL on data it cannot take (class 22). */
function quotesData(error: Error & { code?: unknown; severity?: unknown }): boolean {
  if (error instanceof SyntaxError) return true;
  return error.severity !== undefined && typeof error.code === "string" && /^(22|23|P0)/.test(error.code);
}
