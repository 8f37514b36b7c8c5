import { plainText } from "./digits.ts";
import { byLocale, dateSignsOf, folded, knownLocale } from "./locales.ts";
import { fits, misfit, type Reading } from "./reading.ts";

/** Where and when a date is read. */
export interface DateContext {
  locale: string;
  /** The zone whose day is today. */
  timeZone: string;
  nowMs?: number;
  /** Order of the numbers of a date, if it is known and may not be the locale's. */
  order?: DateOrder;
}

/** Order of day, month and year. */
export type DateOrder = "dmy" | "mdy" | "ymd";

const ORDERS = {
  dmy: ["day", "month", "year"],
  mdy: ["month", "day", "year"],
  ymd: ["year", "month", "day"],
} as const;

const ISO = /^(\d{4})-(\d{2})-(\d{2})$/;
const TOKENS = /\d+|[\p{L}\p{M}]+\.?/gu;
const BETWEEN = /^[\s.,/\-·年月日년월일]*$/u;
const CHARS_MAX = 60;

/** Reads a date as YYYY-MM-DD: as the locale or the stated order has its numbers, in ISO, or today (values.dates). */
export function readDate(text: string, context: DateContext): Reading<string> {
  const plain = plainText(text);
  const iso = ISO.exec(plain);
  if (iso !== null) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]), context.locale);
  const named = daysFrom(context.locale).get(folded(plain));
  if (named !== undefined) return fits(today(context, named));
  if (plain.length > CHARS_MAX || !BETWEEN.test(plain.replace(TOKENS, ""))) return unreadable(context.locale);
  const parts = partsOf(plain, context.locale, context.order);
  return parts === undefined ? unreadable(context.locale) : dayOf(...parts, context.locale);
}

/** Year, month and day of a text. */
function partsOf(plain: string, locale: string, stated?: DateOrder): [number, number, number] | undefined {
  const { order: usual, months, fillers } = dateSignsOf(locale);
  const order = stated === undefined ? usual : ORDERS[stated];
  const tokens = [...plain.matchAll(TOKENS)].map(([token]) => token);
  const numbers = tokens.filter((token) => /^\d/.test(token));
  const words = tokens
    .filter((token) => !/^\d/.test(token))
    .map(folded)
    .filter((word) => !fillers.has(word) && !/^[年月日년월일]+$/u.test(word));
  const month = months.get(words[0] ?? "");
  if (words.length > 1 || (words.length === 1 && month === undefined)) return undefined;
  const asked = partsIn(numbers, month === undefined ? order : order.filter((part) => part !== "month"));
  if (numbers.length !== asked.length) return undefined;
  const at = (part: (typeof order)[number]) => numbers[asked.indexOf(part)] ?? "";
  const year = yearOf(at("year"));
  if (year === undefined || at("day").length > 2 || at("month").length > 2) return undefined;
  return [year, month ?? Number(at("month")), Number(at("day"))];
}

/** The parts that the numbers of a date are; a number of four digits is the year if that decides the others. */
function partsIn<P extends string>(numbers: readonly string[], order: readonly P[]): readonly P[] {
  const isYear = numbers.map((number) => number.length === 4);
  const others = order.filter((part) => part !== "year");
  const year = order.filter((part) => part === "year");
  if (isYear[0] === true)
    return order.length === 3 ? (["year", "month", "day"] as P[]) : [...year, ...others];
  return isYear[1] === true && order.length === 2 ? [...others, ...year] : order;
}

/** A year of four digits, or of two: up to 68 they are of this century. */
function yearOf(digits: string): number | undefined {
  if (digits.length === 4) return Number(digits);
  return digits.length === 2 ? Number(digits) + (Number(digits) <= 68 ? 2000 : 1900) : undefined;
}

function dayOf(year: number, month: number, day: number, locale: string): Reading<string> {
  if (year < 1000 || year > 9999) return misfit("out_of_range", "Write a year from 1000 to 9999.");
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() === month - 1 && date.getUTCDate() === day)
    return fits(date.toISOString().slice(0, 10));
  const isOfMonth = month >= 1 && month <= 12 && day >= 1 && day <= 31;
  return isOfMonth ? absentDay(year, month) : unreadable(locale);
}

/** Misfit of a day behind the last one of its month. */
function absentDay(year: number, month: number) {
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return misfit(
    "invalid_format",
    `This day does not exist, because the month has ${days} days. Correct the day.`,
  );
}

const unreadable = (locale: string) =>
  misfit("invalid_format", `Write a date such as ${shownDate("2026-11-30", locale)} or 2026-11-30.`);

/** Words for days by how many days they are ahead. */
const daysFrom = byLocale(
  (locale) =>
    new Map(
      ["en", locale].flatMap((one) => {
        const format = new Intl.RelativeTimeFormat(one, { numeric: "auto" });
        return [-1, 0, 1].map((ahead) => [folded(format.format(ahead, "day")), ahead] as const);
      }),
    ),
);

const HOURS = 3_600_000;

function today({ timeZone, nowMs = Date.now() }: DateContext, ahead: number): string {
  const format = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone });
  return new Date(Date.parse(format.format(nowMs)) + ahead * 24 * HOURS).toISOString().slice(0, 10);
}

const formatOf = byLocale(
  (locale) => new Intl.DateTimeFormat(knownLocale(locale), { dateStyle: "medium", timeZone: "UTC" }),
);

/** Shows a date as people of a locale write it; in ISO if they could not write it back so. */
export function shownDate(date: string, locale: string): string {
  if (!ISO.test(date)) return date;
  const at = Date.parse(date);
  if (Number.isNaN(at)) return date;
  const text = formatOf(locale).format(at);
  const back = text.length > CHARS_MAX ? undefined : partsOf(plainText(text), locale);
  const isSame =
    back !== undefined && sameDay(back, date) && BETWEEN.test(plainText(text).replace(TOKENS, ""));
  return isSame ? text : date;
}

const sameDay = ([year, month, day]: [number, number, number], date: string): boolean =>
  date ===
  [String(year).padStart(4, "0"), ...[month, day].map((part) => String(part).padStart(2, "0"))].join("-");
