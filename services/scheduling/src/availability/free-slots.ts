import { isConstraint, type Statement, type TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";
import type { Call } from "@jst/rpc";
import type { EventType } from "../../gen/rpc.ts";
import { blockRange, defaultHours, SCHEDULE, type StoredSchedule } from "../schedules/schedule.ts";
import { DAY_MS, MINUTE_MS, type Range, slotTime } from "../slots/hours.ts";
import { Busy, heldRange, type SlotQuestion, slotStarts } from "../slots/slots.ts";

/** Name of an event type: its id or its slug. */
export type EventTypeName = { event_type_id: string } | { event_type: string };

/** Returns the column that identifies the event type, and its value. */
export const columnOf = (named: EventTypeName): ["id" | "slug", string] =>
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

/** Longest time that a booking blocks: a day with both buffers. The constraint bookings_length enforces it. */
const HELD_MAX = "interval '30 hours'";

const ms = (sql: string): string => `round(date_part('epoch', ${sql}) * 1000)`;
const time = (parameter: string): string => `to_timestamp(${parameter}::float8 / 1000)`;

/**
 * Bookings that block their time: a completed one too, as in the constraint bookings_apart. Its buffer may reach past
 * now, and an override must not book the past a second time.
 */
const KEPT = "b.status in ('booked', 'completed')";

/**
 * Reads the facts that decide the slots that begin in a range. These are the event type, the hours of its host (or of
 * another one), the host's bookings, and the bookings of the type. Leaves out the booking that is being moved
 * (`except`). Every comparison is leakproof, which a `coalesce` is not, so indexes answer them under row-level
 * security.
 */
export function findFacts(
  teamId: string,
  named: EventTypeName,
  { from, to }: Range,
  { hostId, except }: { hostId?: string; except?: string } = {},
): Statement {
  const [column, value] = columnOf(named);
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

/** Converts stored facts to those of `slotStarts`; `timezone` is the time zone of the team. */
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

const ALTERNATIVES_MAX = 3;
const ALTERNATIVES_MS = 14 * DAY_MS;

/** Slot that is to be booked, and its attendee. */
export interface SlotRequest {
  named: EventTypeName;
  start: number;
  /** Time zone of the alternatives. */
  timezone?: string | null | undefined;
  isOverride: boolean;
  /** Booking that is being moved: its host, and its id, which does not block. */
  moved?: { hostId: string; except: string };
}

/** Reader in the name of a team: a transaction, or a call whose transaction is over. */
export interface Reader {
  context: { teamId: string };
  query: TeamTx["query"];
}

/** Makes the reader of a call beside its transaction. */
export const readerOf = (call: Pick<Call<unknown>, "context" | "read">): Reader => ({
  context: call.context,
  query: (statement) => call.read(statement),
});

/** Reads the facts that decide the slots of a range; undefined if the team has no such event type. */
export async function readFacts(
  tx: Reader,
  { named, moved }: Pick<SlotRequest, "named" | "moved">,
  range: { from: number; to: number },
  timezone: string,
): Promise<BookingFacts | undefined> {
  const statement = findFacts(tx.context.teamId, named, range, moved);
  const [stored] = await tx.query<StoredFacts & Record<string, unknown>>(statement);
  return stored === undefined ? undefined : factsOf(stored, timezone);
}

/**
 * Throws invalid_slot for a time that is not a slot, and slot_unavailable with alternatives for a taken slot
 * (scheduling.refusals). The caller has locked the host.
 */
export async function requireFree(
  tx: TeamTx,
  wanted: SlotRequest,
  facts: BookingFacts,
  teamZone: string,
): Promise<void> {
  const { start, isOverride } = wanted;
  const moment = { from: start, to: start + 1 };
  const isWhole = start % MINUTE_MS === 0;
  if (!facts.rules.active || !isWhole) throw invalidSlot();
  if (isOverride) {
    if (new Busy(facts.booked).overlaps(heldRange(facts.rules, start)))
      throw await unavailable(tx, wanted, teamZone);
    return;
  }
  if (slotStarts(facts, moment).length > 0) return;
  if (slotStarts({ ...facts, busy: [], counted: [] }, moment).length === 0) throw invalidSlot();
  throw await unavailable(tx, wanted, teamZone);
}

function invalidSlot(): AppError {
  const detail =
    "This event type does not have a slot at this time. Read its availability and choose one of the slots.";
  return new AppError("invalid_slot", detail);
}

/** Returns true if the slot can be booked by these facts. */
export const isFree = (facts: BookingFacts, start: number): boolean =>
  start % MINUTE_MS === 0 && slotStarts(facts, { from: start, to: start + 1 }).length > 0;

const GONE = "This slot is no longer available. Choose one of the alternatives, or read the availability.";

/** Refusal by the constraint: another booking has the slot. The failed transaction cannot read alternatives. */
class LostSlot extends AppError {
  readonly wanted: SlotRequest;
  readonly teamZone: string;

  constructor(wanted: SlotRequest, teamZone: string) {
    super("slot_unavailable", GONE, { extension: { alternatives: [] } });
    this.wanted = wanted;
    this.teamZone = teamZone;
  }
}

/** Converts a violation of the constraint, which is a booking that was not visible when the slot was checked. */
export const orSlotLost = (error: unknown, wanted: SlotRequest, teamZone: string): unknown =>
  isConstraint(error, "bookings_apart") ? new LostSlot(wanted, teamZone) : error;

/** Runs a transaction. If only the constraint refuses the slot, the error has the next free slots too. */
export async function withAlternatives<T>(reader: Reader, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof LostSlot ? await unavailable(reader, error.wanted, error.teamZone) : error;
  }
}

/** Makes the refusal of a taken slot, with the next free slots. */
export async function unavailable(tx: Reader, wanted: SlotRequest, teamZone: string): Promise<AppError> {
  const { start } = wanted;
  const range = { from: start + 1, to: start + ALTERNATIVES_MS };
  const facts = await readFacts(tx, wanted, range, teamZone);
  const alternatives = facts === undefined ? [] : nextSlots(facts, range, wanted.timezone);
  return new AppError("slot_unavailable", GONE, { extension: { alternatives } });
}

function nextSlots(
  facts: BookingFacts,
  range: { from: number; to: number },
  zone: string | null | undefined,
): { start: string; end: string }[] {
  const timezone = zone ?? facts.type.timezone ?? facts.hours.timezone;
  const length = facts.rules.duration_minutes * MINUTE_MS;
  return slotStarts(facts, range)
    .slice(0, ALTERNATIVES_MAX)
    .map((at) => ({ start: slotTime(at, timezone), end: slotTime(at + length, timezone) }));
}
