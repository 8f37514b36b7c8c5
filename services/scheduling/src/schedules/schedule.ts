import { instant, type Statement, type TeamTx } from "@jst/db";
import { notFound } from "@jst/errors";
import { isDate } from "@jst/query";
import { requireId } from "@jst/resource";
import type { Call } from "@jst/rpc";
import type { BlockedTime, DateHours, DefaultSchedule, Schedule, WeekdayHours } from "../../gen/rpc.ts";
import type { Deps } from "../deps.ts";
import { dateOf, dayOf, midnight, type Range } from "../slots/hours.ts";

/** Stored hours of a host; a null timezone is the team's. */
export interface StoredHours {
  timezone: string | null;
  weekly: WeekdayHours[] | null;
  overrides: DateHours[] | null;
  blocks: BlockedTime[] | null;
}

/** A row of the table; every member but the zone has a value. */
export interface StoredSchedule {
  timezone: string | null;
  weekly: WeekdayHours[];
  overrides: DateHours[];
  blocks: BlockedTime[];
  version: number;
  updated_at: string;
}

/** Monday to Friday, nine to five: the hours that everybody begins with. */
export const defaultHours = (timezone: string): DefaultSchedule => ({
  timezone,
  weekly: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, intervals: [{ start: "09:00", end: "17:00" }] })),
  overrides: [],
  blocks: [],
});

/** Real time that a block takes; dates are whole days of the zone, both included (scheduling.schedule). */
export function blockRange({ start, end }: BlockedTime, zone: string): Range {
  if (!isDate(start)) return { from: Date.parse(start), to: Date.parse(end) };
  return { from: midnight(start, zone), to: midnight(dateOf(dayOf(end) + 1), zone) };
}

/** SQL of a stored schedule as JSON, over the row `s`. */
export const SCHEDULE = `json_build_object('timezone', s.timezone, 'weekly', s.weekly, 'overrides', s.overrides,
  'blocks', s.blocks, 'version', s.version, 'updated_at', ${instant("s.updated_at")})`;

/** Reads the schedule that was set of a host, if it was; if `isHeld` the row stays so until the transaction ends. */
export function findSchedule(teamId: string, hostId: string, isHeld = false): Statement {
  const text = `select ${SCHEDULE} as schedule from scheduling.schedules s where s.team_id = $1 and s.id = $2`;
  const name = `scheduling.schedules.${isHeld ? "hold" : "find"}`;
  return { name, text: isHeld ? `${text} for no key update` : text, values: [teamId, hostId] };
}

/** The schedule of a host as the API shows it; `timezone` is the team's. */
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

/** One at a time per host; ids are cast, so that no spelling of one is another lock. */
const lock = (host: string): string =>
  `select pg_advisory_xact_lock(hashtextextended('host ' || $1::uuid || ' ' || ${host}, 0))`;

/**
 * Waits in front of the next statement until nobody else books this host or sets its hours, and keeps others from it
 * until the transaction ends.
 */
export function lockHost(tx: TeamTx, hostId: string): void {
  tx.precede({
    name: "scheduling.hold_host",
    text: lock("$2::uuid"),
    values: [tx.context.teamId, hostId],
  });
}

/** Does the same for the host of an event type, found by its id or its slug. */
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
