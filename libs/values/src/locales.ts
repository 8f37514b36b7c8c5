import { asciiDigits } from "./digits.ts";

/** Signs of numbers in a locale. */
export interface NumberSigns {
  decimal: string;
  group: string;
  /** Whether groups left of the last one have two digits, as in 12,34,567. */
  isIndian: boolean;
}

const FALLBACK = "en-GB";

/** Most facts that are kept of one kind: a page sends the locale of a stranger. */
const FACTS_MAX = 10_000;

/** Computes a fact of each key once. */
export function once<T>(compute: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    const kept = known.get(key);
    if (kept !== undefined) return kept;
    const fact = compute(key);
    if (known.size < FACTS_MAX) known.set(key, fact);
    return fact;
  };
}

/** Names a locale that Intl takes, with the calendar of the API. */
export const knownLocale = once((locale) => {
  try {
    return new Intl.Locale(locale, { calendar: "gregory" }).toString();
  } catch {
    return FALLBACK;
  }
});

/** Computes a fact of each locale once. */
export const byLocale = <T>(compute: (locale: string) => T): ((locale: string) => T) =>
  once((locale) => compute(knownLocale(locale)));

/** Reads the signs of a locale from a number that it writes. */
export const signsOf = byLocale((locale): NumberSigns => {
  const parts = new Intl.NumberFormat(locale).formatToParts(123_456_789.5);
  const find = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  const groups = parts.filter(({ type }) => type === "integer").map(({ value }) => value.length);
  return { decimal: find("decimal") || ".", group: find("group"), isIndian: groups.at(-2) === 2 };
});

/** The order of the numbers of a date, and the words in one. */
export interface DateSigns {
  order: readonly ("day" | "month" | "year")[];
  /** Months from 1 by each of their names, folded. */
  months: ReadonlyMap<string, number>;
  /** Words that stand in dates and mean nothing, folded. */
  fillers: ReadonlySet<string>;
}

/** Folds a word of a date: neither case nor the point of an abbreviation counts. */
export const folded = (word: string): string => word.normalize("NFC").toLowerCase().replace(/\.$/, "");

const WORDS = /[\p{L}\p{M}.]+/gu;

/** Reads the signs of the dates of a locale from dates that it writes; English names of months hold everywhere. */
export const dateSignsOf = byLocale((locale): DateSigns => {
  const numeric = new Intl.DateTimeFormat(locale, { day: "numeric", month: "numeric", year: "numeric" });
  const order = numeric
    .formatToParts(0)
    .map(({ type }) => type)
    .filter((type) => type === "day" || type === "month" || type === "year");
  const months = new Map<string, number>();
  const fillers = new Set<string>();
  for (const one of ["en-GB", "en-US", locale])
    for (const style of ["long", "short"] as const) addMonths(one, style, months, fillers);
  return { order, months, fillers };
});

function addMonths(
  locale: string,
  month: "long" | "short",
  months: Map<string, number>,
  fillers: Set<string>,
): void {
  const inDate = new Intl.DateTimeFormat(locale, { day: "numeric", month, year: "numeric", timeZone: "UTC" });
  const alone = new Intl.DateTimeFormat(locale, { month, timeZone: "UTC" });
  for (let at = 0; at < 12; at += 1) {
    const day = Date.UTC(2026, at, 20);
    for (const { type, value } of [...inDate.formatToParts(day), ...alone.formatToParts(day)]) {
      if (type === "month" && !/\d/.test(asciiDigits(value))) months.set(folded(value), at + 1);
      if (type === "literal") for (const [word] of value.matchAll(WORDS)) fillers.add(folded(word));
    }
  }
}
