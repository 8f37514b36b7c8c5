import { reapReplies } from "@jst/db";
import type { Logger } from "@jst/telemetry";

/** Stored replies outlive their 24 hours by this much at most. */
const PERIOD_MS = 3_600_000;

/** Removes the service's expired stored replies now and every hour. A pass that fails is left to the next. */
export function startReaper(service: string, connectionString: string, logger: Logger): { stop(): void } {
  const reap = () =>
    void reapReplies(service, connectionString).catch((error: unknown) => {
      logger.warn({ error }, "expired replies were not removed");
    });
  reap();
  const timer = setInterval(reap, PERIOD_MS).unref();
  return { stop: () => clearInterval(timer) };
}
