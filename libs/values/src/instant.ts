import { readDate, shownDate, type DateContext } from "./date.ts";
import { plainText } from "./digits.ts";
import { byLocale, knownLocale } from "./locales.ts";
import { fits, misfit, type Reading } from "./reading.ts";
import { clockAt, instantsOf, offsetText } from "./zone.ts";

const TIME =
  /^(.*?)(?:\s*,\s*|\s+(?:at|um)\s+|\s+|(?<=\d)T)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,3}))?)?\s*(am|pm|a\.m\.|p\.m\.)?\s*(\S*)$/isu;
const OFFSET = /^([+-])(\d{2}):?(\d{2})$/;
const CHARS_MAX = 80;

/** Reads a date and a time on the clock of a zone as an instant of UTC, to the millisecond (values.instants). */
export function readInstant(text: string, context: DateContext): Reading<string> {
  const plain = plainText(text);
  const [, day, hour, minute, second = "0", fraction = "0", half, zone = ""] =
    (plain.length > CHARS_MAX ? null : TIME.exec(plain)) ?? [];
  if (day === undefined || hour === undefined) return unreadable(context);
  const date = readDate(day, context);
  if (date.fault !== undefined) return date.fault.code === "out_of_range" ? date : unreadable(context);
  const hours = hoursOf(Number(hour), half);
  if (hours === undefined || Number(minute) > 59 || Number(second) > 59) return unreadable(context);
  const time =
    ((hours * 60 + Number(minute)) * 60 + Number(second)) * 1_000 + Number(fraction.padEnd(3, "0"));
  return instantOf(Date.parse(date.value) + time, zone, context);
}

/** Hours of the day of an hour that may be of one of its halves. */
function hoursOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour <= 23 ? hour : undefined;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half.toLowerCase().startsWith("p") ? 12 : 0);
}

/** The instant at which a clock shows a time: of the zone, or of the offset or zone that stands behind the time. */
function instantOf(clock: number, zone: string, context: DateContext): Reading<string> {
  const [, sign, hours, minutes] = OFFSET.exec(zone) ?? [];
  if (zone.toUpperCase() === "Z") return stored(clock);
  if (sign !== undefined)
    return stored(clock - Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000);
  const all = instantsOf(clock, context.timeZone);
  const [first] = zone === "" ? all : all.filter((ms) => zoneName(ms, context) === zone);
  if (first !== undefined) return stored(first);
  if (zone !== "" && all.length > 0) return unreadable(context);
  return misfit(
    "out_of_range",
    `This time does not exist in ${context.timeZone} on this day, because the clocks change. Choose another time.`,
  );
}

const stored = (ms: number): Reading<string> => {
  const text = new Date(ms).toISOString();
  return /^[1-9]\d{3}-/.test(text) ? fits(text) : misfit("out_of_range", "Write a year from 1000 to 9999.");
};

const unreadable = ({ locale }: DateContext) =>
  misfit("invalid_format", `Write a date and a time such as ${shownDate("2026-11-30", locale)}, 09:30.`);

/** How an instant is shown. */
export interface InstantShape {
  locale: string;
  timeZone: string;
  /** With everything that reads back as the same instant, as an editor has it. */
  exact?: boolean;
}

/** Shows an instant on the clock of a zone; seconds and milliseconds if they are not zero. */
export function shownInstant(text: string, { locale, timeZone, exact = false }: InstantShape): string {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) return text;
  const clock = clockAt(ms, timeZone);
  const iso = new Date(clock).toISOString();
  const hasSeconds = clock % 60_000 !== 0;
  if (!exact) return formatOf(hasSeconds, timeZone)(locale).format(ms);
  const isTwice = instantsOf(clock, timeZone).length > 1;
  // Long ago clocks were ahead by seconds, which an offset does not have.
  if (!/^\d/.test(iso) || (isTwice && (clock - ms) % 60_000 !== 0)) return text;
  const time = iso.slice(11, clock % 1_000 !== 0 ? 23 : hasSeconds ? 19 : 16);
  return `${shownDate(iso.slice(0, 10), locale)}, ${time}${isTwice ? ` ${offsetText(ms, timeZone)}` : ""}`;
}

const formats = new Map<string, (locale: string) => Intl.DateTimeFormat>();

function formatOf(hasSeconds: boolean, timeZone: string): (locale: string) => Intl.DateTimeFormat {
  const key = `${hasSeconds} ${timeZone}`;
  const made = formats.get(key) ?? byLocale((locale) => formatIn(locale, hasSeconds, timeZone));
  formats.set(key, made);
  return made;
}

function formatIn(locale: string, hasSeconds: boolean, timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(knownLocale(locale), {
    ...{ day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" },
    ...(hasSeconds ? { second: "2-digit" } : {}),
    ...{ timeZone, timeZoneName: "short" },
  });
}

/** The short name that a locale has for the zone at an instant. */
function zoneName(ms: number, { locale, timeZone }: DateContext): string | undefined {
  const parts = formatOf(false, timeZone)(locale).formatToParts(ms);
  return parts.find(({ type }) => type === "timeZoneName")?.value;
}
