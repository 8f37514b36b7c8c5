import {
  getCountries,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
} from "libphonenumber-js/min";
import { plainText } from "./digits.ts";
import { fits, misfit, type Reading } from "./reading.ts";

const E164 = /^\+[1-9]\d{6,14}$/;
const SPELLED = /^(?:\+|\d|\()[\d\s.\-/()\u2010-\u2015]*$/u;
const CHARS_MAX = 64;
/** Digits of a national number that is whole without the digit that is dialled inside of its country. */
const WHOLE_DIGITS = 10;
/** The fault of what is not a number of any country. */
export const PHONE_HELP = "Write a telephone number with its country code, such as +49 30 901820.";
const NATIONAL =
  "Begin the number with + and its country code, such as +49 30 901820, or set the team's country to write numbers of that country without them.";

/** Countries whose telephone numbers are known, by their codes of ISO 3166-1. */
export const PHONE_COUNTRIES: readonly string[] = getCountries().toSorted();

/** Reads a telephone number as E.164, however its digits are set apart; a national one as one of the country. */
export function readPhone(text: string, country?: string): Reading<string> {
  const plain = text.length > CHARS_MAX ? "" : plainText(text).replace(/^tel:\s*/i, "");
  if (!SPELLED.test(plain)) return misfit("invalid_format", PHONE_HELP);
  const inside =
    plain.startsWith("+") || country === undefined || !isSupportedCountry(country)
      ? undefined
      : nationalNumber(plain, country);
  if (inside !== undefined) return fits(inside);
  const abroad = plain.replace(/^00(?=\s*[1-9(])/, "+");
  if (!abroad.startsWith("+")) return misfit("invalid_format", NATIONAL);
  // A zero in brackets is dialled inside of the country alone; in some countries it is part of the number.
  const number = possible(abroad) ?? possible(abroad.replace(/\(\s*0\s*\)/u, " "));
  return number === undefined ? misfit("invalid_format", PHONE_HELP) : fits(number);
}

/** The number of a text in E.164; undefined if its country has no numbers of this length. */
function possible(plain: string): string | undefined {
  const number = parsePhoneNumberFromString(plain, { extract: false });
  return number?.isPossible() === true && E164.test(number.number) ? number.number : undefined;
}

/** The number of a text as it is dialled in the country, in E.164; undefined for a part of one and for none. */
function nationalNumber(plain: string, country: CountryCode): string | undefined {
  const options = { extract: false, defaultCountry: country };
  const number = parsePhoneNumberFromString(plain, options);
  if (number?.isValid() !== true || !E164.test(number.number)) return undefined;
  const digits = plain.replaceAll(/\D/g, "");
  if (digits.length >= WHOLE_DIGITS) return number.number;
  // If a zero leads whole numbers, one without it lacks its area code: it would be another number.
  const isPart = parsePhoneNumberFromString(`0${digits}`, options)?.number === number.number;
  return isPart ? undefined : number.number;
}

/** Writes a readable number in E.164; any other text stays as it is, for who judges it to refuse. */
export const storedPhone = (text: string, country?: string): string => readPhone(text, country).value ?? text;
