import { QUANTITY_PARTS } from "./quantity.ts";
import { WHOLE_RATE } from "./tax-rate.ts";

/** Largest amount that a JSON number shows exactly. */
export const AMOUNT_MAX = BigInt(Number.MAX_SAFE_INTEGER);

/** A line as it is reckoned with; amounts are in the smallest unit of the currency. */
export interface Line {
  /** In ten-thousandths. */
  quantity: bigint;
  unitAmount: bigint;
  discountAmount: bigint;
  /** Thousandths of a percent. */
  taxRate: bigint;
}

/** What a line comes to. */
export interface LineSums {
  gross: bigint;
  /** gross less the discount. */
  amount: bigint;
  taxAmount: bigint;
}

/** What the lines of a document come to. */
export interface Totals {
  subtotal: bigint;
  discountTotal: bigint;
  taxTotal: bigint;
  total: bigint;
}

/** The quotient of two numbers that are not negative, a half rounded up. */
export function dividedHalfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

/** What the line comes to (commerce.totals); the amount is negative where the discount is above the gross. */
export function lineSums({ quantity, unitAmount, discountAmount, taxRate }: Line): LineSums {
  const gross = dividedHalfUp(quantity * unitAmount, QUANTITY_PARTS);
  const amount = gross - discountAmount;
  const taxAmount = amount < 0n ? 0n : dividedHalfUp(amount * taxRate, WHOLE_RATE);
  return { gross, amount, taxAmount };
}

/** What the lines come to together: sums of what each comes to, which are exact. */
export function totalsOf(lines: readonly Line[]): Totals {
  const totals = { subtotal: 0n, discountTotal: 0n, taxTotal: 0n, total: 0n };
  for (const line of lines) {
    const { gross, taxAmount } = lineSums(line);
    totals.subtotal += gross;
    totals.discountTotal += line.discountAmount;
    totals.taxTotal += taxAmount;
  }
  totals.total = totals.subtotal - totals.discountTotal + totals.taxTotal;
  return totals;
}
