/** Kinds of numbers by how a sheet shows them. */
export type NumberKind = "number" | "percent" | "date" | "time";

/** Formats that every program knows by their numbers (ECMA-376, 18.8.30), those of East Asia among them. */
const BUILT_IN: readonly (readonly [from: number, to: number, kind: NumberKind])[] = [
  [9, 10, "percent"],
  [14, 17, "date"],
  [18, 21, "time"],
  [22, 22, "date"],
  [27, 31, "date"],
  [32, 35, "time"],
  [36, 36, "date"],
  [45, 47, "time"],
  [50, 54, "date"],
  [55, 56, "time"],
  [57, 58, "date"],
];

/** Texts, escaped characters, fills, and brackets of colors, conditions and locales. */
const NOT_FORMAT = /"[^"]*"?|\\.|[_*].|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi;
const GENERAL = /general/gi;

/** Finds how a number format shows numbers, by the part of it that is for positive ones. */
export function numberKind(id: number, code: string | undefined): NumberKind {
  if (code === undefined) return BUILT_IN.find(([from, to]) => id >= from && id <= to)?.[2] ?? "number";
  const plain = (code.replaceAll(NOT_FORMAT, "").split(";")[0] ?? "").replaceAll(GENERAL, "");
  if (/[ydg]|e(?![+-])/i.test(plain)) return "date";
  if (/[hs]/i.test(plain)) return "time";
  // Minutes stand beside hours or seconds; alone it is a month.
  if (/m/i.test(plain)) return "date";
  return plain.includes("%") ? "percent" : "number";
}

const DAY_MS = 86_400_000;
/** Day before 1 January 1900, and 1 January 1904. */
const EPOCH_1900 = Date.UTC(1899, 11, 31);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** 29 February 1900, which never was, and the first day behind it. */
const NO_DAY = 60;
const LAST_DAY = 2_958_466;

/**
 * Finds the day of a number of a sheet, with its time if there is one: `2026-11-30` or `2026-11-30T09:30:00`. Undefined
 * for a number below the epoch or behind the year 9999. So is 60 in the epoch of 1900, which counts 29 February 1900.
 */
export function serialDate(serial: number, is1904: boolean): string | undefined {
  const ms = Math.round(serial * DAY_MS);
  const day = Math.floor(ms / DAY_MS);
  if (is1904) return day < 0 || day >= LAST_DAY - 1_462 ? undefined : iso(EPOCH_1904 + ms);
  if (day < 1 || day === NO_DAY || day >= LAST_DAY) return undefined;
  return iso(EPOCH_1900 + ms - (day > NO_DAY ? DAY_MS : 0));
}

function iso(ms: number): string {
  const text = new Date(ms).toISOString();
  if (ms % DAY_MS === 0) return text.slice(0, 10);
  return text.slice(0, ms % 1_000 === 0 ? 19 : 23);
}

/** The time of a number of a sheet as hours, minutes and seconds: `36:30:00`; undefined for a negative one. */
export function serialTime(serial: number): string | undefined {
  const seconds = Math.round(serial * 86_400);
  if (seconds < 0 || !Number.isSafeInteger(seconds)) return undefined;
  const pad = (part: number) => String(part).padStart(2, "0");
  return `${Math.floor(seconds / 3_600)}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
}
