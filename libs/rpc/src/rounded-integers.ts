import { EXACT_DIGITS, isRoundedInteger } from "@jst/errors";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Beyond every double: JSON.parse reads it as infinite. */
const BEYOND = Buffer.from("1e999");

/**
 * Returns the same JSON with each integer that a double would round replaced by a number beyond all doubles, of the
 * same length. So it is not read as another number, and can be refused with its place. Invalid JSON stays invalid.
 */
export function withoutRounded(json: Uint8Array): Uint8Array {
  const bytes = Buffer.from(json);
  let inString = false;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (inString && byte === BACKSLASH) index++;
    else if (byte === QUOTE) inString = !inString;
    else if (!inString && isOfNumber(byte)) {
      const start = index;
      while (isOfNumber(bytes[index + 1])) index++;
      const isLong = index + 1 - start > EXACT_DIGITS;
      if (isLong && isRoundedInteger(bytes.toString("latin1", start, index + 1)))
        bytes.fill(" ", start, index + 1).set(BEYOND, start);
    }
  }
  return bytes;
}

/** Digits, signs, points and exponents: a number ends where none of them follows. */
function isOfNumber(byte = 0): boolean {
  const isDigit = byte >= 0x30 && byte <= 0x39;
  return isDigit || byte === 0x2d || byte === 0x2e || byte === 0x45 || byte === 0x65 || byte === 0x2b;
}
