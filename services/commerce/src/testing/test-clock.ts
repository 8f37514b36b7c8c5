import { randomUUID } from "node:crypto";
import { after } from "node:test";
import type { Caller } from "@jst/caller";
import { Database, LeasedSession } from "@jst/db";
import type { PageTeam, Teams } from "@jst/pages";
import { createLogger } from "@jst/telemetry";
import { advanceSubscriptions } from "../clock/advance-subscriptions.ts";
import { chargeInvoices } from "../clock/charge-invoices.ts";
import { CLOCK_MS, type ClockParts } from "../clock/due-teams.ts";
import { endPages } from "../clock/end-pages.ts";
import { Providers } from "../providers/providers.ts";
import { inTeam, TEST_SECRETS, type TestCommerce } from "./test-commerce.ts";

/** The clock of the service under test, which goes when it is told to. */
export interface TestClock {
  connectionString: string;
  database: Database;
  providers: Providers;
  /** All teams have the module and are in UTC, but those that are told here. */
  teams: Teams & { told: Map<string, Partial<PageTeam> | undefined> };
  /** Passes until nothing is left to do; answers the teams that something could not be done for. */
  run: () => Promise<string[]>;
  /** Has the clock of the caller's team stand at a time, and does what is due. */
  runAt: (caller: Caller, time: string) => Promise<string[]>;
  /** A team whose clock stands at this time. */
  teamAt: (time: string) => Promise<Caller>;
}

/** Call it at the top of a test file. */
export async function testClock(
  { database: own, set }: TestCommerce,
  stripe: { stripeApi?: string } = {},
): Promise<TestClock> {
  const connectionString = own.urlOf("commerce_worker");
  const options = { poolSize: 2, applicationName: "test", changesetPrefix: "commerce" };
  const database = new Database({ connectionString: own.url, ...options });
  after(() => database.close());
  const lease = { connectionString, applicationName: "test", lease: `test ${randomUUID()}` };
  const session = await LeasedSession.open({ ...lease, timeoutMs: CLOCK_MS });
  after(() => session.close());
  const teams = teamsTold();
  const providers = new Providers({
    database,
    secrets: TEST_SECRETS,
    logger: createLogger("commerce", "error"),
    ...stripe,
  });
  const run = async () => {
    const failed: string[] = [];
    const parts: ClockParts = {
      session,
      database,
      teams,
      providers,
      onFault: (_error, id) => failed.push(id),
    };
    while ([await advanceSubscriptions(parts), await chargeInvoices(parts)].includes(true));
    await endPages(parts);
    return failed;
  };
  const runAt = async (caller: Caller, time: string) => {
    await set(caller, "commerce.test", "true");
    await set(caller, "commerce.clock", time);
    return run();
  };
  const teamAt = async (time: string) => {
    const caller = inTeam();
    await runAt(caller, time);
    return caller;
  };
  return { connectionString, database, teams, providers, run, runAt, teamAt };
}

function teamsTold(): TestClock["teams"] {
  const told: TestClock["teams"]["told"] = new Map();
  const find = (team_id: string) => {
    if (told.has(team_id) && told.get(team_id) === undefined) return Promise.resolve(undefined);
    const brand = { name: "Team", logo: null, favicon: null, primary_color: null };
    const team = { team_id, slug: "team", modules: ["commerce"], brand, timezone: "UTC" };
    return Promise.resolve({ ...team, ...told.get(team_id) });
  };
  return { told, find };
}
