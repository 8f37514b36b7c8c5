import { Temporal } from "temporal-polyfill";

/** One property in jCal (RFC 7265): its name, parameters, type of value and value. */
export type Property = [
  name: string,
  parameters: Readonly<Record<string, string>>,
  type: string,
  value: string | number | Readonly<Record<string, string | number>>,
];

/** One component in jCal: its name, properties and components. */
export type Component = [name: string, properties: Property[], components: Component[]];

type ZonedTime = Temporal.ZonedDateTime;

/** A change of a zone's clock. */
interface Onset {
  /** Local time without the change. */
  at: Temporal.PlainDateTime;
  /** Offsets before and after, `+02:00`. */
  from: string;
  to: string;
  /** Whether the clock goes forward. */
  isForward: boolean;
}

type Naming = (onset: Onset) => "standard" | "daylight";

/** Before every booking; what went before does not matter to one. */
const LONG_AGO = "1970-01-01T00:00:00";
const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

/**
 * Builds the VTIMEZONE of an entry from start to end, both in its zone (scheduling.calendar-zone). Its changes are
 * those by which the slots were made, never those of another release of the tzdb. Outlook knows a zone by one yearly
 * pair of changes and guesses at any other. So a zone that changes by rule gets that pair; any other zone gets the
 * offset at the start and the changes before the end.
 *
 * The names STANDARD and DAYLIGHT change no offset. But if the clock shows a time twice, some readers take the one of
 * STANDARD, while the entry means the first: the earlier observance then has that name.
 */
export function timeZone(start: ZonedTime, end: ZonedTime): Component {
  const name: Naming = [start, end].some(isFirstOfTwo)
    ? ({ isForward }) => (isForward ? "standard" : "daylight")
    : ({ isForward }) => (isForward ? "daylight" : "standard");
  const observances = yearlyPair(start, name) ?? [
    observance("standard", start.offset, start.offset, LONG_AGO),
    ...onsets(start, end).map((one) => observance(name(one), one.from, one.to, one.at.toString())),
  ];
  return ["vtimezone", [["tzid", {}, "text", start.timeZoneId]], observances];
}

/** Whether the clock shows the time once more later. */
function isFirstOfTwo(at: ZonedTime): boolean {
  const later = at.toPlainDateTime().toZonedDateTime(at.timeZoneId, { disambiguation: "later" });
  return !later.equals(at);
}

/** Both changes of the year as rules, when the years before, of and after the start all have them by the same rule. */
function yearlyPair(start: ZonedTime, name: Naming): Component[] | undefined {
  const newYear = start.with({ month: 1, day: 1 }).startOfDay();
  const found = onsets(newYear.subtract({ years: 1 }), newYear.add({ years: 2 }));
  if (found.length !== 6) return undefined;
  const pair = [0, 1].map((first) =>
    yearly(
      found.filter((_, place) => place % 2 === first),
      name,
    ),
  );
  return pair.every((one) => one !== undefined) ? pair : undefined;
}

/** The observance that begins with each of these, a year apart, when the same rule says when. */
function yearly(series: readonly Onset[], name: Naming): Component | undefined {
  const [first, ...later] = series;
  if (first === undefined) return undefined;
  const ranks = series.map(({ at }) => Math.ceil(at.day / 7));
  const isLast = series.every(({ at }) => at.day + 7 > at.daysInMonth);
  const isRule = later.every(
    ({ at, from, to }, index) =>
      at.year === first.at.year + index + 1 &&
      at.month === first.at.month &&
      at.dayOfWeek === first.at.dayOfWeek &&
      at.toPlainTime().equals(first.at.toPlainTime()) &&
      from === first.from &&
      to === first.to,
  );
  if (!isRule || !(isLast || ranks.every((rank) => rank === ranks[0]))) return undefined;
  const byday = `${isLast ? -1 : (ranks[0] ?? 1)}${WEEKDAYS[first.at.dayOfWeek - 1] ?? ""}`;
  const rule: Property = ["rrule", {}, "recur", { freq: "YEARLY", bymonth: first.at.month, byday }];
  return observance(name(first), first.from, first.to, first.at.toString(), rule);
}

/** The changes after `from` until `to`. */
function onsets(from: ZonedTime, to: ZonedTime): Onset[] {
  const found: Onset[] = [];
  let before = from;
  for (;;) {
    const change = before.getTimeZoneTransition("next");
    if (change === null || Temporal.ZonedDateTime.compare(change, to) > 0) return found;
    const gained = change.offsetNanoseconds - before.offsetNanoseconds;
    found.push({
      at: change.toPlainDateTime().subtract({ nanoseconds: gained }),
      from: before.offset,
      to: change.offset,
      isForward: gained > 0,
    });
    before = change;
  }
}

function observance(
  name: "standard" | "daylight",
  from: string,
  to: string,
  onset: string,
  ...rule: Property[]
): Component {
  const properties: Property[] = [
    ["dtstart", {}, "date-time", onset.padEnd(LONG_AGO.length, ":00")],
    ["tzoffsetfrom", {}, "utc-offset", from],
    ["tzoffsetto", {}, "utc-offset", to],
    ...rule,
  ];
  return [name, properties, []];
}
