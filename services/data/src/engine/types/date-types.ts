import { instantMs, isDate, isInstant, shownInstant } from "@jst/query";
import { dayIn, startOfDay } from "@jst/values";
import { type ColumnOptions, fits, misfit, mismatch, noOptions, type TypeDefinition } from "./definition.ts";
import { cellText } from "./text-types.ts";

/** A day of the calendar. */
export const date: TypeDefinition = {
  read: (value) => {
    if (typeof value !== "string") return mismatch("a date YYYY-MM-DD");
    return isDate(value)
      ? fits(value)
      : misfit("invalid_format", "Must be a calendar date such as 2026-01-31.");
  },
  // YYYY-MM-DD orders as text in the database's collation (C.UTF-8); a cast would be neither immutable nor leakproof.
  field: (name) => ({ kind: "date", sql: cellText(name), type: "text" }),
  options: noOptions,
  comparable: true,
  adapt: (value, _options, zone) => (typeof value === "string" ? asDay(value, zone) : value),
};

/** An instant, stored in UTC to the millisecond: YYYY-MM-DDTHH:mm:ss.sssZ, which orders as text too. */
export const datetime: TypeDefinition = {
  read: (value) => {
    if (typeof value !== "string") return mismatch("an RFC 3339 timestamp");
    return isInstant(value)
      ? fits(shownInstant(value))
      : misfit("invalid_format", "Must be a time with its zone, such as 2026-01-31T12:00:00Z.");
  },
  field: (name) => ({ kind: "datetime", sql: cellText(name), type: "text" }),
  options: noOptions,
  comparable: true,
  adapt: asInstant,
};

/** The day that begins at an instant in the zone; a text of another form, and an instant within a day, stay. */
function asDay(text: string, zone: string): string {
  if (!isInstant(text)) return text;
  const ms = instantMs(text);
  const day = dayIn(ms, zone);
  return startOfDay(day, zone) === ms ? day : text;
}

/** The instant at which a day begins in the zone, and that of a text that loses no part of a millisecond. */
function asInstant(value: unknown, _options: ColumnOptions, zone: string): unknown {
  if (typeof value !== "string") return value;
  if (isDate(value)) {
    const start = startOfDay(value, zone);
    return start === undefined ? undefined : new Date(start).toISOString();
  }
  return /\.\d{3}\d*[1-9]/.test(value) ? undefined : value;
}
