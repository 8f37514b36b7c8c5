import { startLeased, type Database, type RunningWork } from "@jst/db";
import type { Logger } from "@jst/telemetry";
import { setTimeout as delay } from "node:timers/promises";
import type { Teller } from "../bookings/tell.ts";
import { CLOCK_MS } from "./clock-parts.ts";
import { completeEnded } from "./complete-ended.ts";
import { sendReminders } from "./send-reminders.ts";

/** Wait after a failure, and between two looks at whether the lease has become free. */
const RETRY_MS = 2_000;
/** Wait between two passes; with the time in which a dead holder loses the lease it is well within a minute. */
const PASS_MS = 10_000;

/** What the clock needs. */
export interface ClockOptions {
  /** Of role scheduling_worker. */
  connectionString: string;
  database: Database;
  /** Tells of what is soon. */
  teller: Teller;
  logger: Logger;
}

/**
 * Completes each booking within a minute of its end (scheduling.completed), and reminds of those that are soon
 * (scheduling.reminders). Of all processes of the service one does so
 * at a time; it remembers nothing, so after a standstill it catches up.
 */
export function startClock({ connectionString, database, teller, logger }: ClockOptions): RunningWork {
  return startLeased({
    connectionString,
    applicationName: "scheduling_worker",
    lease: "scheduling completed bookings",
    timeoutMs: CLOCK_MS,
    retryMs: RETRY_MS,
    work: async (session, stopped) => {
      const onFault = (error: unknown, teamId: string) =>
        logger.error({ error, team_id: teamId }, "bookings of a team were not completed, or not reminded of");
      while (session.isHeld && !stopped.aborted) {
        const parts = { session, database, onFault };
        const isMore = [await completeEnded(parts), await sendReminders(parts, teller)];
        if (isMore.includes(true)) continue;
        await delay(PASS_MS, undefined, { signal: stopped }).catch(() => undefined);
      }
    },
    onFailure: (error) => logger.error({ error }, "the clock of bookings could not go on and will try again"),
  });
}
