import { systemContext } from "@jst/db";
import type { Database, LeasedSession, TeamContext } from "@jst/db";
import type { Teams } from "@jst/pages";
import type { Providers } from "../providers/providers.ts";

/** Longest time one statement may take, and one transaction. */
export const CLOCK_MS = 10_000;

/** Parts of the clock; the session is of commerce_worker. */
export interface ClockParts {
  session: Pick<LeasedSession, "query">;
  database: Database;
  teams: Teams;
  providers: Pick<Providers, "endPage">;
  /** Something could not be done; the next pass makes up for it. */
  onFault: (error: unknown, teamId: string) => void;
}

/** A team in which something is due. */
export interface ClockTeam {
  /** The platform itself, which has no token. */
  context: TeamContext;
  timezone: string;
}

/** Makes the context of the clock, which acts on a team. */
export const clockContext = (teamId: string): TeamContext =>
  systemContext(teamId, { requestId: "commerce-clock", timeoutMs: CLOCK_MS });
