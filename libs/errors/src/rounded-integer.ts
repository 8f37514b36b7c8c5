/** Digits of an integer that every double holds. */
export const EXACT_DIGITS = 15;

/**
 * True for an integer, as it is written, that a double would round: it is refused wherever it is sent, since it would
 * be read as another number. A fraction or an exponent does not say each of its digits, and neither does what we show
 * of a double ourselves: as many digits as tell it from others, then zeros. What was read can be sent back.
 */
export function isRoundedInteger(text: string): boolean {
  if (text.length <= EXACT_DIGITS) return false;
  const value = Number(text);
  const isInteger = /^-?[0-9]+$/.test(text) && Number.isFinite(value);
  return isInteger && BigInt(value) !== BigInt(text) && shown(value, text.length) !== text;
}

/** The shortest digits that tell the double from others, and zeros up to the length. */
function shown(value: number, length: number): string {
  const [digits = ""] = value.toExponential().replace(".", "").split("e");
  return digits.padEnd(length, "0");
}
