import { dateOf, datetimeOf, DAY_MS, dayNumber, instantOf } from "./calendar.ts";
import { piecesOf, readPart } from "./date-parts.ts";
import { cellError, type Moment, type ValueType } from "./value.ts";

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s*([Zz]|[+-]\d{2}:?\d{2})?)?$/;

/** Returns the type of a text parsed by the pattern, or of a text itself, as far as it is known before parsing. */
export function patternType(text: string | undefined): ValueType {
  if (text === undefined) return "datetime";
  if (/\d:\d/.test(text)) return "datetime";
  return piecesOf(text).pieces.some((piece) => "part" in piece && /^[Hhms]/.test(piece.part))
    ? "datetime"
    : "date";
}

/**
 * Parses a date: ISO 8601, or by the pattern, ignoring space around either. Without a zone it is in the team's; #VALUE!
 * if it is not a date.
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

/** Parts of a date stand for themselves, every other character too; what the pattern lacks is the first or zero. */
function parseBy(text: string, pattern: string, zone: string): Moment | undefined {
  const { pieces, unknown } = piecesOf(pattern);
  if (unknown !== undefined) return undefined;
  const found = new Map<string, number>();
  let at = 0;
  for (const piece of pieces) {
    if ("text" in piece) {
      if (!text.startsWith(piece.text, at)) return undefined;
      at += piece.text.length;
      continue;
    }
    const read = readPart(piece.part, text.slice(at));
    if (read === undefined) return undefined;
    found.set(read.member, read.value);
    at += read.length;
  }
  return at === text.length ? momentOf(found, patternType(pattern), zone) : undefined;
}

/** The moment of the members that were read. */
function momentOf(found: ReadonlyMap<string, number>, type: ValueType, zone: string): Moment | undefined {
  const year = found.get("year");
  const hour = hourOf(found.get("hour") ?? 0, found.get("half"));
  if (year === undefined || hour === undefined) return undefined;
  const day = dayNumber(year, found.get("month") ?? 1, found.get("day") ?? 1);
  const time = timeMs(hour, found.get("minute") ?? 0, found.get("second") ?? 0);
  if (day === undefined || time === undefined) return undefined;
  if (type === "date") return dateOf(day);
  return datetimeOf(instantOf(day * DAY_MS + time + (found.get("ms") ?? 0), zone));
}

/** The hour of the day of an hour that may be of a half of it. */
function hourOf(hour: number, half: number | undefined): number | undefined {
  if (half === undefined) return hour;
  return hour >= 1 && hour <= 12 ? (hour % 12) + half * 12 : undefined;
}

function timeMs(hour: number, minute: number, second: number): number | undefined {
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  return ((hour * 60 + minute) * 60 + second) * 1000;
}
