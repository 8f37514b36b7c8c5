/** The most rows and columns that one fill writes. */
export const FILL_MAX = { rows: 500, columns: 50 } as const;

/**
 * Returns `count` values that go on after the source cells of one line (console.grid-fill). Numbers, dates, months and
 * texts that end in a number go on if two cells or more have the same distance; other cells repeat. With `copies` all
 * repeat. `backwards` fills up or left: the first value returned is the one nearest to the source.
 */
export function filled(
  source: readonly unknown[],
  count: number,
  { copies = false, backwards = false } = {},
): unknown[] {
  const line = backwards ? source.toReversed() : source;
  const next = copies ? undefined : (numbers(line) ?? dates(line) ?? numberedTexts(line));
  return Array.from({ length: count }, (_, n) => (next === undefined ? line[n % line.length] : next(n + 1)));
}

/** Returns the n-th value after the line. */
type Series = (n: number) => unknown;

function numbers(line: readonly unknown[]): Series | undefined {
  const all = line.filter((one) => typeof one === "number");
  if (all.length !== line.length) return undefined;
  const places = Math.max(...all.map(decimals));
  const rounded = (value: number) => Number(value.toFixed(Math.min(places, 100)));
  const by = distance(all, (one, before) => rounded(one - before));
  const last = all.at(-1) ?? 0;
  return by === undefined ? undefined : (n) => rounded(last + by * n);
}

/** Counts the decimal places of a number as its shortest text has them. */
function decimals(value: number): number {
  const [digits = "", exponent = "0"] = String(value).split("e");
  return Math.max(0, (digits.split(".")[1]?.length ?? 0) - Number(exponent));
}

const DAY_MS = 86_400_000;
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;

/** Dates of the same day in months of the same distance go on by months, others by days. */
function dates(line: readonly unknown[]): Series | undefined {
  const all = line.map(dayOf).filter((one) => one !== undefined);
  const last = all.at(-1);
  if (last === undefined || all.length !== line.length) return undefined;
  const day = Math.max(...all.map(({ day: one }) => one));
  const months = distance(all, (one, before) => one.month - before.month);
  const isSameDay = all.every((one) => one.day === Math.min(day, daysIn(one.month)));
  if (months !== undefined && months !== 0 && isSameDay) return (n) => inMonth(last.month + months * n, day);
  const days = distance(all, (one, before) => (one.at - before.at) / DAY_MS);
  return days === undefined ? undefined : (n) => within(new Date(last.at + days * n * DAY_MS));
}

interface Day {
  /** Milliseconds of the start of the day in UTC. */
  at: number;
  /** Months since the year 0. */
  month: number;
  day: number;
}

function dayOf(value: unknown): Day | undefined {
  const [text, year, month, day] = (typeof value === "string" ? DATE.exec(value) : null) ?? [];
  if (text === undefined) return undefined;
  return { at: Date.parse(text), month: Number(year) * 12 + Number(month) - 1, day: Number(day) };
}

const utc = (year: number, month: number, day: number): Date => {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  return date;
};

const daysIn = (month: number): number => utc(Math.floor(month / 12), (month % 12) + 1, 0).getUTCDate();

const inMonth = (month: number, day: number): string | null =>
  within(utc(Math.floor(month / 12), month % 12, Math.min(day, daysIn(month))));

/** Writes a date of the years 1000 to 9999; a later or earlier one is an empty cell. */
function within(date: Date): string | null {
  const year = date.getUTCFullYear();
  return year >= 1000 && year <= 9999 ? date.toISOString().slice(0, 10) : null;
}

const NUMBERED = /^(.*?)(\d+)$/s;

/** Texts with the same beginning and a number of at most 15 digits at the end go on; leading zeros stay. */
function numberedTexts(line: readonly unknown[]): Series | undefined {
  const all = line.map((one) => (typeof one === "string" ? NUMBERED.exec(one) : null));
  const [begin, end] = [all[0]?.[1], all.at(-1)?.[2] ?? ""];
  if (begin === undefined || all.some((one) => one?.[1] !== begin || (one[2] ?? "").length > 15))
    return undefined;
  const by = distance(
    all.map((one) => Number(one?.[2])),
    (one, before) => one - before,
  );
  if (by === undefined) return undefined;
  return (n) => {
    const next = Number(end) + by * n;
    return next < 0 ? null : `${begin}${String(next).padStart(end.startsWith("0") ? end.length : 0, "0")}`;
  };
}

/** Returns the distance that all neighbours have; undefined for fewer than two items, or different distances. */
function distance<T>(line: readonly T[], between: (one: T, before: T) => number): number | undefined {
  const all = line.slice(1).map((one, index) => between(one, line[index] as T));
  const [by] = all;
  return by !== undefined && all.every((one) => one === by) ? by : undefined;
}
