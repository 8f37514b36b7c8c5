import { instant, type Statement, type TeamTx } from "@jst/db";
import { notFound } from "@jst/errors";
import { isDate } from "@jst/query";
import { requireId } from "@jst/resource";
import type { Call } from "@jst/rpc";
import type { BlockedTime, DateHours, DefaultSchedule, Schedule, WeekdayHours } from "../../gen/rpc.ts";
import type { Deps } from "../deps.ts";
import { dateOf, dayOf, midnight, type Range } from "../slots/hours.ts";

/** Hours of a host as they are stored; null means the default of the team. */
export interface StoredHours {
  timezone: string | null;
  weekly: WeekdayHours[] | null;
  overrides: DateHours[] | null;
  blocks: BlockedTime[] | null;
}

/** Row of the table `schedules`. */
export interface StoredSchedule {
  timezone: string | null;
  weekly: WeekdayHours[];
  overrides: DateHours[];
  blocks: BlockedTime[];
  version: number;
  updated_at: string;
}

/** Returns the default hours: Monday to Friday, nine to five. */
export const defaultHours = (timezone: string): DefaultSchedule => ({
  timezone,
  weekly: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, intervals: [{ start: "09:00", end: "17:00" }] })),
  overrides: [],
  blocks: [],
});

/** Returns the real time of a block; dates are whole days of the zone, both included (scheduling.schedule). */
export function blockRange({ start, end }: BlockedTime, zone: string): Range {
  if (!isDate(start)) return { from: Date.parse(start), to: Date.parse(end) };
  return { from: midnight(start, zone), to: midnight(dateOf(dayOf(end) + 1), zone) };
}

/** SQL of a stored schedule as JSON, over the row `s`. */
export const SCHEDULE = `json_build_object('timezone', s.timezone, 'weekly', s.weekly, 'overrides', s.overrides,
  'blocks', s.blocks, 'version', s.version, 'updated_at', ${instant("s.updated_at")})`;

/** Reads the stored schedule of a host; `isLocked` locks its row until the transaction ends. */
export function findSchedule(teamId: string, hostId: string, isLocked = false): Statement {
  const text = `select ${SCHEDULE} as schedule from scheduling.schedules s where s.team_id = $1 and s.id = $2`;
  const name = `scheduling.schedules.${isLocked ? "lock" : "find"}`;
  return { name, text: isLocked ? `${text} for no key update` : text, values: [teamId, hostId] };
}

/** Returns the schedule of a host as the API shows it; `timezone` is the time zone of the team. */
export function shownSchedule(
  hostId: string,
  stored: StoredSchedule | undefined,
  timezone: string,
): Schedule {
  if (stored === undefined)
    return { host_id: hostId, ...defaultHours(timezone), is_default: true, version: 0, updated_at: null };
  const { timezone: own, weekly, overrides, blocks, version, updated_at } = stored;
  const hours = { timezone: own ?? timezone, weekly, overrides, blocks };
  return { host_id: hostId, ...hours, is_default: false, version, updated_at };
}

/** SQL of the lock of a host. Ids are cast, so that every spelling of an id is the same lock. */
const lock = (host: string): string =>
  `select pg_advisory_xact_lock(hashtextextended('host ' || $1::uuid || ' ' || ${host}, 0))`;

/**
 * Locks a host before the next statement, until the transaction ends. Only one transaction at a time books a host or
 * sets its hours.
 */
export function lockHost(tx: TeamTx, hostId: string): void {
  tx.precede({
    name: "scheduling.hold_host",
    text: lock("$2::uuid"),
    values: [tx.context.teamId, hostId],
  });
}

/** Locks the host of an event type, which is found by its id or its slug. */
export function lockHostOf(tx: TeamTx, [column, value]: readonly ["id" | "slug", string]): void {
  tx.precede({
    name: `scheduling.hold_host_of.${column}`,
    text: `${lock("e.host_id")} from scheduling.event_types e where e.team_id = $1 and e.${column} = $2`,
    values: [tx.context.teamId, value],
  });
}

/** Returns the id of a host in lower case; not_found for an id that is not a member of the team. */
export async function requireHost(text: string, { caller, hop, deps }: Call<Deps>): Promise<string> {
  const id = requireId(text).toLowerCase();
  const reference = { kind: "member", field: "host_id", id } as const;
  if ((await deps.directory.faultsOf(caller.team_id, [reference], hop)).length > 0) throw notFound();
  return id;
}
