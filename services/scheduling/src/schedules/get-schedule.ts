import type { Handler } from "../../gen/rpc.ts";
import { requireHost } from "./require-host.ts";
import { findSchedule, shownSchedule, type StoredSchedule } from "./schedule.ts";

/** Answers the schedule of a host, the default one where nobody has set it. */
export const getSchedule: Handler<"GetSchedule"> = async ({ path }, call) => {
  const hostId = await requireHost(path.host_id, call);
  const { team_id: teamId, team } = call.caller;
  const [row] = await call.read<{ schedule: StoredSchedule }>(findSchedule(teamId, hostId));
  const schedule = shownSchedule(hostId, row?.schedule, team.timezone);
  // The zone of one that follows the team's moves without its version.
  return { body: { ...schedule }, headers: { etag: `"${schedule.version}"` } };
};
