import { startClock, type Database, type RunningWork } from "@jst/db";
import type { Logger } from "@jst/telemetry";
import type { Teller } from "../bookings/tell.ts";
import { CLOCK_MS } from "./clock-parts.ts";
import { completeEnded } from "./complete-ended.ts";
import { sendReminders } from "./send-reminders.ts";

/** Wait after a failure, and between two looks at whether the lease has become free. */
const RETRY_MS = 2_000;
/** Wait between two passes; with the time in which a dead holder loses the lease it is well within a minute. */
const PASS_MS = 10_000;

/** Options of the clock. */
export interface ClockOptions {
  /** Connection of role scheduling_worker. */
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
export function startBookingClock({ connectionString, database, teller, logger }: ClockOptions): RunningWork {
  const onFault = (error: unknown, teamId: string) =>
    logger.error(
      { error, team_id: teamId },
      "bookings of a team were not completed or reminded; the next pass retries",
    );
  return startClock({
    connectionString,
    applicationName: "scheduling_worker",
    lease: "scheduling completed bookings",
    timeoutMs: CLOCK_MS,
    retryMs: RETRY_MS,
    passMs: PASS_MS,
    pass: async (session) => {
      const parts = { session, database, onFault };
      const isMore = [await completeEnded(parts), await sendReminders(parts, teller)];
      return isMore.includes(true);
    },
    onFailure: (error) => logger.error({ error }, "the clock of bookings failed and will retry"),
  });
}
