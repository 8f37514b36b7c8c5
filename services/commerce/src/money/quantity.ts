/** Decimal places that a quantity may have. */
const PLACES = 4;
/** Digits of the largest quantity, 1,000,000,000. */
const DIGITS_MAX = 10;
/** Parts of a quantity of one. */
export const QUANTITY_PARTS = 10n ** BigInt(PLACES);
const MOST = 1_000_000_000n * QUANTITY_PARTS;

const NUMBER = /^([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;

/**
 * A quantity in ten-thousandths: exactly the decimal that the text of a JSON number writes. Undefined for what is no
 * quantity: nothing at all or less, above 1,000,000,000, or with a digit beyond the fourth place.
 */
export function quantityParts(text: string): bigint | undefined {
  const match = NUMBER.exec(text);
  if (match === null) return undefined;
  const [, whole = "", fraction = "", exponent = "0"] = match;
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  // The place of the last digit; zeros after it say nothing.
  const place = Number(exponent) - fraction.length + (digits.length - significant.length);
  // Looked at before anything is written out: an exponent may be of any size.
  if (significant === "" || place < -PLACES || significant.length + place > DIGITS_MAX) return undefined;
  const parts = BigInt(significant) * 10n ** BigInt(place + PLACES);
  return parts > MOST ? undefined : parts;
}
