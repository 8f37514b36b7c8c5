import type { Handler } from "../../gen/rpc.ts";
import { bookingsOutside, findUpcoming, type UpcomingBookings } from "./bookings-outside.ts";
import { requireHost } from "./require-host.ts";
import { findSchedule, shownSchedule, type StoredSchedule } from "./schedule.ts";

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
