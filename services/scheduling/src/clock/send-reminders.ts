import type { Database, TeamTx } from "@jst/db";
import { tell, type Teller } from "../bookings/tell.ts";
import { clockContext, type ClockParts } from "./clock-parts.ts";

/** Bookings that one transaction reminds of. */
const BATCH = 50;

/** Times at which reminders of a booking `b` of an event type `e` are due and were not sent (scheduling.reminders). */
const DUE = `from scheduling.bookings b
join scheduling.event_types e on e.team_id = b.team_id and e.id = b.event_type_id and e.reminders_minutes <> '{}'
cross join lateral (select b.start - make_interval(mins => m) as at from unnest(e.reminders_minutes) m) due
where b.status = 'booked' and b.told
  and b.start > statement_timestamp() and b.start <= statement_timestamp() + interval '10080 minutes'
  and due.at <= statement_timestamp() and due.at >= b.placed_at and due.at >= e.reminders_since
  and not exists (select from scheduling.reminders r
    where r.team_id = b.team_id and r.booking_id = b.id and r.due_at = due.at)`;

/** Teams in which some are due. */
export const TEAMS_DUE = `select distinct b.team_id ${DUE}`;

/**
 * Reminds of bookings that are soon (scheduling.reminders), of each team one batch; answers whether there is more that
 * can be done at once. What was sent is noted with the mail, so that it is sent once whatever is killed.
 */
export async function sendReminders(
  { session, database, onFault }: ClockParts,
  teller: Teller,
): Promise<boolean> {
  const teams = await session.query<{ team_id: string }>({
    text: TEAMS_DUE,
    values: [],
  });
  let isMore = false;
  for (const { team_id: teamId } of teams)
    try {
      isMore = (await remindBatch(database, teamId, teller)) === BATCH || isMore;
    } catch (error) {
      onFault(error, teamId);
    }
  return isMore;
}

async function remindBatch(database: Database, teamId: string, teller: Teller): Promise<number> {
  const { result } = await database.write(clockContext(teamId), async (tx) => {
    const { ids, hosts } = await takeDue(tx);
    // All hosts at once, so that one reading is enough.
    teller.hosts.recall(tx.context, hosts);
    for (const id of ids) await tell(tx, id, { change: "reminder", notify: true }, teller);
    return ids.length;
  });
  return result;
}

/** Notes what is due as sent. Several of one booking, after a standstill, are one reminder. */
async function takeDue(tx: TeamTx): Promise<{ ids: string[]; hosts: string[] }> {
  const { teamId } = tx.context;
  const held = await tx.query<{ id: string; host_id: string }>({
    name: "scheduling.reminders.hold",
    text: `select h.id, h.host_id from scheduling.bookings h where h.team_id = $1 and h.id = any(array(
  select distinct b.id ${DUE} and b.team_id = $1 limit $2
)) order by h.id for no key update skip locked`,
    values: [teamId, BATCH],
  });
  const taken = await tx.query<{ booking_id: string }>({
    name: "scheduling.reminders.take",
    text: `insert into scheduling.reminders (team_id, booking_id, due_at)
select b.team_id, b.id, due.at ${DUE} and b.team_id = $1 and b.id = any($2::uuid[])
on conflict do nothing returning booking_id`,
    values: [teamId, held.map(({ id }) => id)],
  });
  const ids = new Set(taken.map(({ booking_id: id }) => id));
  const hosts = held.filter(({ id }) => ids.has(id)).map(({ host_id: host }) => host);
  return { ids: [...ids], hosts };
}
