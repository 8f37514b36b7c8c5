/** Beginnings that programs for tables take for a formula, in plain and in full width, and blanks that they skip. */
const RISKY = /^'*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n]/u;
/** A number or a telephone number: a program shows it, and computes nothing. */
const SIGNED = /^[+-]\d+$/;

/** True for a text that a program for tables may take for a formula. */
export function isRisky(text: string): boolean {
  return RISKY.test(text) && !SIGNED.test(text);
}

/** Writes `'` before a risky text, one more where it begins with some, so that the reader finds the text again. */
export function neutralized(text: string): string {
  return isRisky(text) ? `'${text}` : text;
}

/** Removes the `'` that `neutralized` has written. */
export function unneutralized(text: string): string {
  return text.startsWith("'") && isRisky(text) ? text.slice(1) : text;
}
