import type { Statement } from "@jst/db";
import type { Handler, OutsideBooking, Schedule } from "../../gen/rpc.ts";
import { isOpen } from "../slots/hours.ts";
import { blockRange, findSchedule, requireHost, shownSchedule, type StoredSchedule } from "./schedule.ts";

/** Answers the schedule of a host, the default one where nobody has set it, with the bookings outside of it. */
export const getSchedule: Handler<"GetSchedule"> = async ({ path }, call) => {
  const hostId = await requireHost(path.host_id, call);
  const { team_id: teamId, team } = call.caller;
  const [[row], [upcoming]] = await Promise.all([
    call.read<{ schedule: StoredSchedule }>(findSchedule(teamId, hostId)),
    call.read<UpcomingBookings>(findUpcoming(teamId, hostId)),
  ]);
  const schedule = shownSchedule(hostId, row?.schedule, team.timezone);
  // The zone of one that follows the team's moves without its version.
  return {
    body: { ...schedule, ...bookingsOutside(schedule, upcoming) },
    headers: { etag: `"${schedule.version}"` },
  };
};

/** The soonest bookings of a host that are looked at; years of a full calendar. */
const UPCOMING_MAX = 5_000;
/** Bookings that are named; there may be more. */
const NAMED_MAX = 100;

/** Bookings of a host that are yet to begin: id, and ms since 1970 of start and end. */
export type UpcomingBookings = { upcoming: [id: string, start: number, end: number][] };

const ms = (sql: string): string => `round(date_part('epoch', ${sql}) * 1000)`;

/** Reads the bookings of a host that are yet to begin, the soonest first. */
export const findUpcoming = (teamId: string, hostId: string): Statement => ({
  name: "scheduling.schedules.upcoming",
  text: `select coalesce(json_agg(json_build_array(u.id, ${ms("u.start")}, ${ms(`u."end"`)}) order by u.start), '[]') as upcoming
from (select b.id, b.start, b."end" from scheduling.bookings b
  where b.team_id = $1 and b.host_id = $2 and b.status = 'booked'
    and b.held_from > statement_timestamp() - interval '30 hours' and b.start > statement_timestamp()
  order by b.held_from limit ${UPCOMING_MAX}) u`,
  values: [teamId, hostId],
});

/**
 * Lists the bookings outside the hours or under a block: they stay, and the change of hours reports them
 * (scheduling.bookings-outside).
 */
export function bookingsOutside(
  schedule: Schedule,
  found: UpcomingBookings | undefined,
): { bookings_outside: OutsideBooking[] } {
  const blocks = schedule.blocks.map((block) => blockRange(block, schedule.timezone));
  const outside = (found?.upcoming ?? []).filter(
    ([, from, to]) =>
      !isOpen(schedule, { from, to }) || blocks.some((block) => block.from < to && from < block.to),
  );
  const named = outside.slice(0, NAMED_MAX).map(([booking_id, start, end]) => ({
    booking_id,
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
  }));
  return { bookings_outside: named };
}
