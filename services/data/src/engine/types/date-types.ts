import { isDate, isInstant, shownInstant } from "@jst/query";
import { fits, misfit, mismatch, noOptions, type TypeDefinition } from "./definition.ts";
import { cellText } from "./text-types.ts";

/** A day of the calendar. */
export const date: TypeDefinition = {
  read: (value) => {
    if (typeof value !== "string") return mismatch("a date YYYY-MM-DD");
    return isDate(value)
      ? fits(value)
      : misfit("invalid_format", "A date is a day of the calendar, YYYY-MM-DD.");
  },
  // YYYY-MM-DD orders as text in the database's collation (C.UTF-8); a cast would be neither immutable nor leakproof.
  field: (name) => ({ kind: "date", sql: cellText(name), type: "text" }),
  options: noOptions,
  comparable: true,
  adapt: (value) => (typeof value === "string" ? value.replace(/T00:00:00\.000Z$/, "") : value),
};

/** An instant, stored in UTC to the millisecond: YYYY-MM-DDTHH:mm:ss.sssZ, which orders as text too. */
export const datetime: TypeDefinition = {
  read: (value) => {
    if (typeof value !== "string") return mismatch("an RFC 3339 timestamp");
    return isInstant(value)
      ? fits(shownInstant(value))
      : misfit("invalid_format", "Write it as 2026-01-31T12:00:00Z, with a zone.");
  },
  field: (name) => ({ kind: "datetime", sql: cellText(name), type: "text" }),
  options: noOptions,
  comparable: true,
  adapt: asInstant,
};

/** The instant of a day, and of a text that writes no part of a millisecond, which would be lost. */
function asInstant(value: unknown): unknown {
  if (typeof value !== "string") return value;
  if (isDate(value)) return `${value}T00:00:00.000Z`;
  return /\.\d{3}\d*[1-9]/.test(value) ? undefined : value;
}
