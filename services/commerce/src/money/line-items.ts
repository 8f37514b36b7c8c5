import { AppError, type FieldError } from "@jst/errors";
import type { LineItem, LineItemCreate } from "../../gen/rpc.ts";
import {
  bpsOfRate,
  categoryFaults,
  categoryOf,
  percentOf,
  rateOfBps,
  rulesOf,
  taxRateOf,
  type TaxTerms,
} from "./tax.ts";
import { AMOUNT_MAX, documentSums, quantityParts, type Line } from "./totals.ts";

/** Totals of a document and the terms by which they are computed, as it is stored and shown. */
export interface ShownTotals extends TaxTerms {
  subtotal: number;
  discount_total: number;
  tax_total: number;
  total: number;
}

/** Lines with what they come to, as they are stored and shown. */
export interface PricedLines extends ShownTotals {
  lines: LineItem[];
}

/** Picks the totals and terms of a document. */
export const shownTotals = (document: ShownTotals): ShownTotals => {
  const { subtotal, discount_total, tax_total, total, tax_behavior, tax_rounding } = document;
  return { subtotal, discount_total, tax_total, total, tax_behavior, tax_rounding };
};

/**
 * Prices the lines that a body has at `field`, whose quantities lineFaults has passed. Throws amount_invalid with every
 * discount above its line, and for sums that a JSON number does not show exactly (commerce.amounts).
 */
export function pricedLines(given: readonly LineItemCreate[], terms: TaxTerms, field: string): PricedLines {
  const { lines: sums, totals } = documentSums(given.map(lineOf), rulesOf(terms));
  const { subtotal, discountTotal, taxTotal, total } = totals;
  const errors = sums.flatMap(({ amount }, at) => (amount < 0n ? [discountFault(`${field}.${at}`)] : []));
  const largest = [...sums.map(({ gross }) => gross), subtotal, discountTotal, taxTotal, total];
  if (largest.some((sum) => sum > AMOUNT_MAX)) errors.push(sumFault(field));
  if (errors.length > 0)
    throw new AppError("amount_invalid", "The amounts of the lines are not valid. See errors.", { errors });
  return {
    lines: given.map((line, at) => shownLine(line, sums[at] ?? { amount: 0n, taxAmount: 0n })),
    subtotal: Number(subtotal),
    discount_total: Number(discountTotal),
    tax_total: Number(taxTotal),
    total: Number(total),
    ...terms,
  };
}

/** Finds the faults of lines that no schema finds, of quantities (commerce.amounts) and rates (commerce.tax-rate). */
export function lineFaults(field: string, body: unknown, written: () => unknown): FieldError[] {
  const lines = linesAt(field, body);
  const ofRates = lines.flatMap((line, at) => [
    ...rateFaults(`${field}.${at}`, line),
    ...categoryFaults(`${field}.${at}`, line),
  ]);
  if (!lines.some(({ quantity }) => typeof quantity === "number")) return ofRates;
  const texts = linesAt(field, written());
  const ofQuantities = lines.flatMap(({ quantity }, at) =>
    // The schema refuses values that are not numbers or out of a quantity's range.
    isOfSize(quantity) && quantityParts(String(texts[at]?.["quantity"])) === undefined
      ? [placesFault(`${field}.${at}.quantity`)]
      : [],
  );
  return [...ofQuantities, ...ofRates];
}

type Members = Readonly<Record<string, unknown>>;

const membersOf = (value: unknown): Members =>
  typeof value === "object" && value !== null ? (value as Members) : {};

function linesAt(field: string, body: unknown): Members[] {
  const lines = membersOf(body)[field];
  return Array.isArray(lines) ? lines.map(membersOf) : [];
}

const isOfSize = (quantity: unknown): boolean =>
  typeof quantity === "number" && quantity > 0 && quantity <= 1_000_000_000;

/** A double of fifteen digits shows the decimal that it was written as. */
function lineOf(line: LineItemCreate): Line {
  const { quantity = 1, unit_amount, discount_amount = 0 } = line;
  const parts = quantityParts(String(quantity));
  if (parts === undefined) throw new Error("A quantity was not looked at.");
  return {
    quantity: parts,
    unitAmount: BigInt(unit_amount),
    discountAmount: BigInt(discount_amount),
    taxRate: rateOf(line),
    taxCategory: categoryOf(line.tax_category, rateOf(line)),
  };
}

function shownLine(
  line: LineItemCreate,
  { amount, taxAmount }: { amount: bigint; taxAmount: bigint },
): LineItem {
  const { description, quantity = 1, unit_amount, discount_amount = 0 } = line;
  const rate = rateOf(line);
  const { product_ref: ref = "", exemption_reason: reason = "" } = line;
  return {
    description,
    quantity,
    unit_amount,
    discount_amount,
    tax_rate: percentOf(rate),
    tax_rate_bps: bpsOfRate(rate),
    tax_category: categoryOf(line.tax_category, rate),
    exemption_reason: reason === "" ? null : reason,
    product_ref: ref === "" ? null : ref,
    amount: Number(amount),
    tax_amount: Number(taxAmount),
  };
}

function rateOf({ tax_rate, tax_rate_bps = 0 }: LineItemCreate): bigint {
  const rate = tax_rate === undefined ? rateOfBps(tax_rate_bps) : taxRateOf(tax_rate);
  if (rate === undefined) throw new Error("A rate of tax was not validated.");
  return rate;
}

/** The rules of a rate that no schema has (commerce.tax-rate). */
function rateFaults(field: string, { tax_rate: percent, tax_rate_bps: bps }: Members): FieldError[] {
  if (typeof percent !== "string") return [];
  const rate = taxRateOf(percent);
  const at = `${field}.tax_rate`;
  // The schema refuses another form.
  if (rate === undefined)
    return Number(percent) > 1000
      ? [
          {
            field: at,
            code: "out_of_range",
            message: "The tax rate must be at most 1000 percent. Send a lower rate.",
          },
        ]
      : [];
  return bps === undefined || bps === null || bps === bpsOfRate(rate)
    ? []
    : [
        {
          field: at,
          code: "conflict",
          message: "tax_rate and tax_rate_bps differ. Send only one of them.",
        },
      ];
}

const placesFault = (field: string): FieldError => ({
  field,
  code: "invalid_format",
  message: "Must be at most 1000000000, with at most four decimal places.",
});

const discountFault = (line: string): FieldError => ({
  field: `${line}.discount_amount`,
  code: "amount_invalid",
  message: "The discount is larger than the line (quantity times unit_amount). Send a smaller discount.",
});

const sumFault = (field: string): FieldError => ({
  field,
  code: "amount_invalid",
  message: `An amount, or the sum of the amounts, is larger than ${AMOUNT_MAX}. Send a smaller quantity or price.`,
});
