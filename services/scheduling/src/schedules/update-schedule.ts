import { one, type TeamTx } from "@jst/db";
import { validationFailed, type FieldError } from "@jst/errors";
import { requireVersion } from "@jst/resource";
import { isDeepStrictEqual } from "node:util";
import type { Handler } from "../../gen/rpc.ts";
import { bookingsOutside, findUpcoming, type UpcomingBookings } from "./get-schedule.ts";
import {
  lockHost,
  requireHost,
  defaultHours,
  findSchedule,
  SCHEDULE,
  shownSchedule,
  type StoredSchedule,
} from "./schedule.ts";
import { storedHours } from "./hours-faults.ts";

/** Replaces the members that are given; a host whose schedule was never set gets one of its own. */
export const updateSchedule: Handler<"UpdateSchedule"> = async ({ path, body }, call) => {
  const hostId = await requireHost(path.host_id, call);
  const errors: FieldError[] = [];
  const given = storedHours(body, errors);
  if (errors.length > 0) throw validationFailed(errors);
  const { timezone } = call.caller.team;
  const { weekly, overrides, blocks } = defaultHours(timezone);
  return call.write(async (tx) => {
    lockHost(tx, hostId);
    const [row] = await tx.query<{ schedule: StoredSchedule }>(findSchedule(tx.context.teamId, hostId, true));
    const before = row?.schedule;
    requireVersion("schedule", before?.version ?? 0, call.ifMatch);
    const former = before ?? { timezone: null, weekly, overrides, blocks };
    const next = {
      timezone: given.timezone === undefined ? former.timezone : given.timezone,
      weekly: given.weekly === undefined ? former.weekly : (given.weekly ?? weekly),
      overrides: given.overrides === undefined ? former.overrides : (given.overrides ?? overrides),
      blocks: given.blocks === undefined ? former.blocks : (given.blocks ?? blocks),
    };
    const isSame = isDeepStrictEqual(next, { ...next, ...pick(former) });
    const stored = isSame ? before : await store(tx, hostId, next);
    const schedule = shownSchedule(hostId, stored, timezone);
    const [outside] = await tx.query<UpcomingBookings>(findUpcoming(tx.context.teamId, hostId));
    return {
      body: { ...schedule, ...bookingsOutside(schedule, outside) },
      headers: { etag: `"${schedule.version}"` },
      isUnchanged: isSame,
    };
  });
};

type Hours = Pick<StoredSchedule, "timezone" | "weekly" | "overrides" | "blocks">;

const pick = ({ timezone, weekly, overrides, blocks }: Hours): Hours => ({
  timezone,
  weekly,
  overrides,
  blocks,
});

async function store(tx: TeamTx, hostId: string, hours: Hours): Promise<StoredSchedule> {
  const { teamId, actorType, actorId } = tx.context;
  const text = `insert into scheduling.schedules as s
  (team_id, id, timezone, weekly, overrides, blocks, created_by_type, created_by_id)
values ($1, $2, $3, $4, $5, $6, $7, $8)
on conflict (team_id, id) do update set timezone = excluded.timezone, weekly = excluded.weekly,
  overrides = excluded.overrides, blocks = excluded.blocks, updated_at = clock_timestamp(), version = s.version + 1
returning ${SCHEDULE} as schedule`;
  const json = [hours.weekly, hours.overrides, hours.blocks].map((value) => JSON.stringify(value));
  const values = [teamId, hostId, hours.timezone, ...json, actorType, actorId];
  const row = one(
    await tx.query<{ schedule: StoredSchedule }>({
      name: "scheduling.schedules.store",
      text,
      values,
    }),
  );
  return row.schedule;
}
