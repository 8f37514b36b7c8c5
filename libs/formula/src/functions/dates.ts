import {
  addMonths,
  dateOf,
  datetimeOf,
  DAY_MS,
  dayNumber,
  dayOf,
  instantOf,
  msOf,
  wallOf,
  workdaysBefore,
} from "../calendar.ts";
import { patternFault, piecesOf, readingFault, shownPart } from "../date-parts.ts";
import { parseDate, patternType } from "../date-pattern.ts";
import { row, type FormulaContext, type LiteralFault } from "../signature.ts";
import { cellError, type Moment, type Value, type ValueType } from "../value.ts";

type Unit = { ms: number } | { days: number } | { months: number };

/** Units of time: milliseconds of those of fixed length, months of those of the calendar. Days follow the clock. */
const units = new Map<string, Unit>(
  (
    [
      ["second", { ms: 1_000 }],
      ["minute", { ms: 60_000 }],
      ["hour", { ms: 3_600_000 }],
      ["day", { days: 1 }],
      ["week", { days: 7 }],
      ["month", { months: 1 }],
      ["quarter", { months: 3 }],
      ["year", { months: 12 }],
    ] satisfies [string, Unit][]
  ).flatMap(([name, unit]) => [
    [name, unit],
    [`${name}s`, unit],
  ]),
);

function unitOf(text: string) {
  const unit = units.get(text.toLowerCase());
  if (unit === undefined) throw cellError("#VALUE!");
  return unit;
}

/**
 * The wall clock of a moment in the team's zone, to be read with getUTC…; #NUM! where it shows no year of four digits.
 */
function wall(moment: Moment, { timezone }: FormulaContext): Date {
  const ms = wallOf(moment, timezone);
  dateOf(ms / DAY_MS);
  return new Date(ms);
}

function added(moment: Moment, count: number, unitText: string, { timezone }: FormulaContext): Moment {
  const unit = unitOf(unitText);
  const n = Math.trunc(count);
  // Beyond this no result is a date, and Date would give up.
  if (Math.abs(n) > 1e12) throw cellError("#NUM!");
  const before = wallOf(moment, timezone);
  if ("ms" in unit) {
    if (moment.kind === "datetime") return datetimeOf(moment.ms + n * unit.ms);
    return dateOf((before + n * unit.ms) / DAY_MS);
  }
  const after = "days" in unit ? before + n * unit.days * DAY_MS : addMonths(before, n * unit.months);
  // A range check first: an instant is looked up in the zone's table.
  const day = dateOf(after / DAY_MS);
  return moment.kind === "date" ? day : datetimeOf(instantOf(after, timezone));
}

/** Whole units from start to end; what is left over is cut off. The other way round it is the negative. */
function difference(end: Moment, start: Moment, unitText: string, { timezone }: FormulaContext): number {
  const unit = unitOf(unitText);
  if ("ms" in unit) return Math.trunc((msOf(end, timezone) - msOf(start, timezone)) / unit.ms);
  const [from, to] = [wallOf(start, timezone), wallOf(end, timezone)];
  if ("days" in unit) return Math.trunc((to - from) / (unit.days * DAY_MS));
  return from <= to ? wholeMonths(from, to, unit.months) : -wholeMonths(to, from, unit.months);
}

