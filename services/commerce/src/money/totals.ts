import { WHOLE_RATE, type TaxRules } from "./tax.ts";

/** Decimal places that a quantity may have. */
const PLACES = 4;
/** Digits of the largest quantity, 1,000,000,000. */
const DIGITS_MAX = 10;
/** Parts of a quantity of one. */
export const QUANTITY_PARTS = 10n ** BigInt(PLACES);
const MOST = 1_000_000_000n * QUANTITY_PARTS;

const NUMBER = /^([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;

/**
 * Returns a quantity in ten-thousandths: exactly the decimal that the text of a JSON number writes. Undefined for an
 * invalid one: 0 or less, above 1,000,000,000, or with a digit beyond the fourth place.
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

/** Largest amount that a JSON number shows exactly. */
export const AMOUNT_MAX = BigInt(Number.MAX_SAFE_INTEGER);

/** A line in the form of the arithmetic; amounts are in the smallest unit of the currency. */
export interface Line {
  /** In ten-thousandths. */
  quantity: bigint;
  unitAmount: bigint;
  discountAmount: bigint;
  /** Thousandths of a percent. */
  taxRate: bigint;
  /** Lines of one category and rate have their tax rounded together, where tax is rounded by rate. */
  taxCategory: string;
}

/** Amounts of one line. */
export interface LineSums {
  gross: bigint;
  /** gross less the discount. */
  amount: bigint;
  taxAmount: bigint;
}

/** Sums of a document. */
export interface Totals {
  subtotal: bigint;
  discountTotal: bigint;
  taxTotal: bigint;
  total: bigint;
}

/** Amounts of the lines, and their sums. */
export interface DocumentSums {
  lines: LineSums[];
  totals: Totals;
}

/** Divides two numbers that are not negative and rounds a half up. */
export function dividedHalfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

/**
 * Computes the amounts of the lines and of the document (commerce.totals). The tax of the lines always sums to the tax
 * of the document, and by rate to the tax of the rate. An amount is negative where the discount is above the gross.
 */
export function documentSums(lines: readonly Line[], rules: TaxRules): DocumentSums {
  const priced = lines.map(({ quantity, unitAmount, discountAmount }) => {
    const gross = dividedHalfUp(quantity * unitAmount, QUANTITY_PARTS);
    return { gross, amount: gross - discountAmount };
  });
  const taxes = taxesOf(
    lines.map(({ taxRate, taxCategory }, at) => ({ taxRate, taxCategory, amount: priced[at]?.amount ?? 0n })),
    rules,
  );
  const sums = priced.map((line, at) => ({ ...line, taxAmount: taxes[at] ?? 0n }));
  const totals = { subtotal: 0n, discountTotal: 0n, taxTotal: 0n, total: 0n };
  for (const { gross, amount, taxAmount } of sums) {
    totals.subtotal += gross;
    totals.discountTotal += gross - amount;
    totals.taxTotal += taxAmount;
  }
  totals.total = totals.subtotal - totals.discountTotal + (rules.isInclusive ? 0n : totals.taxTotal);
  return { lines: sums, totals };
}

type Taxed = Pick<Line, "taxRate" | "taxCategory"> & { amount: bigint };

function taxesOf(lines: readonly Taxed[], { isInclusive, isPerRate }: TaxRules): bigint[] {
  const taxOf = (amount: bigint, rate: bigint): bigint =>
    amount < 0n ? 0n : dividedHalfUp(amount * rate, isInclusive ? WHOLE_RATE + rate : WHOLE_RATE);
  if (!isPerRate) return lines.map(({ amount, taxRate }) => taxOf(amount, taxRate));
  const taxes: bigint[] = lines.map(() => 0n);
  for (const places of placesByRate(lines)) {
    const amounts = places.map((place) => lines[place]?.amount ?? 0n);
    const rate = lines[places[0] ?? 0]?.taxRate ?? 0n;
    const tax = taxOf(
      amounts.reduce((sum, amount) => sum + amount, 0n),
      rate,
    );
    sharesOf(tax, amounts).forEach((share, at) => (taxes[places[at] ?? 0] = share));
  }
  return taxes;
}

/** Groups the places of the lines by category and rate. */
function placesByRate(lines: readonly Taxed[]): number[][] {
  const groups = new Map<string, number[]>();
  lines.forEach(({ taxCategory, taxRate }, place) => {
    const key = `${taxCategory} ${taxRate}`;
    groups.set(key, [...(groups.get(key) ?? []), place]);
  });
  return [...groups.values()];
}

/**
 * Shares a sum in proportion to weights that are not negative, by largest remainder. The shares sum to `sum`. Of equal
 * remainders the first one gets the unit; where all weights are 0 every share is 0.
 */
export function sharesOf(sum: bigint, weights: readonly bigint[]): bigint[] {
  const usable = weights.map((weight) => (weight < 0n ? 0n : weight));
  const whole = usable.reduce((total, weight) => total + weight, 0n);
  if (whole === 0n) return usable.map(() => 0n);
  const shares = usable.map((weight) => (sum * weight) / whole);
  const remainders = usable.map((weight, at) => ({ at, remainder: (sum * weight) % whole }));
  remainders.sort((one, other) =>
    one.remainder === other.remainder ? one.at - other.at : one.remainder > other.remainder ? -1 : 1,
  );
  const left = Number(sum - shares.reduce((total, share) => total + share, 0n));
  for (const { at } of remainders.slice(0, left)) shares[at] = (shares[at] ?? 0n) + 1n;
  return shares;
}
