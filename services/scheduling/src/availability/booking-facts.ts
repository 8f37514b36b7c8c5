import type { Statement } from "@jst/db";
import type { EventType } from "../../gen/rpc.ts";
import { blockRange, defaultHours, SCHEDULE, type StoredSchedule } from "../schedules/schedule.ts";
import type { Range } from "../slots/hours.ts";
import type { SlotQuestion } from "../slots/slots.ts";
import { DAY_MS } from "../slots/zone.ts";

/** Name of an event type: its id or its slug. */
export type EventTypeName = { event_type_id: string } | { event_type: string };

/** The column that has the name, and the name. */
export const nameOf = (named: EventTypeName): ["id" | "slug", string] =>
  "event_type_id" in named ? ["id", named.event_type_id] : ["slug", named.event_type];

/** Members of an event type that its bookings depend on. */
export type BookedType = Pick<
  EventType,
  | "id"
  | "name"
  | "slug"
  | "description"
  | "host_id"
  | "timezone"
  | "location_type"
  | "location_detail"
  | "active"
  | "public"
  | "questions"
  | "duration_minutes"
  | "slot_interval_minutes"
  | "buffer_before_minutes"
  | "buffer_after_minutes"
  | "min_notice_minutes"
  | "booking_window_days"
  | "max_per_day"
>;

/** Stored facts that decide the slots of an event type, read at one moment. */
export interface StoredFacts {
  type: BookedType;
  schedule: StoredSchedule | null;
  /** Times are ms since 1970. */
  booked: [from: number, to: number][];
  counted: number[];
  now: number;
  /** Organizer in calendar entries of the team; null if it is not set. */
  organizer: string | null;
}

/** Facts that decide the slots of an event type. */
export interface BookingFacts extends SlotQuestion {
  type: BookedType;
  /** True where calendar entries name the host as organizer, in place of the team. */
  isHostOrganizer: boolean;
  /** Bookings of the host, without the blocks. */
  booked: readonly Range[];
}

/** A date of the host that begins or ends within the range is counted whole, whatever its zone. */
const DATE_REACH_MS = 2 * DAY_MS;

/** The longest that a booking is held: a day with both buffers; the constraint bookings_length says so of every row. */
const HELD_MAX = "interval '30 hours'";

const ms = (sql: string): string => `round(date_part('epoch', ${sql}) * 1000)`;
const time = (parameter: string): string => `to_timestamp(${parameter}::float8 / 1000)`;

/**
 * What keeps its time from others: a completed booking too, on purpose, as in the constraint bookings_apart. Its buffer
 * may reach past now, and what was is not booked a second time by an override.
 */
const KEPT = "b.status in ('booked', 'completed')";

/**
 * Reads what the slots that begin in a range follow from: the event type, the hours of its host (or of another one),
 * what this one has booked, and what was booked of the type. A booking that is moved is none (`except`). Every
 * comparison is leakproof, which a `coalesce` is not, so indexes answer them under row-level security.
 */
export function findFacts(
  teamId: string,
  named: EventTypeName,
  { from, to }: Range,
  { hostId, except }: { hostId?: string; except?: string } = {},
): Statement {
  const [column, value] = nameOf(named);
  const text = `select row_to_json(e) as type,
  (select ${SCHEDULE} from scheduling.schedules s where s.team_id = $1 and s.id = h.id) as schedule,
  (select coalesce(json_agg(json_build_array(${ms("b.held_from")}, ${ms("b.held_to")})), '[]')
    from scheduling.bookings b
    where b.team_id = $1 and b.host_id = h.id and ${KEPT} and b.id is distinct from $5
      and b.held_from > h.since - ${HELD_MAX} and b.held_from < h.till and b.held_to > h.since) as booked,
  (select coalesce(json_agg(${ms("b.start")}), '[]')
    from scheduling.bookings b
    where b.team_id = $1 and b.event_type_id = e.id and ${KEPT}
      and b.id is distinct from $5 and e.max_per_day is not null
      and b.start >= ${time("$6")} and b.start < ${time("$7")}) as counted,
  (select s.organizer from scheduling.settings s where s.team_id = $1 and s.id = $1) as organizer,
  ${ms("clock_timestamp()")} as now
from scheduling.event_types e cross join lateral (
  select case when $8::uuid is null then e.host_id else $8::uuid end as id,
    ${time("$3")} - make_interval(mins => e.buffer_before_minutes) as since,
    ${time("$4")} + make_interval(mins => e.duration_minutes + e.buffer_after_minutes) as till
) h
where e.team_id = $1 and e.${column} = $2`;
  return {
    name: `scheduling.facts.${column}`,
    text,
    values: [
      teamId,
      value,
      ...[from, to, except ?? null],
      ...[from - DATE_REACH_MS, to + DATE_REACH_MS, hostId ?? null],
    ],
  };
}

/** The facts as slotStarts takes them; `timezone` is the team's. */
export function factsOf(stored: StoredFacts, timezone: string): BookingFacts {
  const { type, schedule, counted, now } = stored;
  const hours = schedule ?? defaultHours(timezone);
  const booked = stored.booked.map(([from, to]) => ({ from, to }));
  const zone = hours.timezone ?? timezone;
  const blocks = hours.blocks.map((block) => blockRange(block, zone));
  return {
    type,
    rules: type,
    hours: { ...hours, timezone: zone },
    isHostOrganizer: stored.organizer === "host",
    booked,
    busy: [...booked, ...blocks],
    counted,
    now,
  };
}
