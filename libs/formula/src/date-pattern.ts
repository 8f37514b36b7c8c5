import { dateOf, datetimeOf, DAY_MS, dayNumber, instantOf } from "./calendar.ts";
import { cellError, type Moment, type ValueType } from "./value.ts";

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s*([Zz]|[+-]\d{2}:?\d{2})?)?$/;
const PARTS = /YYYY|MM|DD|HH|mm|ss/g;

/** What a text parsed by the pattern, or a text itself, is known to be before it is parsed. */
export function patternType(text: string | undefined): ValueType {
  if (text === undefined) return "datetime";
  return /HH|mm|ss|\d:\d/.test(text) ? "datetime" : "date";
}

/**
 * The date of the text: ISO 8601, or as the pattern says, space around either left out. Without a zone it is the
 * team's; #VALUE! when it is none.
 */
export function parseDate(text: string, pattern: string | undefined, zone: string): Moment {
  const moment =
    pattern === undefined ? parseIso(text.trim(), zone) : parseBy(text.trim(), pattern.trim(), zone);
  if (moment === undefined) throw cellError("#VALUE!");
  return moment;
}

function parseIso(text: string, zone: string): Moment | undefined {
  const match = ISO.exec(text);
  if (match === null) return undefined;
  const [, year, month, date, hour, minute, second = "0", fraction = "0", offset] = match;
  const day = dayNumber(Number(year), Number(month), Number(date));
  if (day === undefined || hour === undefined) return day === undefined ? undefined : dateOf(day);
  const time = timeMs(Number(hour), Number(minute), Number(second));
  if (time === undefined) return undefined;
  const wallMs = day * DAY_MS + time + Math.floor(Number(`0.${fraction}`) * 1000);
  if (offset === undefined) return datetimeOf(instantOf(wallMs, zone));
  if (/^z$/i.test(offset)) return datetimeOf(wallMs);
  const ahead = timeMs(Number(offset.slice(1, 3)), Number(offset.slice(-2)), 0);
  if (ahead === undefined) return undefined;
  return datetimeOf(wallMs - Number(`${offset.charAt(0)}1`) * ahead);
}

/** Every part stands for its digits, every other character for itself; what the pattern lacks is the first or zero. */
function parseBy(text: string, pattern: string, zone: string): Moment | undefined {
  const found = new Map<string, number>();
  let at = 0;
  let from = 0;
  for (const part of pattern.matchAll(PARTS)) {
    const between = pattern.slice(from, part.index);
    if (!text.startsWith(between, at)) return undefined;
    at += between.length;
    const digits = text.slice(at, at + part[0].length);
    if (!/^\d+$/.test(digits) || digits.length !== part[0].length) return undefined;
    found.set(part[0], Number(digits));
    at += digits.length;
    from = part.index + part[0].length;
  }
  if (text.slice(at) !== pattern.slice(from)) return undefined;
  const year = found.get("YYYY");
  if (year === undefined) return undefined;
  const day = dayNumber(year, found.get("MM") ?? 1, found.get("DD") ?? 1);
  const time = timeMs(found.get("HH") ?? 0, found.get("mm") ?? 0, found.get("ss") ?? 0);
  if (day === undefined || time === undefined) return undefined;
  if (patternType(pattern) === "date") return dateOf(day);
  return datetimeOf(instantOf(day * DAY_MS + time, zone));
}

function timeMs(hour: number, minute: number, second: number): number | undefined {
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  return ((hour * 60 + minute) * 60 + second) * 1000;
}
