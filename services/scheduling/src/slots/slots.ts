import { ownStretch } from "@jst/jobs/stretches";
import { Busy } from "./busy.ts";
import { intervalsOn, shown, type Hours, type Range } from "./hours.ts";
import { DAY_MS, dayAt, MINUTE_MS } from "./zone.ts";

/** Part of a range whose slots are found in one piece of work of some 2 ms. */
const TURN_MS = 7 * DAY_MS;

/** What of an event type decides its slots. */
export interface SlotRules {
  active: boolean;
  duration_minutes: number;
  /** null follows the duration. */
  slot_interval_minutes: number | null;
  buffer_before_minutes: number;
  buffer_after_minutes: number;
  min_notice_minutes: number;
  booking_window_days: number;
  max_per_day: number | null;
}

/** Everything that slots follow from; times are ms since 1970. */
export interface SlotQuestion {
  hours: Hours;
  rules: SlotRules;
  /** Blocks of the host and ranges of its bookings, each with the buffers it was made with. */
  busy: readonly Range[];
  /** Starts of the bookings that count towards max_per_day. */
  counted: readonly number[];
  now: number;
}

/**
 * The starts of the slots that begin in the range, in order, each once: the one place that knows what can be booked.
 * Lists of slots, bookings, moves and pages for people all ask here, so they cannot disagree (scheduling.slots).
 */
export function slotStarts(
  { hours, rules, busy, counted, now }: SlotQuestion,
  { from, to }: Range,
): number[] {
  const zone = hours.timezone;
  const earliest = Math.max(from, now + rules.min_notice_minutes * MINUTE_MS);
  if (!rules.active || earliest >= to) return [];
  // A clock that is set back over midnight shows a date again after the next one has begun: a day more on both sides.
  const lastDay = Math.min(dayAt(zone, to - 1) + 1, dayAt(zone, now) + rules.booking_window_days);
  const isFull = fullDays(zone, rules.max_per_day, counted);
  const taken = new Busy(busy);
  const starts = new Set<number>();
  for (let day = dayAt(zone, earliest) - 1; day <= lastDay; day += 1) {
    if (isFull(day)) continue;
    for (const start of offeredOn(hours, day, rules))
      if (start >= earliest && start < to && !taken.overlaps(heldRange(rules, start))) starts.add(start);
  }
  return [...starts].sort((a, b) => a - b);
}

/** Answers slotStarts of a long range; 62 days of slots of five minutes are long work of the team (ownStretch). */
export async function slotStartsInTurns(
  question: SlotQuestion,
  { from, to }: Range,
  teamId: string,
): Promise<number[]> {
  const starts: number[] = [];
  for (let start = from; start < to; start += TURN_MS) {
    await ownStretch(teamId);
    starts.push(...slotStarts(question, { from: start, to: Math.min(start + TURN_MS, to) }));
  }
  return starts;
}

/** What a booking that starts then keeps from others: its duration and both buffers. */
export const heldRange = (rules: SlotRules, start: number): Range => ({
  from: start - rules.buffer_before_minutes * MINUTE_MS,
  to: start + (rules.duration_minutes + rules.buffer_after_minutes) * MINUTE_MS,
});

/** The starts on the grid of one date whose whole duration is open within one interval. */
function offeredOn(hours: Hours, day: number, rules: SlotRules): number[] {
  const step = rules.slot_interval_minutes ?? rules.duration_minutes;
  const duration = rules.duration_minutes * MINUTE_MS;
  return intervalsOn(hours, day).flatMap((interval) => {
    const { open, steps } = shown(hours.timezone, day, interval, step);
    return steps.filter((start) => open.some((part) => part.from <= start && start + duration <= part.to));
  });
}

/** Tells of a date of the zone whether it has as many bookings as it may have. */
function fullDays(zone: string, max: number | null, counted: readonly number[]): (day: number) => boolean {
  if (max === null) return () => false;
  const counts = new Map<number, number>();
  for (const start of counted) {
    const day = dayAt(zone, start);
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return (day) => (counts.get(day) ?? 0) >= max;
}
