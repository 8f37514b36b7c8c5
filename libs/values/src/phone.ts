import { parsePhoneNumberFromString, type CountryCode } from "libphonenumber-js/min";
import { plainText } from "./digits.ts";
import { fits, misfit, type Reading } from "./reading.ts";

const E164 = /^\+[1-9]\d{6,14}$/;
const SPELLED = /^(?:\+|\d|\()[\d\s.\-/()\u2010-\u2015]*$/u;
const CHARS_MAX = 64;
const HELP = "Write a telephone number with its country code, such as +49 30 901820.";

/** Reads a telephone number as E.164, however its digits are set apart; a national one if its country is known. */
export function readPhone(text: string, country?: string): Reading<string> {
  const plain =
    text.length > CHARS_MAX
      ? ""
      : plainText(text)
          .replace(/^tel:\s*/i, "")
          .replace(/^00(?=\s*[1-9(])/, "+");
  if (!SPELLED.test(plain)) return misfit("invalid_format", HELP);
  // A zero in brackets is dialled inside of the country alone; in some countries it is part of the number.
  const number = possible(plain, country) ?? possible(plain.replace(/\(\s*0\s*\)/u, " "), country);
  return number === undefined ? misfit("invalid_format", HELP) : fits(number);
}

/** The number of a text in E.164; undefined if its country has no numbers of this length. */
function possible(plain: string, country: string | undefined): string | undefined {
  const options = {
    extract: false,
    ...(country === undefined ? {} : { defaultCountry: country as CountryCode }),
  };
  const number = parsePhoneNumberFromString(plain, options);
  return number?.isPossible() === true && E164.test(number.number) ? number.number : undefined;
}
