import type { Interval, Range } from "../hours.ts";
import type { SlotQuestion } from "../slots.ts";

/** One real minute: the date that the host's clock shows in it, and the intervals that are open in it. */
interface WalkedMinute {
  at: number;
  date: string;
  open: OpenMinute[];
}

/** An interval that is open in a minute: its date, its place in that date, and minutes since its start. */
interface OpenMinute {
  date: string;
  place: number;
  since: number;
}

const MINUTE = 60_000;
const DAY = 86_400_000;

/**
 * Finds the slots the slow way, unlike the code under test: every real minute is shown to clocks of the zones (Intl).
 * A slot is a run of minutes, each of which is open in an interval that goes on, or in one of another date.
 */
export function walkedSlots(question: SlotQuestion, { from, to }: Range): number[] {
  const { hours, rules, busy, counted, now } = question;
  if (!rules.active) return [];
  const clock = clockOf(hours.timezone);
  const duration = rules.duration_minutes;
  const walked: WalkedMinute[] = [];
  const openAt = opening(question);
  for (let at = Math.ceil((from - DAY) / MINUTE) * MINUTE; at < to + duration * MINUTE; at += MINUTE)
    walked.push({ at, date: clock(at).date, open: openAt(at) });
  const lastDate = plusDays(clock(now).date, rules.booking_window_days);
  const perDate = new Map<string, number>();
  for (const start of counted) perDate.set(clock(start).date, (perDate.get(clock(start).date) ?? 0) + 1);
  const starts = new Set<number>();
  for (const [index, { at, date, open }] of walked.entries()) {
    if (at < from || at >= to || at < now + rules.min_notice_minutes * MINUTE || date > lastDate) continue;
    if (rules.max_per_day !== null && (perDate.get(date) ?? 0) >= rules.max_per_day) continue;
    const held = {
      from: at - rules.buffer_before_minutes * MINUTE,
      to: at + (duration + rules.buffer_after_minutes) * MINUTE,
    };
    if (busy.some((range) => range.from < held.to && held.from < range.to)) continue;
    const step = rules.slot_interval_minutes ?? duration;
    const begun = open.filter(({ since }) => since % step === 0);
    if (begun.length > 0 && goesOn(open, walked.slice(index + 1, index + duration))) starts.add(at);
  }
  return [...starts];
}

/** Tells whether open time goes on through all minutes: in the same interval, or in one of another date. */
function goesOn(first: OpenMinute[], minutes: readonly WalkedMinute[]): boolean {
  let reached = first;
  for (const { open } of minutes) {
    const next = open.filter((one) =>
      reached.some(({ date, place }) => date !== one.date || place === one.place),
    );
    // Each part that is open at once is reached from the others.
    reached = next.length === 0 ? [] : open;
    if (reached.length === 0) return false;
  }
  return true;
}

/** Tells which intervals are open in a minute; an interval that ends before it starts lasts into the next date. */
function opening({ hours }: SlotQuestion): (at: number) => OpenMinute[] {
  const zones = new Set([
    hours.timezone,
    ...hours.overrides.map(({ timezone }) => timezone ?? hours.timezone),
  ]);
  const clocks = [...zones].map((zone) => ({ zone, clock: clockOf(zone) }));
  return (at) =>
    clocks.flatMap(({ zone, clock }) => {
      const { date, minute } = clock(at);
      const yesterday = plusDays(date, -1);
      return [
        ...intervals(hours, zone, date).flatMap((one, place) => {
          const [start, end] = [minutes(one.start), minutes(one.end)];
          const isOpen = minute >= start && (minute < end || end <= start);
          return isOpen ? [{ date, place, since: minute - start }] : [];
        }),
        ...intervals(hours, zone, yesterday).flatMap((one, place) => {
          const [start, end] = [minutes(one.start), minutes(one.end)];
          const isOpen = end <= start && minute < end;
          return isOpen ? [{ date: yesterday, place, since: minute + 1_440 - start }] : [];
        }),
      ];
    });
}

/** The intervals of a date that are on the clock of the zone. */
function intervals(hours: SlotQuestion["hours"], zone: string, date: string): readonly Interval[] {
  const override = hours.overrides.find((one) => one.date === date);
  if (override !== undefined) return (override.timezone ?? hours.timezone) === zone ? override.intervals : [];
  if (zone !== hours.timezone) return [];
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return hours.weekly.filter((one) => one.weekday === weekday).flatMap((one) => one.intervals);
}

function clockOf(timeZone: string): (at: number) => { date: string; minute: number } {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  return (at) => {
    const [date = "", time = ""] = format.format(at).split(" ");
    return { date, minute: minutes(time) };
  };
}

function minutes(time: string): number {
  const [hour, minute] = time.split(":");
  return Number(hour) * 60 + Number(minute);
}

function plusDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}
