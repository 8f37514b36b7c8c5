import type { Handler } from "../../gen/rpc.ts";
import { defaultHours } from "./schedule.ts";

/** Answers the team's zone, the hours that everybody begins with, and how many things there are. */
export const getScheduling: Handler<"GetScheduling"> = async (_input, call) => {
  const { team_id: teamId, team } = call.caller;
  const [row] = await call.read<{ event_types: number; upcoming: number }>({
    name: "scheduling.counts",
    text: `select (select count(*)::int from scheduling.event_types e where e.team_id = $1 and e.active) as event_types,
  (select count(*)::int from scheduling.bookings b
    where b.team_id = $1 and b.status = 'booked' and b.start > statement_timestamp()) as upcoming`,
    values: [teamId],
  });
  return {
    body: {
      timezone: team.timezone,
      default_schedule: defaultHours(team.timezone),
      event_type_count: row?.event_types ?? 0,
      upcoming_count: row?.upcoming ?? 0,
    },
  };
};
