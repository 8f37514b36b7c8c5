import type { Database, LeasedSession, TeamContext } from "@jst/db";

/** Longest time one statement may take. */
export const CLOCK_MS = 10_000;

/** What the clock works with; the session is of scheduling_worker. */
export interface ClockParts {
  session: Pick<LeasedSession, "query">;
  database: Database;
  /** One team could not be served; the next pass makes up for it. */
  onFault: (error: unknown, teamId: string) => void;
}

/** The platform itself, which has no token. */
export function platform(teamId: string): TeamContext {
  return {
    teamId,
    tokenId: "",
    actorType: "system",
    actorId: "",
    requestId: "scheduling-clock",
    timeoutMs: CLOCK_MS,
  };
}
