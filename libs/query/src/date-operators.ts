import { type Condition, invalidFilter, invalidValue, type Operator } from "./condition.ts";
import { type Field, sqlTypeOf } from "./field.ts";
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

/**
 * A date value as SQL bounds: `from <= x` and `x <= to`, or `x < to` when `open`. Each adds its parameter when it is
 * called: PostgreSQL refuses one that no expression uses.
 */
interface Bounds {
  from: () => string;
  to: () => string;
  open: boolean;
  /** True where both bounds are one value: equality, whose rows an index has in the order of creation. */
  isOne?: boolean;
}

/**
 * Operators of date and datetime fields; each takes an ISO value or `{rel, n?, timezone?}`
 * (conventions.date-operators).
 */
export const dateOperators: Record<string, Operator> = {
  eq: (condition) => inside(condition, boundsOf(condition, condition.value)),
  neq: (condition) => outside(condition, boundsOf(condition, condition.value)),
  within: (condition) => inside(condition, boundsOf(condition, condition.value)),
  before: (condition) => `${condition.field.sql} < ${boundsOf(condition, condition.value).from()}`,
  on_or_after: (condition) => `${condition.field.sql} >= ${boundsOf(condition, condition.value).from()}`,
  after: (condition) => beyond(condition, boundsOf(condition, condition.value)),
  on_or_before: (condition) => upTo(condition, boundsOf(condition, condition.value)),
  between: (condition) => {
    const { value } = condition;
    if (!Array.isArray(value) || value.length !== 2)
      throw invalidValue(
        condition,
        'the value of between must be a list of two dates, such as ["2026-01-01", "2026-01-31"].',
      );
    const first = boundsOf(condition, value[0]);
    return `(${condition.field.sql} >= ${first.from()} and ${upTo(condition, boundsOf(condition, value[1]))})`;
  },
};

function inside(condition: Condition, bounds: Bounds): string {
  if (bounds.isOne === true) return `${condition.field.sql} = ${bounds.from()}`;
  return `(${condition.field.sql} >= ${bounds.from()} and ${upTo(condition, bounds)})`;
}

/** Any other date, and none at all. */
function outside(condition: Condition, bounds: Bounds): string {
  const { sql } = condition.field;
  return `(${sql} < ${bounds.from()} or ${beyond(condition, bounds)} or ${sql} is null)`;
}

function beyond(condition: Condition, bounds: Bounds): string {
  return `${condition.field.sql} ${bounds.open ? ">=" : ">"} ${bounds.to()}`;
}

function upTo(condition: Condition, bounds: Bounds): string {
  return `${condition.field.sql} ${bounds.open ? "<" : "<="} ${bounds.to()}`;
}

function boundsOf(condition: Condition, value: unknown): Bounds {
  const { field, context } = condition;
  if (typeof value === "string") {
    if (isDate(value)) return dayBounds(condition, { from: value, to: value }, zoneOf(context.timezone));
    if (field.kind !== "datetime" || !isInstant(value))
      throw invalidValue(
        condition,
        'the value must be a date such as "2026-01-31", a time such as "2026-01-31T12:00:00Z" (datetime fields), or {rel} such as {"rel": "today"}.',
      );
    return instantBounds(condition, readInstant(value), value);
  }
  return relativeBounds(condition, value);
}

/**
 * Timestamps are stored to the microsecond and shown to the millisecond (conventions.times): what a caller read and
 * sends back is the whole millisecond. Four digits or more of a fraction mean that one instant, to the microsecond.
 */
function instantBounds({ field, params }: Condition, instant: Instant, written: string): Bounds {
  const place = () => params.add(instant, "timestamptz");
  if (!/\.\d{4}/.test(written)) {
    const next = () => instantSql(field, `(${place()} + interval '1 millisecond')`);
    return { from: () => instantSql(field, place()), to: next, open: true };
  }
  const rest = sqlTypeOf(field) === "text" ? /\.\d{3}(\d*[1-9])/.exec(instant)?.[1] : undefined;
  const exact = () => {
    const sql = instantSql(field, place());
    // A text holds milliseconds: what is written on behind one stands after it and before the next, and equals neither.
    return rest === undefined ? sql : `(${sql} || ${params.add(rest, "text")})`;
  };
  return { from: exact, to: exact, open: false };
}

function relativeBounds(condition: Condition, value: unknown): Bounds {
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
    return dayBounds(condition, plainDays(rel, today), zone);
  }
  if (!isCountedRelative(rel))
    throw invalidValue(condition, "`rel` is not a known relative date. See the API reference for the list.");
  if (typeof n !== "number" || !Number.isInteger(n) || n < 0 || n > REL_DAYS_MAX) {
    throw invalidValue(condition, `'${rel}' needs \`n\`, a whole number from 0 to ${REL_DAYS_MAX}.`);
  }
  return dayBounds(condition, countedDays(rel, n, today), zone);
}

/** A datetime falls into a day of the zone: from its first instant up to, without, the first of the day after. */
function dayBounds(condition: Condition, days: DaySpan, zone: string): Bounds {
  const { field, params } = condition;
  if (field.kind === "date") {
    const type = sqlTypeOf(field);
    const isOne = days.from === days.to;
    return {
      from: () => params.add(days.from, type),
      to: () => params.add(days.to, type),
      open: false,
      isOne,
    };
  }
  const start = (day: string) => instantSql(field, startOf(day, params.add(zone, "text")));
  return {
    from: () => start(params.add(days.from, "date")),
    to: () => start(`(${params.add(days.to, "date")} + 1)`),
    open: true,
  };
}

/**
 * The first instant of a day. PostgreSQL reads a time that the clocks show twice as the later of the two; where they go
 * back over midnight, the day has begun an hour before that one.
 */
function startOf(day: string, zone: string): string {
  const later = `(${day}::timestamp at time zone ${zone})`;
  const earlier = `(${later} - interval '1 hour')`;
  return `case when ${earlier} at time zone ${zone} < ${day} then ${later} else ${earlier} end`;
}

/**
 * A datetime kept as text holds UTC to the millisecond, YYYY-MM-DDTHH:mm:ss.sssZ, so that it orders as text. A bound
 * outside the years it can write, 1 to 9999, becomes a text before or behind all of them.
 */
function instantSql(field: Field, instant: string): string {
  if (sqlTypeOf(field) !== "text") return instant;
  const written = `to_char(${instant} at time zone 'UTC', 'BCYYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  // AD goes, and BC becomes blanks. Behind 9999 there is 10000 alone: a bound is some days at most beyond a value.
  return `replace(translate(${written}, 'BCAD', '  '), '10000-', '9999-12-31T24 ')`;
}
