import type { ClockParts, ClockTeam } from "./clock-parts.ts";
import { clockContext } from "./clock-parts.ts";

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
