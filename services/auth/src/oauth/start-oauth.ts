import type { SystemDatabase } from "@jst/db";
import { startHourly } from "@jst/service";
import type { Logger } from "@jst/telemetry";
import { sweep } from "./clients.ts";

export interface RunningOAuth {
  close(): void;
}

/** Starts to remove what is over every hour. */
export function startOAuth(operator: SystemDatabase, logger: Logger): RunningOAuth {
  const failed = (error: unknown) =>
    logger.warn({ error }, "what is over of sign-in for apps was not removed");
  const sweeping = startHourly(() => sweep(operator), failed);
  return {
    close: () => {
      sweeping.stop();
    },
  };
}
