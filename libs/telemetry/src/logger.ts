import { pino, type Logger as PinoLogger, type LoggerOptions } from "pino";
import { errorChain } from "./error-chain.ts";
import { currentRequestIds } from "./request-ids.ts";

/** Levels an operator may choose. */
export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
/** One of LOG_LEVELS. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Writes JSON lines to standard output. Callers pass ids and codes; bodies, tokens and personal data never. */
export type Logger = Pick<PinoLogger, "debug" | "info" | "warn" | "error">;

/** A logger whose every line carries the service's name, an RFC 3339 time and, inside a request, the request's ids. */
export function createLogger(service: string, level: LogLevel): Logger {
  const options: LoggerOptions = {
    level,
    base: { service },
    // A copy: pino writes into what it is given.
    mixin: () => ({ ...currentRequestIds() }),
    messageKey: "message",
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { error: errorChain },
  };
  // Written by the block or after a moment: a write for each line costs a request about a tenth of its time. What is
  // held back is written when the process ends in any way but SIGKILL. As bytes: a text is copied whole for each line
  // that is added to it (ADR 22).
  const output = pino.destination({
    dest: 1,
    sync: false,
    minLength: 8_192,
    periodicFlush: 100,
    contentMode: "buffer",
  });
  // Its types know of no bytes, which are all it takes in this mode.
  return pino(options, { write: (line) => output.write(Buffer.from(line) as unknown as string) });
}
