/** Digits of an integer that every double holds. */
export const EXACT_DIGITS = 15;

/**
 * Checks whether a double would round an integer, as it is written. Such an integer is refused everywhere, because it
 * would be read as another number. A fraction or an exponent does not give each of its digits. Neither do our replies:
 * a double shows as many digits as tell it from others, then zeros. A value from a reply can therefore be sent back.
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
