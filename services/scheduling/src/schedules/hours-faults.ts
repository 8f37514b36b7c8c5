import type { FieldError } from "@jst/errors";
import { isDate, isInstant, isTimeZone, shownInstant } from "@jst/query";
import type { BlockedTime, DateHours, OpenInterval, SchedulePatch, WeekdayHours } from "../../gen/rpc.ts";
import type { StoredHours } from "./schedule.ts";

const START = /^([01][0-9]|2[0-3]):[0-5][0-9]$/;
const END = /^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$/;

const ZONE = "Must be an IANA time zone such as Europe/Paris.";

/** Tells a fault of the member; one of each kind is enough. */
type Refuse = (code: string, message: string) => void;

/**
 * The members of a patch in their stored form, sorted, null as null. Every fault of a member is reported at the member
 * (scheduling.schedule).
 */
export function storedHours(patch: SchedulePatch, errors: FieldError[]): Partial<StoredHours> {
  const refusing =
    (field: string): Refuse =>
    (code, message) =>
      errors.push({ field, code, message });
  const { timezone, weekly, overrides, blocks } = patch;
  if (typeof timezone === "string" && !isTimeZone(timezone)) refusing("timezone")("invalid_value", ZONE);
  return {
    ...(timezone === undefined ? {} : { timezone }),
    ...(weekly === undefined ? {} : { weekly: weekly && storedWeek(weekly, refusing("weekly")) }),
    ...(overrides === undefined ? {} : { overrides: overrides && storedDates(overrides, errors) }),
    ...(blocks === undefined ? {} : { blocks: blocks && storedBlocks(blocks, errors) }),
  };
}

function storedWeek(weekly: readonly WeekdayHours[], refuse: Refuse): WeekdayHours[] {
  if (new Set(weekly.map(({ weekday }) => weekday)).size < weekly.length)
    refuse("duplicate", "The same weekday is listed twice. Send each weekday once.");
  return weekly
    .map(({ weekday, intervals }) => ({ weekday, intervals: storedIntervals(intervals, refuse) }))
    .sort((a, b) => a.weekday - b.weekday);
}

function storedDates(dates: readonly DateHours[], errors: FieldError[]): DateHours[] {
  const refuse: Refuse = (code, message) => errors.push({ field: "overrides", code, message });
  if (dates.some(({ date }) => !isDate(date)))
    refuse("invalid_format", "A date is not valid. Write dates as 2026-01-31.");
  if (new Set(dates.map(({ date }) => date)).size < dates.length)
    refuse("duplicate", "The same date is listed twice. Send each date once.");
  return dates
    .map(({ date, intervals, timezone }, at) => {
      if (typeof timezone === "string" && !isTimeZone(timezone))
        errors.push({ field: `overrides.${at}.timezone`, code: "invalid_value", message: ZONE });
      const zone = typeof timezone === "string" ? { timezone } : {};
      return { date, intervals: storedIntervals(intervals, refuse), ...zone };
    })
    .sort((a, b) => (a.date < b.date ? -1 : 1));
}

/** Times of equal width sort as texts do; the last interval of a date may last into the next one. */
function storedIntervals(intervals: readonly OpenInterval[], refuse: Refuse): OpenInterval[] {
  const sorted = intervals
    .map(({ start, end }) => ({ start, end }))
    .sort((a, b) => (a.start < b.start ? -1 : 1));
  if (sorted.some(({ start, end }) => !START.test(start) || !END.test(end)))
    refuse("invalid_format", "A time is not valid. Write times as 09:30; 24:00 is the end of a day.");
  else if (sorted.some(({ start, end }) => start === end))
    refuse("out_of_range", "An interval has the same start and end. For a whole day, send 00:00 to 24:00.");
  else if (sorted.some(({ start }, at) => at > 0 && start < endOn(sorted[at - 1])))
    refuse("overlap", "Two intervals of a day overlap. Change one of them.");
  return sorted;
}

/** The end of an interval within its date, which it has whole if it lasts into the next one. */
const endOn = (interval: OpenInterval | undefined): string =>
  interval === undefined || interval.end < interval.start ? "24:00" : interval.end;

/** Dates stay dates, which are days of the schedule's zone; times are written in UTC. */
function storedBlocks(blocks: readonly BlockedTime[], errors: FieldError[]): BlockedTime[] {
  const stored = blocks.map(({ start, end, reason }, at) => {
    const refuse = (field: string, code: string, message: string) =>
      errors.push({ field: `blocks.${at}.${field}`, code, message });
    const [first, last] = [readBlockTime(start), readBlockTime(end)];
    const form = "Must be a date such as 2026-01-31, or an RFC 3339 time with a zone.";
    if (first === undefined) refuse("start", "invalid_format", form);
    if (last === undefined) refuse("end", "invalid_format", form);
    const block = { start: first ?? start, end: last ?? end };
    if (first !== undefined && last !== undefined) {
      if (isDate(first) !== isDate(last))
        refuse("end", "invalid_format", "The start and the end must both be dates, or both be times.");
      else if (isDate(first) ? first > last : first >= last)
        refuse("end", "out_of_range", "Must be after start.");
    }
    return { ...block, ...(reason === undefined || reason === "" ? {} : { reason }) };
  });
  return stored.sort((a, b) => (a.start < b.start ? -1 : 1));
}

function readBlockTime(text: string): string | undefined {
  if (isDate(text)) return text;
  return isInstant(text) ? shownInstant(text) : undefined;
}
