import { systemContext, type Database, type LeasedSession, type TeamContext } from "@jst/db";
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

/** SQL of the teams with a test clock, which stands; the others go by the database's time. */
const CLOCKS = `select c.team_id, c.value::timestamptz as at from commerce.settings c
  where c.key = 'commerce.clock' and exists (select from commerce.settings t
    where t.team_id = c.team_id and t.key = 'commerce.test' and t.value = 'true')`;

/** Each kind of work, and SQL of the teams that have some. */
const WORK = {
  subscriptions: `with clocks as materialized (${CLOCKS})
select d.team_id from commerce.subscription_dues d
where d.due_at <= clock_timestamp() and not exists (select from clocks c where c.team_id = d.team_id)
group by d.team_id
union
select d.team_id from clocks c join commerce.subscription_dues d on d.team_id = c.team_id and d.due_at <= c.at`,
  session_ends: "select distinct e.team_id from commerce.session_ends e where e.due_at <= clock_timestamp()",
  charges: "select distinct h.team_id from commerce.charges h",
} as const;

/** Work of the clock. */
export type Work = keyof typeof WORK;

/**
 * Teams that have work of this kind to be done now. One whose module is off stands still, and so does one that is gone
 * (commerce.clock-worker).
 */
export async function dueTeams({ session, teams, onFault }: ClockParts, work: Work): Promise<ClockTeam[]> {
  const rows = await session.query<{ team_id: string }>({ text: WORK[work], values: [] });
  const found: ClockTeam[] = [];
  for (const { team_id: teamId } of rows)
    try {
      const team = await teams.find(teamId);
      if (team?.modules.includes("commerce") === true)
        found.push({ context: clockContext(teamId), timezone: team.timezone });
    } catch (error) {
      onFault(error, teamId);
    }
  return found;
}
