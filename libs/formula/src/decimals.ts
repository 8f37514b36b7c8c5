/** How far a double may lie from a decimal of 15 digits and still be meant as it: what one rounding leaves. */
const NOISE = 2 ** -52;
/** From here on doubles have no digits behind the point that 15 digits would show. */
const LARGE = 1e15;

/**
 * The number without the noise of a rounding: a third times 3 is meant to be 1. A number whose 16th digit says
 * something keeps it, as a third does.
 */
export function noiseless(n: number): number {
  if (Number.isInteger(n) || Math.abs(n) >= LARGE) return n;
  const plain = Number(n.toPrecision(15));
  return Math.abs(n - plain) <= Math.abs(n) * NOISE ? plain : n;
}

/** A number as decimals say it: its digits, and how many of them stand behind the point. */
interface Decimal {
  digits: bigint;
  places: number;
}

const PARTS = /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;
/** Places beyond which digits would be too many: such numbers are added as doubles. */
const PLACES_MAX = 60;

function decimalOf(n: number): Decimal | undefined {
  const [, whole = "", fraction = "", exponent = "0"] = PARTS.exec(String(n)) ?? [];
  const places = fraction.length - Number(exponent);
  if (whole === "" || Math.abs(places) > PLACES_MAX) return undefined;
  const digits = BigInt(whole + fraction);
  return places >= 0 ? { digits, places } : { digits: digits * 10n ** BigInt(-places), places: 0 };
}

/** The decimals of numbers with equally many places; undefined for numbers that are too large or too small. */
function aligned(numbers: readonly number[]): { all: bigint[]; places: number } | undefined {
  const decimals = numbers.map(decimalOf);
  if (!decimals.every((one) => one !== undefined)) return undefined;
  const places = decimals.reduce((most, one) => Math.max(most, one.places), 0);
  return { all: decimals.map((one) => one.digits * 10n ** BigInt(places - one.places)), places };
}

/** The sum of numbers as decimals, rounded once. */
export function sumOf(numbers: readonly number[]): number {
  const plain = numbers.reduce((total, n) => total + n, 0);
  if (numbers.every(Number.isInteger) && Math.abs(plain) <= Number.MAX_SAFE_INTEGER) return plain;
  const decimals = aligned(numbers);
  if (decimals === undefined) return plain;
  return Number(`${decimals.all.reduce((total, one) => total + one, 0n)}e-${decimals.places}`);
}

/** The product of two numbers as decimals, rounded once: 4.35 * 100 is 435. */
export function productOf(a: number, b: number): number {
  if (Number.isInteger(a) && Number.isInteger(b)) return a * b;
  const [left, right] = [decimalOf(a), decimalOf(b)];
  if (left === undefined || right === undefined) return a * b;
  return Number(`${left.digits * right.digits}e-${left.places + right.places}`);
}
