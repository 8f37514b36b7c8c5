import type { Condition, Operator } from "./condition.ts";
import { type Field, sqlTypeOf } from "./field.ts";
import { readDate, twoDates, type WrittenInstant } from "./date-values.ts";
import type { DaySpan } from "./relative-days.ts";

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
    const [low, high] = twoDates(condition);
    const first = boundsOf(condition, low);
    return `(${condition.field.sql} >= ${first.from()} and ${upTo(condition, boundsOf(condition, high))})`;
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
  const date = readDate(condition, value);
  if ("instant" in date) return instantBounds(condition, date);
  return dayBounds(condition, date.days, date.zone);
}

/**
 * Timestamps are stored to the microsecond and shown to the millisecond (conventions.times): what a caller read and
 * sends back is the whole millisecond. Four digits or more of a fraction mean that one instant, to the microsecond.
 */
function instantBounds({ field, params }: Condition, { instant, isExact }: WrittenInstant): Bounds {
  const place = () => params.add(instant, "timestamptz");
  if (!isExact) {
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
