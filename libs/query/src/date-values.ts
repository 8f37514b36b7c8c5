import { type Asked, invalidFilter, invalidValue } from "./condition.ts";
import {
  countedDays,
  dayIn,
  type DaySpan,
  isCountedRelative,
  isPlainRelative,
  plainDays,
} from "./relative-days.ts";
import { isTimeZone, zoneOf } from "./time-zone.ts";
import { type Instant, isDate, isInstant, readInstant } from "./instant.ts";

const REL_DAYS_MAX = 36_500;

/** Days, and the zone in which they begin. */
export interface WrittenDays {
  days: DaySpan;
  zone: string;
}

/** An instant of a condition. */
export interface WrittenInstant {
  instant: Instant;
  /** False for one to the millisecond, as replies show it: then it means the whole millisecond. */
  isExact: boolean;
}

/** Reads a date of a condition: a day, an instant, or `{rel, n?, timezone?}` (conventions.date-operators). */
export function readDate(condition: Asked, value: unknown): WrittenDays | WrittenInstant {
  if (typeof value !== "string") return readRelative(condition, value);
  const { field, context } = condition;
  if (isDate(value)) return { days: { from: value, to: value }, zone: zoneOf(context.timezone) };
  if (field.kind !== "datetime" || !isInstant(value))
    throw invalidValue(
      condition,
      'the value must be a date such as "2026-01-31", a time such as "2026-01-31T12:00:00Z" (datetime fields), or {rel} such as {"rel": "today"}.',
    );
  return { instant: readInstant(value), isExact: /\.\d{4}/.test(value) };
}

/** Returns the two values of `between`. */
export function twoDates(condition: Asked): readonly [unknown, unknown] {
  const { value } = condition;
  if (!Array.isArray(value) || value.length !== 2)
    throw invalidValue(
      condition,
      'the value of between must be a list of two dates, such as ["2026-01-01", "2026-01-31"].',
    );
  return [value[0], value[1]];
}

function readRelative(condition: Asked, value: unknown): WrittenDays {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalidValue(
      condition,
      'the value must be a date such as "2026-01-31", a time such as "2026-01-31T12:00:00Z", or an object with `rel` such as {"rel": "today"}.',
    );
  }
  const { rel, n, timezone, ...rest } = value as Record<string, unknown>;
  const unknown = Object.keys(rest)[0];
  if (unknown !== undefined)
    throw invalidFilter(
      `${condition.at}.value`,
      `A relative date cannot have the field '${unknown}'. Remove it.`,
    );
  const zone = timezone ?? zoneOf(condition.context.timezone);
  if (!isTimeZone(zone))
    throw invalidValue(condition, "`timezone` must be an IANA time zone such as Europe/Paris.");
  const today = dayIn(zone, condition.context.now?.() ?? new Date());
  if (isPlainRelative(rel)) {
    if (n !== undefined) throw invalidValue(condition, `'${rel}' cannot have \`n\`. Remove it.`);
    return { days: plainDays(rel, today), zone };
  }
  if (!isCountedRelative(rel))
    throw invalidValue(condition, "`rel` is not a known relative date. See the API reference for the list.");
  if (typeof n !== "number" || !Number.isInteger(n) || n < 0 || n > REL_DAYS_MAX) {
    throw invalidValue(condition, `'${rel}' needs \`n\`, a whole number from 0 to ${REL_DAYS_MAX}.`);
  }
  return { days: countedDays(rel, n, today), zone };
}
