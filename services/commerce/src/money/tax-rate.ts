/** Thousandths of a percent that are all of an amount. */
export const WHOLE_RATE = 100_000n;
/** Largest rate, 1000 percent. */
const RATE_MAX = 10n * WHOLE_RATE;
const PLACES = 3;
const RATE = /^(0|[1-9][0-9]{0,3})(?:\.([0-9]{1,3}))?$/;

/**
 * Reads a rate of tax in thousandths of a percent from a percentage with at most three places, "8.875"; undefined for
 * another text and above 1000 percent (commerce.tax-rate).
 */
export function taxRateOf(percent: string): bigint | undefined {
  const [, whole, fraction = ""] = RATE.exec(percent) ?? [];
  if (whole === undefined) return undefined;
  const rate = BigInt(whole + fraction.padEnd(PLACES, "0"));
  return rate > RATE_MAX ? undefined : rate;
}

/** Converts hundredths of a percent into a rate. */
export const rateOfBps = (bps: number): bigint => BigInt(bps) * 10n;

/** Returns the hundredths of a percent of a rate, a half rounded up. */
export const bpsOfRate = (rate: bigint): number => Number((rate + 5n) / 10n);

/** Writes a rate as a percentage without closing zeros: "8.875", "19". */
export function percentOf(rate: bigint): string {
  const digits = String(rate).padStart(PLACES + 1, "0");
  return `${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`.replace(/\.?0+$/, "");
}
