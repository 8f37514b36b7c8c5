/** First and last day of a span, both inclusive, as YYYY-MM-DD. */
export interface DaySpan {
  from: string;
  to: string;
}

const DAY_MS = 86_400_000;
const CALENDARS_MAX = 1_000;

/** Words of `rel` that take a number of days in `n`. */
const counted = {
  days_ago: (today: number, n: number) => span(today - n, today - n),
  days_from_now: (today: number, n: number) => span(today + n, today + n),
  past_days: (today: number, n: number) => span(today - n, today),
  next_days: (today: number, n: number) => span(today, today + n),
};

/**
 * Words of `rel` that stand alone. Past and next include today; weeks start on Monday; years are 365 days
 * (conventions.date-operators).
 */
const plain = {
  today: (today: number) => span(today, today),
  tomorrow: (today: number) => span(today + 1, today + 1),
  yesterday: (today: number) => span(today - 1, today - 1),
  this_week: (today: number) => span(monday(today), monday(today) + 6),
  past_week: (today: number) => span(today - 7, today),
  next_week: (today: number) => span(today, today + 7),
  this_month: (today: number) => span(monthStart(today, 0), monthStart(today, 1) - 1),
  past_month: (today: number) => span(addMonth(today, -1), today),
  next_month: (today: number) => span(today, addMonth(today, 1)),
  past_year: (today: number) => span(today - 365, today),
  next_year: (today: number) => span(today, today + 365),
};

/** A word of `rel` that takes no number. */
export type PlainRelative = keyof typeof plain;
/** A word of `rel` that takes `n`. */
export type CountedRelative = keyof typeof counted;

/** True for a word of `rel` that takes no number. */
export function isPlainRelative(word: unknown): word is PlainRelative {
  return typeof word === "string" && Object.hasOwn(plain, word);
}

/** True for a word of `rel` that takes `n`. */
export function isCountedRelative(word: unknown): word is CountedRelative {
  return typeof word === "string" && Object.hasOwn(counted, word);
}

/** The days a word without a number means, seen from `today` (YYYY-MM-DD). */
export function plainDays(word: PlainRelative, today: string): DaySpan {
  return plain[word](dayNumber(today));
}

/** The days a word with a number means, seen from `today` (YYYY-MM-DD). */
export function countedDays(word: CountedRelative, n: number, today: string): DaySpan {
  return counted[word](dayNumber(today), n);
}

/** The calendar day of an instant in an IANA zone, as YYYY-MM-DD. */
export function dayIn(zone: string, instant: Date): string {
  const parts = calendarOf(zone).formatToParts(instant);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? "";
  return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
}

/** Calendars by zone: to make one takes longer than to ask it a hundred times. */
const calendars = new Map<string, Intl.DateTimeFormat>();

function calendarOf(zone: string): Intl.DateTimeFormat {
  const known = calendars.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  // Zones are told apart by their spelling, of which callers may send many.
  if (calendars.size >= CALENDARS_MAX) calendars.clear();
  calendars.set(zone, made);
  return made;
}

function dayNumber(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / DAY_MS;
}

function span(from: number, to: number): DaySpan {
  return { from: dayText(from), to: dayText(to) };
}

function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Day 0 of the epoch was a Thursday. */
function monday(day: number): number {
  return day - ((((day + 3) % 7) + 7) % 7);
}

function monthStart(day: number, months: number): number {
  const date = new Date(day * DAY_MS);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1) / DAY_MS;
}

/** The same day of another month, or its last day where it has none. */
function addMonth(day: number, months: number): number {
  const within = day - monthStart(day, 0);
  return Math.min(monthStart(day, months) + within, monthStart(day, months + 1) - 1);
}
