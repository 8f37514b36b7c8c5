/** Digits as people write telephone numbers: in groups, and with a zero that is left out from abroad. */
const WRITTEN = /\+?\(?\d[\d\s()./-]*\d/gu;
const TRUNK_IN_BRACKETS = /\(0\)/gu;
/** Fewer digits are not a telephone number, and more are not E.164. */
const DIGITS_MIN = 7;
const DIGITS_MAX = 15;
/** Different numbers of a question that are looked up; of more, those that come first. */
const ASKED_MAX = 8;

/** The numbers of a question, each in digits without what is dialled before it: no 00 and no 0. */
export function numbersIn(question: string): string[] {
  const written = question.normalize("NFKC").match(WRITTEN) ?? [];
  const numbers = written.map((one) =>
    one.replace(TRUNK_IN_BRACKETS, "").replace(/\D/gu, "").replace(/^0+/u, ""),
  );
  const asked = new Set(numbers.filter(({ length }) => length >= DIGITS_MIN && length <= DIGITS_MAX));
  return [...asked].slice(0, ASKED_MAX);
}

/** Whether a word is this number, with its country before it or without. */
export function isNumber(number: string, word: string): boolean {
  if (number.length < DIGITS_MIN || word.length - number.length > COUNTRY_DIGITS_MAX) return false;
  return word.endsWith(number) && /^\d+$/u.test(word);
}

/** Longest code of a country. */
export const COUNTRY_DIGITS_MAX = 3;
