import { startLeased, type Database, type RunningWork } from "@jst/db";
import type { Teams } from "@jst/pages";
import type { Logger } from "@jst/telemetry";
import { setTimeout as delay } from "node:timers/promises";
import type { Providers } from "../providers/providers.ts";
import { advanceSubscriptions } from "./advance-subscriptions.ts";
import { chargeInvoices } from "./charge-invoices.ts";
import { CLOCK_MS } from "./clock-parts.ts";
import { endPages } from "./end-pages.ts";

/** Wait after a failure, and between two looks at whether the lease has become free. */
const RETRY_MS = 1_000;
/** Wait between two passes; with what a team is known by it is well within five seconds. */
const PASS_MS = 1_000;

/** What the clock needs. */
export interface ClockOptions {
  /** Of role commerce_worker. */
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
export function startClock({
  connectionString,
  database,
  teams,
  providers,
  logger,
}: ClockOptions): RunningWork {
  return startLeased({
    connectionString,
    applicationName: "commerce_worker",
    lease: "commerce clock",
    timeoutMs: CLOCK_MS,
    retryMs: RETRY_MS,
    work: async (session, stopped) => {
      const onFault = (error: unknown, teamId: string) =>
        logger.error({ error, team_id: teamId }, "something of a team is due and could not be done");
      while (session.isHeld && !stopped.aborted) {
        const parts = { session, database, teams, providers, onFault };
        const isMore = [await advanceSubscriptions(parts), await chargeInvoices(parts)];
        await endPages(parts);
        if (isMore.includes(true)) continue;
        await delay(PASS_MS, undefined, { signal: stopped }).catch(() => undefined);
      }
    },
    onFailure: (error) => logger.error({ error }, "the clock of commerce could not go on and will try again"),
  });
}
