/** Digits of an integer that every double holds. */
export const EXACT_DIGITS = 15;

/**
 * True for an integer, as it is written, that a double would round: it is refused wherever it is sent, since it would
 * be read as another number. A fraction or an exponent does not say each of its digits.
 */
export function isRoundedInteger(text: string): boolean {
  if (text.length <= EXACT_DIGITS) return false;
  const value = Number(text);
  return /^-?[0-9]+$/.test(text) && Number.isFinite(value) && BigInt(value) !== BigInt(text);
}
