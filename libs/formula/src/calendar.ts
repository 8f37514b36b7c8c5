import { cellError, type Moment } from "./value.ts";

export const DAY_MS = 86_400_000;
/** Years 1 to 9999: what YYYY-MM-DD can write. */
const DAY_MIN = -719_162;
const DAY_MAX = 2_932_896;
const OFFSETS_MAX = 20_000;

const formats = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, number>();

/**
 * Returns the zone's offset from UTC at the instant, in milliseconds. It is the offset of the whole UTC day, or exact
 * to the second if the offset changes on that day. No zone has ever changed it twice within three days.
 */
function offsetAt(zone: string, ms: number): number {
  if (zone === "UTC") return 0;
  const from = Math.floor(ms / DAY_MS) * DAY_MS;
  const first = lookedUp(zone, from);
  return first === lookedUp(zone, from + DAY_MS) ? first : lookedUp(zone, Math.floor(ms / 1000) * 1000);
}

/** The offset of the zone at a whole second, from memory where it was asked for before. */
function lookedUp(zone: string, ms: number): number {
  const key = `${zone} ${ms}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
    formats.set(zone, format);
  }
  const name = format.formatToParts(ms).find((part) => part.type === "timeZoneName")?.value ?? "";
  const [, sign = "+", hours = "0", minutes = "0", seconds = "0"] =
    /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(name) ?? [];
  const offset = Number(`${sign}1`) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  if (offsets.size >= OFFSETS_MAX) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

/** Returns the wall clock of the zone at the moment, as milliseconds of a UTC clock that shows the same. */
export function wallOf(moment: Moment, zone: string): number {
  return moment.kind === "date" ? moment.day * DAY_MS : moment.ms + offsetAt(zone, moment.ms);
}

/**
 * The instant the clocks of the zone show this; the earlier of two, and after a gap as much later as the gap is long.
 */
export function instantOf(wallMs: number, zone: string): number {
  const before = offsetAt(zone, wallMs - DAY_MS);
  const after = offsetAt(zone, wallMs + DAY_MS);
  const early = wallMs - before;
  if (offsetAt(zone, early) === before) return early;
  const late = wallMs - after;
  return offsetAt(zone, late) === after ? late : early;
}

/** The instant of a moment; a date begins at midnight of the zone. */
export function msOf(moment: Moment, zone: string): number {
  return moment.kind === "datetime" ? moment.ms : instantOf(moment.day * DAY_MS, zone);
}

/** The day of a moment in the zone. */
export function dayOf(moment: Moment, zone: string): number {
  return Math.floor(wallOf(moment, zone) / DAY_MS);
}

/** A date; #NUM! outside the years 1 to 9999. */
export function dateOf(day: number): Moment {
  const whole = Math.floor(day);
  if (!(whole >= DAY_MIN && whole <= DAY_MAX)) throw cellError("#NUM!");
  return { kind: "date", day: whole };
}

/** An instant; #NUM! outside the years 1 to 9999. */
export function datetimeOf(ms: number): Moment {
  dateOf(ms / DAY_MS);
  return { kind: "datetime", ms: Math.floor(ms) };
}

/** The number of a day of the calendar, month from 1; undefined when there is no such day. */
export function dayNumber(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isReal =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.getTime() / DAY_MS : undefined;
}

/** The wall time so many months later, on the last day of the month when it has no such day. */
export function addMonths(wallMs: number, months: number): number {
  const date = new Date(wallMs);
  const dayOfMonth = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(date);
  last.setUTCMonth(last.getUTCMonth() + 1, 0);
  date.setUTCDate(Math.min(dayOfMonth, last.getUTCDate()));
  return date.getTime();
}

/** Monday to Friday between day 0 (a Thursday) and the day, the day itself left out; negative before. */
export function workdaysBefore(day: number): number {
  const sinceMonday = day + 3;
  const weeks = Math.floor(sinceMonday / 7);
  return weeks * 5 + Math.min(sinceMonday - weeks * 7, 5);
}

/** The moment as the API shows it: YYYY-MM-DD, or RFC 3339 in UTC with milliseconds. */
export function isoOf(moment: Moment): string {
  if (moment.kind === "datetime") return new Date(moment.ms).toISOString();
  // From its parts: to write the time too and cut it off takes five times as long.
  const date = new Date(moment.day * DAY_MS);
  const [month, day] = [date.getUTCMonth() + 1, date.getUTCDate()];
  return `${String(date.getUTCFullYear()).padStart(4, "0")}-${twoDigits(month)}-${twoDigits(day)}`;
}

const twoDigits = (n: number) => (n < 10 ? `0${n}` : String(n));
