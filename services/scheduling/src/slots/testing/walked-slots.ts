import type { Interval, Range } from "../hours.ts";
import type { SlotQuestion } from "../slots.ts";

/** One real minute and what the zone's clock shows in it. */
interface WalkedMinute {
  at: number;
  date: string;
  minute: number;
}

const MINUTE = 60_000;
const DAY = 86_400_000;

/**
 * The slots found the slow way, in nothing like the code under test: every real minute is shown to a clock of the zone
 * (Intl), and a slot is a run of minutes each of which shows the date and a time of the interval.
 */
export function walkedSlots(question: SlotQuestion, { from, to }: Range): number[] {
  const { hours, rules, busy, counted, now } = question;
  if (!rules.active) return [];
  const clock = clockOf(hours.timezone);
  const duration = rules.duration_minutes;
  const walked: WalkedMinute[] = [];
  for (let at = Math.ceil((from - DAY) / MINUTE) * MINUTE; at < to + duration * MINUTE; at += MINUTE)
    walked.push({ at, ...clock(at) });
  const lastDate = plusDays(clock(now).date, rules.booking_window_days);
  const perDate = new Map<string, number>();
  for (const start of counted) perDate.set(clock(start).date, (perDate.get(clock(start).date) ?? 0) + 1);
  const starts = new Set<number>();
  for (const [index, { at, date, minute }] of walked.entries()) {
    if (at < from || at >= to || at < now + rules.min_notice_minutes * MINUTE || date > lastDate) continue;
    if (rules.max_per_day !== null && (perDate.get(date) ?? 0) >= rules.max_per_day) continue;
    const held = {
      from: at - rules.buffer_before_minutes * MINUTE,
      to: at + (duration + rules.buffer_after_minutes) * MINUTE,
    };
    if (busy.some((range) => range.from < held.to && held.from < range.to)) continue;
    const step = rules.slot_interval_minutes ?? duration;
    const fits = intervals(question, date).some(({ start, end }) => {
      const isOnGrid = minute >= minutes(start) && (minute - minutes(start)) % step === 0;
      const run = walked.slice(index, index + duration);
      return (
        isOnGrid &&
        run.every((one) => one.date === date && one.minute >= minutes(start) && one.minute < minutes(end))
      );
    });
    if (fits) starts.add(at);
  }
  return [...starts];
}

function intervals({ hours }: SlotQuestion, date: string): readonly Interval[] {
  for (const override of hours.overrides) if (override.date === date) return override.intervals;
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
