import { systemContext } from "@jst/db";
import type { Database, LeasedSession, TeamContext } from "@jst/db";

/** Longest time one statement may take. */
export const CLOCK_MS = 10_000;

/** Parts of the clock; the session is of scheduling_worker. */
export interface ClockParts {
  session: Pick<LeasedSession, "query">;
  database: Database;
  /** One team could not be served; the next pass makes up for it. */
  onFault: (error: unknown, teamId: string) => void;
}

/** Makes the context of the clock, which acts on a team. */
export const clockContext = (teamId: string): TeamContext =>
  systemContext(teamId, { requestId: "scheduling-clock", timeoutMs: CLOCK_MS });
