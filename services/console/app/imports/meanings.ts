import { readDate, readNumber } from "@jst/values";

/** A text of a file that can be read in two ways, and its meanings. */
export interface TwoWays<T> {
  text: string;
  meanings: readonly [T, T];
}

/** A locale whose numbers have this decimal sign. */
const LOCALES = { ".": "en-GB", ",": "de-DE" } as const;

/** Finds a date of the samples that is another one with the day first than with the month first. */
export function datesOf(samples: readonly string[]): TwoWays<string> | undefined {
  return firstOf(samples, (text) => {
    // A time behind the date says nothing about its order.
    const [day = ""] = text.trim().split(/[\sT]/u);
    const read = (order: "dmy" | "mdy") => readDate(day, { locale: "en-GB", timeZone: "UTC", order }).value;
    return [read("dmy"), read("mdy")];
  });
}

/** Finds a number of the samples that is another one with a decimal point than with a decimal comma. */
export function numbersOf(samples: readonly string[]): TwoWays<number> | undefined {
  return firstOf(samples, (text) => {
    const number = text.replaceAll(/[^\d.,'\u2212-]/gu, "");
    const read = (sign: "." | ",") => readNumber(number, LOCALES[sign]).value;
    return [read("."), read(",")];
  });
}

function firstOf<T>(
  samples: readonly string[],
  meaningsOf: (text: string) => readonly [T | undefined, T | undefined],
): TwoWays<T> | undefined {
  for (const text of samples) {
    const [one, other] = meaningsOf(text);
    if (one !== undefined && other !== undefined && one !== other) return { text, meanings: [one, other] };
  }
  return undefined;
}
