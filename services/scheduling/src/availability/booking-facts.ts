import type { Statement } from "@jst/db";
import type { EventType } from "../../gen/rpc.ts";
import { defaultHours, SCHEDULE, type StoredSchedule } from "../schedules/schedule.ts";
import type { Range } from "../slots/hours.ts";
import type { SlotQuestion } from "../slots/slots.ts";
import { DAY_MS } from "../slots/zone.ts";

/** How an event type is named: by its id or by its slug. */
export type Named = { event_type_id: string } | { event_type: string };

/** What of an event type counts for its bookings. */
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

/** What slots of an event type follow from, as the database has it at one moment. */
export interface StoredFacts {
  type: BookedType;
  schedule: StoredSchedule | null;
  /** Times are ms since 1970. */
  booked: [from: number, to: number][];
  counted: number[];
  now: number;
}

/** What slots of an event type follow from. */
export interface BookingFacts extends SlotQuestion {
  type: BookedType;
  /** What the host has booked, without the blocks. */
  booked: readonly Range[];
}

/** A host has two buffers of 180 minutes and a booking of a day between what it holds and what touches the range. */
const REACH_MS = 2 * DAY_MS;

const ms = (sql: string): string => `round(extract(epoch from ${sql}) * 1000)::float8`;

/**
 * What keeps its time from others: a completed booking too, on purpose, as in the constraint bookings_apart. Its buffer
 * may reach past now, and what was is not booked a second time by an override.
 */
const KEPT = "b.status in ('booked', 'completed')";

/**
 * Reads what the slots in a range follow from: the event type, the hours of its host (or of another one), what this one
 * has booked, and what was booked of the type. A booking that is moved is none (`except`).
 */
export function findFacts(
  teamId: string,
  named: Named,
  { from, to }: Range,
  { hostId, except }: { hostId?: string; except?: string } = {},
): Statement {
  const isById = "event_type_id" in named;
  const text = `select row_to_json(e) as type,
  (select ${SCHEDULE} from scheduling.schedules s where s.team_id = $1 and s.id = h.id) as schedule,
  (select coalesce(json_agg(json_build_array(${ms("b.held_from")}, ${ms("b.held_to")})), '[]')
    from scheduling.bookings b
    where b.team_id = $1 and b.host_id = h.id and ${KEPT} and b.id is distinct from $6
      and tstzrange(b.held_from, b.held_to) && tstzrange(to_timestamp($3), to_timestamp($4))) as booked,
  (select coalesce(json_agg(${ms("b.start")}), '[]')
    from scheduling.bookings b
    where b.team_id = $1 and b.event_type_id = e.id and ${KEPT}
      and b.id is distinct from $6 and e.max_per_day is not null
      and b.start >= to_timestamp($3) and b.start < to_timestamp($4)) as counted,
  ${ms("clock_timestamp()")} as now
from scheduling.event_types e cross join lateral (select coalesce($5::uuid, e.host_id) as id) h
where e.team_id = $1 and e.${isById ? "id = $2::uuid" : "slug = $2"}`;
  const seconds = [from - REACH_MS, to + REACH_MS].map((at) => at / 1_000);
  return {
    name: `scheduling.facts.${isById ? "id" : "slug"}`,
    text,
    values: [
      teamId,
      isById ? named.event_type_id : named.event_type,
      ...seconds,
      hostId ?? null,
      except ?? null,
    ],
  };
}

/** The facts as slotStarts takes them; `timezone` is the team's. */
export function factsOf(stored: StoredFacts, timezone: string): BookingFacts {
  const { type, schedule, counted, now } = stored;
  const hours = schedule ?? defaultHours(timezone);
  const booked = stored.booked.map(([from, to]) => ({ from, to }));
  const blocks = hours.blocks.map(({ start, end }) => ({ from: Date.parse(start), to: Date.parse(end) }));
  return {
    type,
    rules: type,
    hours: { ...hours, timezone: hours.timezone ?? timezone },
    booked,
    busy: [...booked, ...blocks],
    counted,
    now,
  };
}
