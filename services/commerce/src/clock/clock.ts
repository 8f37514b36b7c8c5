import { startClock, type Database, type RunningWork } from "@jst/db";
import type { Teams } from "@jst/pages";
import type { Logger } from "@jst/telemetry";
import type { Providers } from "../providers/providers.ts";
import { advanceSubscriptions } from "./advance-subscriptions.ts";
import { chargeInvoices } from "./charge-invoices.ts";
import { CLOCK_MS } from "./due-teams.ts";
import { endPages } from "./end-pages.ts";

/** Wait after a failure, and between two looks at whether the lease has become free. */
const RETRY_MS = 1_000;
/** Wait between two passes; with what a team is known by it is well within five seconds. */
const PASS_MS = 1_000;

/** Options of the clock. */
export interface ClockOptions {
  /** Connection of role commerce_worker. */
  connectionString: string;
  database: Database;
  /** Knows which teams have the module on, and their zones. */
  teams: Teams;
  /** End pages on which nothing is owed any more. */
  providers: Pick<Providers, "endPage">;
  logger: Logger;
}

/**
 * Does what happens by itself, within five seconds of its time (commerce.clock-worker). Of all processes of the service
 * one does so at a time; it remembers nothing, so after a standstill it catches up.
 */
export function startCommerceClock({
  connectionString,
  database,
  teams,
  providers,
  logger,
}: ClockOptions): RunningWork {
  const onFault = (error: unknown, teamId: string) =>
    logger.error({ error, team_id: teamId }, "commerce of a team is due but failed; the next pass retries");
  return startClock({
    connectionString,
    applicationName: "commerce_worker",
    lease: "commerce clock",
    timeoutMs: CLOCK_MS,
    retryMs: RETRY_MS,
    passMs: PASS_MS,
    pass: async (session) => {
      const parts = { session, database, teams, providers, onFault };
      const isMore = [await advanceSubscriptions(parts), await chargeInvoices(parts)];
      await endPages(parts);
      return isMore.includes(true);
    },
    onFailure: (error) => logger.error({ error }, "the clock of commerce failed and will retry"),
  });
}
