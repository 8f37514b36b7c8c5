import { ownStretch } from "@jst/jobs/stretches";
import { DAY_MS, dayAt, type Hours, MINUTE_MS, openingOf, type Range } from "./hours.ts";

/** Part of a range whose slots are found in one piece of work of some 2 ms. */
const TURN_MS = 7 * DAY_MS;

/** Members of an event type that decide its slots. */
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
  const lastDay = dayAt(zone, now) + rules.booking_window_days;
  const isFull = fullDays(zone, rules.max_per_day, counted);
  const taken = new Busy(busy);
  const duration = rules.duration_minutes * MINUTE_MS;
  const step = rules.slot_interval_minutes ?? rules.duration_minutes;
  const { open, steps } = openingOf(hours, { from: earliest, to: to - 1 + duration }, step);
  const sorted = [...new Set(steps)].filter((at) => at >= earliest && at < to).sort((a, b) => a - b);
  // Stretches and starts are both in order: the stretch that a start lies in is found by going along.
  let at = 0;
  return sorted.filter((start) => {
    while (at < open.length && (open[at]?.to ?? 0) <= start) at += 1;
    const stretch = open[at];
    if (stretch === undefined || start < stretch.from || start + duration > stretch.to) return false;
    const day = dayAt(zone, start);
    return day <= lastDay && !isFull(day) && !taken.overlaps(heldRange(rules, start));
  });
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

/** Returns the time that a booking blocks: its duration and both buffers. */
export const heldRange = (rules: SlotRules, start: number): Range => ({
  from: start - rules.buffer_before_minutes * MINUTE_MS,
  to: start + (rules.duration_minutes + rules.buffer_after_minutes) * MINUTE_MS,
});

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

/** Tells whether a range overlaps one of many; touching is free (scheduling.buffers). */
export class Busy {
  readonly #ranges: Range[] = [];

  constructor(ranges: readonly Range[]) {
    for (const { from, to } of [...ranges].sort((a, b) => a.from - b.from)) {
      const last = this.#ranges.at(-1);
      if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
      else this.#ranges.push({ from, to });
    }
  }

  overlaps({ from, to }: Range): boolean {
    // The first range that ends after `from`: those before it are past, those after it begin later.
    let [low, high] = [0, this.#ranges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ranges[middle]?.to ?? 0) > from) high = middle;
      else low = middle + 1;
    }
    const candidate = this.#ranges[low];
    return candidate !== undefined && candidate.from < to;
  }
}
