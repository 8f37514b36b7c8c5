import { readPhone } from "@jst/values/phone";

/** A text that could be a number or a part of one, however its digits are set apart. */
const NUMBER = /^[+(]?[\d\s()./-]*\d[\d\s()./-]*$/;

/**
 * Lists the texts that find a contact in place of `q` (contacts.search): names without a comma, and a telephone number
 * as it is stored. A part of a number goes without the zero that is dialled inside a country.
 */
export function soughtTexts(q: string): string[] {
  const name = q.replaceAll(/[\s,;]+/g, " ").trim();
  const digits = q.replaceAll(/[^\d+]/g, "").replace(/^0+/, "");
  const number = readPhone(q.trim()).value ?? digits;
  return [
    ...new Set([
      q,
      ...(name === "" ? [] : [name]),
      ...(NUMBER.test(q.trim()) && digits !== "" ? [number] : []),
    ]),
  ];
}
