const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIMESTAMP = /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?([Zz]|[+\- ]\d{2}:\d{2})$/;
const OFFSET_HOURS_MAX = 14;

/** True for a day of the calendar written YYYY-MM-DD, years 0001 to 9999. */
export function isDate(text: string): boolean {
  const match = DATE.exec(text);
  if (match === null || match[1] === "0000") return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/**
 * A strict RFC 3339 instant as PostgreSQL reads it without rounding (fractions cut to microseconds), or undefined. A
 * space where the offset's `+` stood is read as `+` (conventions.times); year 0001 to 9999, no leap second, no 24:00.
 */
export function parseTimestamp(text: string): string | undefined {
  const match = TIMESTAMP.exec(text);
  if (match === null) return undefined;
  const [, date = "", hour = "", minute = "", second = "", fraction = "", zone = ""] = match;
  if (!isDate(date) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const offset = zone.toUpperCase() === "Z" ? "+00:00" : zone.replace(" ", "+");
  if (Number(offset.slice(1, 3)) > OFFSET_HOURS_MAX || Number(offset.slice(4)) > 59) return undefined;
  const micros = fraction === "" ? "" : `.${fraction.slice(0, 6)}`;
  return `${date}T${hour}:${minute}:${second}${micros}${offset}`;
}
