import { decimalOf, plainDecimal, plainText } from "./digits.ts";
import { knownLocale, once, signsOf } from "./locales.ts";
import { fits, misfit, type Reading } from "./reading.ts";

const BODY = /^([+-]?)\s*([\d.,'’ʼ＇\s\u066b\u066c]*\d[\d.,'’ʼ＇\s\u066b\u066c]*)$/u;
/** A double has at most some 330 digits, written without an exponent. */
const CHARS_MAX = 400;
const ARABIC_DECIMAL = "\u066b";

/** Reads a decimal as people of a locale write it, to its last digit (values.numbers). */
export function readDecimal(text: string, locale: string): Reading<string> {
  const [, sign = "", rest] = BODY.exec(text.length > CHARS_MAX ? "" : plainText(text)) ?? [];
  if (rest === undefined) return notNumber(locale);
  const body = rest.replace(/['’ʼ＇\u066c]/gu, "'").replace(/\s/gu, " ");
  const decimal = decimalIn(body, locale);
  if (decimal === undefined) {
    const [whole, point] = [body.replace(/[.,]/, ""), numberIn(locale, body.replace(",", "."))];
    return misfit("invalid_format", `${body} can be read in two ways. Write ${whole} or ${point}.`);
  }
  const at = decimal === "" ? body.length : body.indexOf(decimal);
  const [whole, fraction] = [body.slice(0, at), body.slice(at + 1)];
  if (!/^\d*$/.test(fraction) || !isGrouped(whole, locale)) return notNumber(locale);
  const digits = whole.replace(/\D/g, "");
  return fits(plainDecimal(`${sign === "-" ? "-" : ""}${digits}.${fraction}`));
}

const notNumber = (locale: string) =>
  misfit("type_mismatch", `Write a number such as ${numberIn(locale, "12.5")}.`);

/** The sign that is decimal in a number; empty for none, undefined if the number can be read in two ways. */
function decimalIn(body: string, locale: string): string | undefined {
  if (body.includes(ARABIC_DECIMAL)) return ARABIC_DECIMAL;
  const [points, commas] = [body.split(".").length - 1, body.split(",").length - 1];
  if (points > 0 && commas > 0) return body.lastIndexOf(".") > body.lastIndexOf(",") ? "." : ",";
  if (points + commas !== 1) return "";
  const sign = points === 1 ? "." : ",";
  // One sign before exactly three digits may begin a group, unless nothing or zero stands before it.
  if (!/^[1-9]\d{0,2}[.,]\d{3}$/.test(body)) return sign;
  const signs = signsOf(locale);
  if (signs.decimal === sign) return sign;
  return signs.group === sign ? "" : undefined;
}

/** Whether the whole part has no groups, or groups of three by one sign, or as the locale groups. */
function isGrouped(whole: string, locale: string): boolean {
  if (/^\d*$/.test(whole)) return true;
  if (/^\d{1,3}([.,' ])\d{3}(?:\1\d{3})*$/.test(whole)) return true;
  return signsOf(locale).isIndian && /^\d{1,2}([.,' ])(?:\d{2}\1)*\d{3}$/.test(whole);
}

/** Writes a decimal with the decimal sign of a locale and all its digits. */
export const numberIn = (locale: string, decimal: string): string =>
  decimal.replace(".", signsOf(locale).decimal);

/** Reads a number that a double has exactly as it was written. */
export function readNumber(text: string, locale: string): Reading<number> {
  const decimal = readDecimal(text, locale);
  return decimal.fault === undefined ? asNumber(decimal.value) : decimal;
}

/** A decimal as the double that means it; a fault if a double would round it. */
export function asNumber(decimal: string): Reading<number> {
  const value = Number(decimal);
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER)
    return misfit("out_of_range", "Write a number from -9007199254740991 to 9007199254740991.");
  if (decimalOf(value) !== decimal)
    return misfit("too_precise", "The number has too many digits. Write at most 15.");
  return fits(value);
}

/** Whether a double has exactly the digits of a number of JSON. */
export const isExactNumber = (source: string): boolean =>
  decimalOf(Number(source)) === plainDecimal(source.toLowerCase().replace(/e(?=\d)/, "e+"));

/** Reads a whole number. */
export function readInteger(text: string, locale: string): Reading<number> {
  const number = readNumber(text, locale);
  if (number.fault === undefined && !Number.isInteger(number.value))
    return misfit("too_precise", "Write a whole number.");
  return number;
}

/** Reads a percentage: 12.5 or 12.5 % is 12.5. */
export const readPercent = (text: string, locale: string): Reading<number> =>
  readNumber(text.replace(/^(\s*)[%٪％]|[%٪％](\s*)$/u, "$1$2"), locale);

/** How a number is shown. */
export interface NumberShape {
  locale: string;
  /** Decimal places that are always shown; without it those that the number has. */
  precision?: number;
  /** Decimal places that are shown at least, if there is no precision. */
  least?: number;
  /** All digits and no groups, as an editor and the clipboard have it. */
  exact?: boolean;
}

/** Shows a number as people of a locale write it. */
export function shownNumber(value: number, { locale, exact = false, ...shape }: NumberShape): string {
  if (!Number.isFinite(value)) return String(value);
  const decimal = decimalOf(value);
  if (exact) return numberIn(locale, decimal);
  const own = decimal.split(".")[1]?.length ?? 0;
  const precision = shape.precision ?? (shape.least === undefined ? undefined : Math.max(shape.least, own));
  // A year and the number of an order have four digits: they stay as they are.
  const isWhole = (precision ?? 0) === 0 && !decimal.includes(".");
  const grouping = isWhole ? "min2" : "auto";
  return formatOf(`${locale} ${grouping} ${precision ?? ""}`).format(decimal as `${number}`);
}

const PLACES_MAX = 100;

/** Formats by locale, grouping and decimal places. */
const formatOf = once((key) => {
  const [locale = "", grouping, places = ""] = key.split(" ");
  return new Intl.NumberFormat(knownLocale(locale), {
    minimumFractionDigits: places === "" ? 0 : Number(places),
    maximumFractionDigits: places === "" ? PLACES_MAX : Number(places),
    useGrouping: grouping === "min2" ? "min2" : "auto",
  });
});

/** Shows a percentage: 12.5 %. */
export const shownPercent = (value: number, shape: NumberShape): string => `${shownNumber(value, shape)} %`;
