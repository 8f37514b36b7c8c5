import type { Schemas } from "../api.ts";
import { digitsOf } from "../parts/values.ts";

/** A line as it is being written: amounts are texts in whole units of the currency. */
export interface Line {
  description: string;
  quantity: string;
  each: string;
  taxPercent: string;
  /** Of a line that is there already, what a form does not show. */
  kept?: Pick<Schemas["NewLineItem"], "discount_amount" | "product_ref">;
}

/** What a document has been written with. */
export interface Written {
  currency: string;
  line_items: readonly Schemas["LineItem"][];
}

export const NEW_LINE: Line = { description: "", quantity: "1", each: "", taxPercent: "0" };

const BPS_OF_PERCENT = 100;

/** The lines as the API takes them: amounts in the smallest unit of the currency, taxes in hundredths of a percent. */
export function lineItemsOf(lines: readonly Line[], currency: string): Schemas["NewLineItem"][] {
  const unit = 10 ** digitsOf(currency);
  return lines.map(({ description, quantity, each, taxPercent, kept }) => ({
    ...kept,
    description,
    quantity: Number(quantity),
    unit_amount: Math.round(Number(each) * unit),
    tax_rate_bps: Math.round(Number(taxPercent) * BPS_OF_PERCENT),
  }));
}

/** The lines of a document as they are written. */
export function linesOf({ currency, line_items: items }: Written): Line[] {
  const digits = digitsOf(currency);
  return items.map((item) => ({
    description: item.description,
    quantity: String(item.quantity),
    each: (item.unit_amount / 10 ** digits).toFixed(digits),
    taxPercent: String(item.tax_rate_bps / BPS_OF_PERCENT),
    kept: {
      discount_amount: item.discount_amount,
      ...(item.product_ref === null ? {} : { product_ref: item.product_ref }),
    },
  }));
}
