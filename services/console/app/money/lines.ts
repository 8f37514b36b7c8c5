import type { Schemas } from "../api.ts";
import { digitsOf } from "../parts/values.ts";

/** A line as it is being written: amounts are texts in whole units of the currency. */
export interface Line {
  description: string;
  quantity: string;
  each: string;
  taxPercent: string;
}

export const NEW_LINE: Line = { description: "", quantity: "1", each: "", taxPercent: "0" };

const BPS_OF_PERCENT = 100;

/** The lines as the API takes them: amounts in the smallest unit of the currency, taxes in hundredths of a percent. */
export function lineItemsOf(lines: readonly Line[], currency: string): Schemas["NewLineItem"][] {
  const unit = 10 ** digitsOf(currency);
  return lines.map(({ description, quantity, each, taxPercent }) => ({
    description,
    quantity: Number(quantity),
    unit_amount: Math.round(Number(each) * unit),
    tax_rate_bps: Math.round(Number(taxPercent) * BPS_OF_PERCENT),
  }));
}
