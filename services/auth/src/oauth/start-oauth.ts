import type { SystemDatabase } from "@jst/db";
import { startHourly } from "@jst/service";
import type { Logger } from "@jst/telemetry";
import { CallCounts } from "../audit/call-counts.ts";
import { sweep } from "./clients.ts";

/** What goes on beside the requests of connected apps. */
export interface RunningOAuth {
  callCounts: CallCounts;
  close(): Promise<void>;
}

/** Starts to count the calls of apps, and to remove what is over every hour. */
export function startOAuth(operator: SystemDatabase, logger: Logger): RunningOAuth {
  const callCounts = new CallCounts(operator, (error) =>
    logger.warn({ error }, "calls of apps were not counted"),
  );
  const failed = (error: unknown) =>
    logger.warn({ error }, "what is over of sign-in for apps was not removed");
  const sweeping = startHourly(() => sweep(operator), failed);
  return {
    callCounts,
    close: async () => {
      sweeping.stop();
      await callCounts.close();
    },
  };
}
