import type { FieldError } from "@jst/errors";
import { isDate, isTimeZone, shownInstant } from "@jst/query";
import type { BlockedTime, DateHours, OpenInterval, SchedulePatch, WeekdayHours } from "../../gen/rpc.ts";
import type { StoredHours } from "./schedule.ts";

const START = /^([01][0-9]|2[0-3]):[0-5][0-9]$/;
const END = /^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$/;

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
  if (typeof timezone === "string" && !isTimeZone(timezone))
    refusing("timezone")("invalid_value", "Must be the name of a time zone such as Europe/Paris.");
  return {
    ...(timezone === undefined ? {} : { timezone }),
    ...(weekly === undefined ? {} : { weekly: weekly && storedWeek(weekly, refusing("weekly")) }),
    ...(overrides === undefined
      ? {}
      : { overrides: overrides && storedDates(overrides, refusing("overrides")) }),
    ...(blocks === undefined ? {} : { blocks: blocks && storedBlocks(blocks, errors) }),
  };
}

function storedWeek(weekly: readonly WeekdayHours[], refuse: Refuse): WeekdayHours[] {
  if (new Set(weekly.map(({ weekday }) => weekday)).size < weekly.length)
    refuse("duplicate", "Name each weekday once.");
  return weekly
    .map(({ weekday, intervals }) => ({ weekday, intervals: storedIntervals(intervals, refuse) }))
    .sort((a, b) => a.weekday - b.weekday);
}

function storedDates(dates: readonly DateHours[], refuse: Refuse): DateHours[] {
  if (dates.some(({ date }) => !isDate(date))) refuse("invalid_format", "Write dates as 2026-01-31.");
  if (new Set(dates.map(({ date }) => date)).size < dates.length) refuse("duplicate", "Name each date once.");
  return dates
    .map(({ date, intervals }) => ({ date, intervals: storedIntervals(intervals, refuse) }))
    .sort((a, b) => (a.date < b.date ? -1 : 1));
}

/** Times of equal width sort as texts do. */
function storedIntervals(intervals: readonly OpenInterval[], refuse: Refuse): OpenInterval[] {
  const sorted = intervals
    .map(({ start, end }) => ({ start, end }))
    .sort((a, b) => (a.start < b.start ? -1 : 1));
  if (sorted.some(({ start, end }) => !START.test(start) || !END.test(end)))
    refuse("invalid_format", "Write times as 09:30; 24:00 is the end of a day.");
  else if (sorted.some(({ start, end }) => start >= end))
    refuse("out_of_range", "An interval ends after it starts, on the same day.");
  else if (sorted.some(({ start }, at) => start < (sorted[at - 1]?.end ?? "")))
    refuse("overlap", "The intervals of a day do not overlap.");
  return sorted;
}

function storedBlocks(blocks: readonly BlockedTime[], errors: FieldError[]): BlockedTime[] {
  const stored = blocks.map(({ start, end, reason }, at) => {
    const block = {
      start: shownInstant(start),
      end: shownInstant(end),
      ...(reason === undefined || reason === "" ? {} : { reason }),
    };
    if (block.start >= block.end)
      errors.push({
        field: `blocks.${at}.end`,
        code: "out_of_range",
        message: "A block ends after it starts.",
      });
    return block;
  });
  return stored.sort((a, b) => (a.start < b.start ? -1 : 1));
}
