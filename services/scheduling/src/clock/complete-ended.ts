import type { Database } from "@jst/db";
import { clockContext, type ClockParts } from "./clock-parts.ts";

/** Bookings that one transaction completes. */
const BATCH = 200;

/** Teams in which something has ended; of its times PostgreSQL takes those for an index that stay while it runs. */
export const TEAMS_ENDED = `select distinct team_id from scheduling.bookings
where status = 'booked' and "end" <= statement_timestamp()`;

/**
 * Completes bookings that have ended (scheduling.completed), of each team one batch, so that nobody waits for all of
 * another's; answers whether there is more that can be done at once. What somebody else holds is left to the next pass.
 */
export async function completeEnded({ session, database, onFault }: ClockParts): Promise<boolean> {
  const teams = await session.query<{ team_id: string }>({
    text: TEAMS_ENDED,
    values: [],
  });
  let isMore = false;
  for (const { team_id: teamId } of teams)
    try {
      isMore = (await completeBatch(database, teamId)) === BATCH || isMore;
    } catch (error) {
      onFault(error, teamId);
    }
  return isMore;
}

async function completeBatch(database: Database, teamId: string): Promise<number> {
  const { result } = await database.write(clockContext(teamId), (tx) =>
    tx.query({
      name: "scheduling.bookings.complete",
      text: `update scheduling.bookings t
set status = 'completed', updated_at = clock_timestamp(), version = t.version + 1
where t.team_id = $1 and t.id = any(array(
  select b.id from scheduling.bookings b
  where b.team_id = $1 and b.status = 'booked' and b."end" <= statement_timestamp()
  order by b."end" limit $2 for no key update skip locked
)) returning t.id`,
      values: [teamId, BATCH],
    }),
  );
  return result.length;
}
