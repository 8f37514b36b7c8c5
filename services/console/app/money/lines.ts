import { fits, misfit, type Reading } from "@jst/values";
import type { Schemas } from "../api.ts";
import { editedAs, readAs } from "../parts/reading.ts";
import { MONEY } from "../words/money.ts";

/** A line as it is being written: amounts are texts in whole units of the currency. */
export interface Line {
  description: string;
  quantity: string;
  each: string;
  taxPercent: string;
  /** Category of the tax; empty where it follows from the rate. */
  category: NonNullable<Schemas["LineItemCreate"]["tax_category"]> | "";
  reason: string;
  /** Members of an existing line that the form does not show. */
  kept?: Pick<Schemas["LineItemCreate"], "discount_amount" | "product_ref">;
}

/** Currency and lines of a stored document. */
export interface StoredDocument {
  currency: string;
  line_items: readonly Schemas["LineItem"][];
}

export const NEW_LINE: Line = {
  description: "",
  quantity: "1",
  each: "",
  taxPercent: "0",
  category: "",
  reason: "",
};

const RATE_PLACES = 3;
const RATE_MAX = 1000;

/** The numbers of a line, each read as what it is, in the units of the API. */
const readers = {
  quantity: (text: string) => filled(readAs(text, { kind: "number" })),
  each: (text: string, currency: string) => filled(readAs(text, { kind: "money", currency })),
  taxPercent: (text: string) => rateOf(filled(readAs(text, { kind: "percent" }))),
};

/** The names of the numbers of a line. */
export type Amount = keyof typeof readers;

function filled(reading: ReturnType<typeof readAs>): Reading<number> {
  if (reading.fault !== undefined) return reading;
  return typeof reading.value === "number" ? fits(reading.value) : misfit("type_mismatch", MONEY.needsNumber);
}

/** Refuses a percentage that is not a rate of tax. */
function rateOf(percent: Reading<number>): Reading<number> {
  if (percent.fault !== undefined) return percent;
  const { value } = percent;
  if (value < 0 || value > RATE_MAX) return misfit("out_of_range", MONEY.taxRange);
  return Number(value.toFixed(RATE_PLACES)) === value ? percent : misfit("too_precise", MONEY.taxPlaces);
}

/** The fault of a number of a line; undefined for one that can be read. */
export const faultIn = (name: Amount, text: string, currency: string): string | undefined =>
  readers[name](text, currency).fault?.message;

/**
 * Converts lines to the form of the API: amounts in the smallest unit of the currency, rates of tax as percentages.
 * Undefined if one cannot be read; its field shows why.
 */
export function lineItemsOf(
  lines: readonly Line[],
  currency: string,
): Schemas["LineItemCreate"][] | undefined {
  const items = lines.map((line) => itemOf(line, currency));
  return items.every((item) => item !== undefined) ? items : undefined;
}

function itemOf(line: Line, currency: string): Schemas["LineItemCreate"] | undefined {
  const number = (name: Amount) => readers[name](line[name], currency).value;
  const [quantity, each, tax] = [number("quantity"), number("each"), number("taxPercent")];
  if (quantity === undefined || each === undefined || tax === undefined) return undefined;
  const { kept, description, category, reason } = line;
  return {
    ...{ ...kept, description, quantity, unit_amount: each, tax_rate: String(tax) },
    ...(category !== "" && { tax_category: category }),
    ...(hasReason(line) && reason !== "" && { exemption_reason: reason }),
  };
}

/** Whether a line says why no tax is charged. */
export const hasReason = ({ category }: Line): boolean => category !== "" && category !== "standard";

/** Whether a line has another category than the one that follows from its rate, or a reason. */
const isOwnCategory = ({ tax_rate, tax_category, exemption_reason }: Schemas["LineItem"]): boolean =>
  exemption_reason !== null || tax_category !== (tax_rate === "0" ? "zero" : "standard");

/** The lines of a document as they are written. */
export function linesOf({ currency, line_items: items }: StoredDocument): Line[] {
  return items.map((item) => ({
    description: item.description,
    quantity: editedAs(item.quantity, { kind: "number" }),
    each: editedAs(item.unit_amount, { kind: "money", currency }),
    taxPercent: editedAs(Number(item.tax_rate), { kind: "number" }),
    category: isOwnCategory(item) ? item.tax_category : "",
    reason: item.exemption_reason ?? "",
    kept: {
      discount_amount: item.discount_amount,
      ...(item.product_ref === null ? {} : { product_ref: item.product_ref }),
    },
  }));
}