/** How often so many months fit between two times of the wall clock, the earlier one first. */
function wholeMonths(from: number, to: number, each: number): number {
  const [a, b] = [new Date(from), new Date(to)];
  const months = (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth();
  return Math.floor((addMonths(from, months) > to ? months - 1 : months) / each);
}

/**
 * Tells apart the units moments lie in: days and longer ones by the wall clock, weeks from Monday; shorter ones by what
 * the wall clock is ahead of UTC too, as an hour of it is there twice when clocks go back.
 */
function unitAt(moment: Moment, unitText: string, { timezone }: FormulaContext): string {
  const unit = unitOf(unitText);
  if ("ms" in unit) {
    // By the instant: a date's midnight may not be there on the wall clock.
    const ms = msOf(moment, timezone);
    const shown = wallOf({ kind: "datetime", ms }, timezone);
    return `${Math.floor(shown / unit.ms)} ${shown - ms}`;
  }
  const at = wallOf(moment, timezone);
  if ("days" in unit) return String(Math.floor((at / DAY_MS + (unit.days === 7 ? 3 : 0)) / unit.days));
  const date = new Date(at);
  return String(Math.floor((date.getUTCFullYear() * 12 + date.getUTCMonth()) / unit.months));
}

/** Week of ISO 8601: that of the year its Thursday lies in. */
function isoWeek(day: number): number {
  const thursday = day - ((((day + 3) % 7) + 7) % 7) + 3;
  const year = new Date(thursday * DAY_MS).getUTCFullYear();
  return Math.floor((thursday - (dayNumber(year, 1, 1) ?? 0)) / 7) + 1;
}

/** The date so many working days (Monday to Friday) later; the start itself does not count. */
function workday(start: number, days: number): Moment {
  const n = Math.trunc(days);
  if (Math.abs(n) > 4_000_000) throw cellError("#NUM!");
  if (n === 0) return dateOf(start);
  // The working days up to and with the one looked for; forward the start itself is left out, back it bounds.
  const target = n > 0 ? workdaysBefore(start + 1) + n - 1 : workdaysBefore(start) + n;
  const week = Math.floor(target / 5);
  return dateOf(week * 7 + (target - week * 5) - 3);
}

/** Working days from start to end, both included; negative when end comes first. */
function workdaysBetween(end: number, start: number): number {
  return end >= start
    ? workdaysBefore(end + 1) - workdaysBefore(start)
    : -(workdaysBefore(start + 1) - workdaysBefore(end));
}

function formatted(moment: Moment, pattern: string, context: FormulaContext): string {
  const { pieces, unknown } = piecesOf(pattern);
  if (unknown !== undefined) throw cellError("#VALUE!");
  const date = wall(moment, context);
  return pieces.map((piece) => ("text" in piece ? piece.text : shownPart(piece.part, date))).join("");
}

/** Finds the fault of a literal argument where the function takes a unit or a pattern. */
const literalAt =
  (place: number, faultOf: (text: string) => string | undefined): LiteralFault =>
  (literals) => {
    const text = literals[place];
    const expected = typeof text === "string" ? faultOf(text) : undefined;
    return expected === undefined ? undefined : { place, expected };
  };

const unitFault = (text: string): string | undefined =>
  units.has(text.toLowerCase())
    ? undefined
    : `a unit: ${[...units.keys()].filter((name) => name.endsWith("s")).join(", ")}`;

const parsedType = (_: readonly ValueType[], [text, pattern]: readonly Value[]): ValueType =>
  patternType(typeof pattern === "string" ? pattern : typeof text === "string" ? text : undefined);

/** Dates and times, read on the clocks of the team. A date's time is midnight. */
export const dates = [
  row("TODAY", [], "date", (context) =>
    dateOf(dayOf({ kind: "datetime", ms: context.nowMs }, context.timezone)),
  ),
  row("NOW", [], "datetime", ({ nowMs }) => datetimeOf(nowMs)),
  row("YEAR", ["date"], "number", (context, date) => wall(date, context).getUTCFullYear()),
  row("MONTH", ["date"], "number", (context, date) => wall(date, context).getUTCMonth() + 1),
  row("DAY", ["date"], "number", (context, date) => wall(date, context).getUTCDate()),
  row("HOUR", ["date"], "number", (context, date) => wall(date, context).getUTCHours()),
  row("MINUTE", ["date"], "number", (context, date) => wall(date, context).getUTCMinutes()),
  row("SECOND", ["date"], "number", (context, date) => wall(date, context).getUTCSeconds()),
  row("WEEKDAY", ["date"], "number", (context, date) => wall(date, context).getUTCDay()),
  row("WEEKNUM", ["date"], "number", ({ timezone }, date) => isoWeek(dayOf(date, timezone))),
  row(
    "DATE_ADD",
    ["date", "number", "text"],
    ([type = "any"]) => type,
    (context, date, count, unit) => added(date, count, unit, context),
    literalAt(2, unitFault),
  ),
  row(
    "DATE_DIFF DATETIME_DIFF",
    ["date", "date", "text"],
    "number",
    (context, end, start, unit) => difference(end, start, unit, context),
    literalAt(2, unitFault),
  ),
  row(
    "DATE_FORMAT DATETIME_FORMAT",
    ["date", "text"],
    "text",
    (context, date, pattern) => formatted(date, pattern, context),
    literalAt(1, patternFault),
  ),
  row(
    "DATE_PARSE DATETIME_PARSE",
    ["text", "text?"],
    parsedType,
    ({ timezone }, text, pattern) => parseDate(text, pattern, timezone),
    literalAt(1, readingFault),
  ),
  row(
    "IS_BEFORE",
    ["date", "date"],
    "boolean",
    ({ timezone }, a, b) => msOf(a, timezone) < msOf(b, timezone),
  ),
  row("IS_AFTER", ["date", "date"], "boolean", ({ timezone }, a, b) => msOf(a, timezone) > msOf(b, timezone)),
  row(
    "IS_SAME",
    ["date", "date", "text?"],
    "boolean",
    (context, a, b, unit) =>
      unit === undefined
        ? msOf(a, context.timezone) === msOf(b, context.timezone)
        : unitAt(a, unit, context) === unitAt(b, unit, context),
    literalAt(2, unitFault),
  ),
  row("WORKDAY", ["date", "number"], "date", ({ timezone }, start, days) =>
    workday(dayOf(start, timezone), days),
  ),
  row("WORKDAY_DIFF", ["date", "date"], "number", ({ timezone }, end, start) =>
    workdaysBetween(dayOf(end, timezone), dayOf(start, timezone)),
  ),
];
