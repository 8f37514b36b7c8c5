import { INSTANT_PATTERN } from "./patterns.ts";

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const INSTANT = new RegExp(INSTANT_PATTERN);
const MINUTE_MS = 60_000;

declare const mark: unique symbol;

/** An instant in UTC to the microsecond, as PostgreSQL and Date read it. Only `readInstant` makes one. */
export type Instant = string & { readonly [mark]: true };

/** True for a day of the calendar written YYYY-MM-DD, years 0001 to 9999. */
export function isDate(text: string): boolean {
  const match = DATE.exec(text);
  if (match === null || match[1] === "0000") return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/**
 * True for an RFC 3339 instant of the years 0001 to 9999 in UTC (conventions.times). The validator's `date-time` asks
 * this function, so a text is an instant everywhere or nowhere.
 */
export function isInstant(text: string): boolean {
  return inUtc(text) !== undefined;
}

/** Reads an instant that the schema, or `isInstant`, has accepted; throws for any other text. */
export function readInstant(text: string): Instant {
  const instant = inUtc(text);
  if (instant === undefined) throw new RangeError("The text is not a valid instant.");
  return instant;
}

/** Reads an instant as milliseconds since 1970; throws as `readInstant` does. */
export function instantMs(text: string): number {
  return Date.parse(readInstant(text));
}

/** Reads an instant in the form in which it is shown: UTC, milliseconds and `Z`. Throws as `readInstant` does. */
export function shownInstant(text: string): string {
  return new Date(instantMs(text)).toISOString();
}

/**
 * Reads a member that no schema has accepted yet as milliseconds. It is NaN, which is neither before nor after any
 * time, when the member is not an instant: the schema refuses it.
 */
export function uncheckedMs(value: unknown): number {
  return typeof value === "string" && isInstant(value) ? instantMs(value) : Number.NaN;
}

/** The instant in UTC, its fraction cut to microseconds; undefined when the text is not a valid instant. */
function inUtc(text: string): Instant | undefined {
  const match = INSTANT.exec(text);
  if (match === null) return undefined;
  const [, date = "", time = "", fraction = "", sign = "+", hours = "0", minutes = "0"] = match;
  if (!isDate(date)) return undefined;
  // A blank is the `+` of an offset that a client did not encode.
  const ahead = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
  const utc = new Date(Date.parse(`${date}T${time}Z`) - ahead * MINUTE_MS).toISOString();
  // An offset may lead out of the years that have four digits.
  if (!/^(?!0000)\d{4}-/.test(utc)) return undefined;
  const micros = fraction === "" ? "" : `.${fraction.slice(0, 6)}`;
  return `${utc.slice(0, 19)}${micros}+00:00` as Instant;
}
