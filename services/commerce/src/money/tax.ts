import type { FieldError } from "@jst/errors";
import type { Invoice, LineItem, LineItemCreate } from "../../gen/rpc.ts";

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

/** Category of a line's tax. */
export type TaxCategory = LineItem["tax_category"];

/** Rules of tax of a document, as it is stored and shown. */
export interface TaxTerms {
  tax_behavior: Invoice["tax_behavior"];
  tax_rounding: Invoice["tax_rounding"];
}

/** Terms of documents that were stored before there was a choice. */
export const PLAIN_TERMS: TaxTerms = { tax_behavior: "exclusive", tax_rounding: "per_line" };

/** Rules by which a document computes its tax (commerce.tax-behavior, commerce.tax-rounding). */
export interface TaxRules {
  /** Prices contain the tax. */
  isInclusive: boolean;
  /** Tax is rounded once for each rate, not for each line. */
  isPerRate: boolean;
}

/** Returns the terms in the form of the arithmetic. */
export const rulesOf = ({ tax_behavior: behavior, tax_rounding: rounding }: TaxTerms): TaxRules => ({
  isInclusive: behavior === "inclusive",
  isPerRate: rounding === "per_rate",
});

/** Returns the category of a line: one without a category is standard above 0 percent, else zero. */
export const categoryOf = (given: LineItemCreate["tax_category"], rate: bigint): TaxCategory =>
  given ?? (rate > 0n ? "standard" : "zero");

/** Finds a rate above 0 of a category that has none (commerce.tax-category). */
export function categoryFaults(field: string, line: Readonly<Record<string, unknown>>): FieldError[] {
  const { tax_category: category, tax_rate: percent, tax_rate_bps: bps } = line;
  if (typeof category !== "string" || category === "standard") return [];
  const ofPercent = typeof percent === "string" ? taxRateOf(percent) : undefined;
  const rate = ofPercent ?? (typeof bps === "number" && Number.isInteger(bps) ? rateOfBps(bps) : 0n);
  return rate > 0n
    ? [
        {
          field: `${field}.tax_rate`,
          code: "invalid_value",
          message: `Must be 0 with tax_category ${category.slice(0, 20)}. Only the tax_category standard can have a rate.`,
        },
      ]
    : [];
}
