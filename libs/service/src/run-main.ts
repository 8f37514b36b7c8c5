import { ConfigError } from "@jst/config";
import type { Logger } from "@jst/telemetry";

/** Process that has started: its logger, and how it ends. */
export interface RunningProcess {
  logger: Logger;
  /** Readiness off, doors drained, pools closed. The process then ends by an empty event loop. */
  stop(): Promise<void>;
}

/**
 * Starts a process and ends it in order on SIGTERM or SIGINT. A fault nobody caught ends the process at once:
 * the supervisor starts a sound one.
 */
export async function runMain(start: () => Promise<RunningProcess>, graceMs: number): Promise<void> {
  let running: RunningProcess;
  try {
    running = await start();
  } catch (error) {
    process.stderr.write(`${error instanceof ConfigError ? error.message : describe(error)}\n`);
    process.exitCode = 1;
    // A half-started process holds sockets that would keep it alive.
    setTimeout(() => process.exit(1), 100).unref();
    return;
  }
  const { logger } = running;
  let isStopping = false;
  const stop = (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ signal }, "stopping");
    setTimeout(() => process.exit(1), graceMs).unref();
    running.stop().catch((error: unknown) => {
      logger.error({ error }, "stop failed");
      process.exitCode = 1;
    });
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  for (const fault of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(fault, (error: unknown) => {
      logger.error({ error }, fault);
      process.exit(1);
    });
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
