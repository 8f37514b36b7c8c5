import type { Call } from "@jst/rpc";
import type { BillTo, NewLineItem } from "../../gen/rpc.ts";
import type { Deps } from "../deps.ts";
import { requireCurrency } from "../money/currency.ts";
import { pricedLines } from "../money/line-items.ts";

/** What a new document says, whichever it is. */
interface NewDocument {
  contact_id: string;
  currency: string;
  line_items: readonly NewLineItem[];
  memo?: string;
  footer?: string;
  metadata?: Record<string, unknown>;
}

/** What documents have in common, in the form of their columns. */
export interface Draft {
  contact_id: string;
  bill_to: BillTo;
  currency: string;
  line_items: readonly object[];
  subtotal: number;
  discount_total: number;
  tax_total: number;
  total: number;
  memo: string | null;
  footer: string | null;
  metadata: object;
}

/** Lines with what they come to, in a currency. */
export type PricedDocument = Pick<
  Draft,
  "currency" | "line_items" | "subtotal" | "discount_total" | "tax_total" | "total"
>;

/** Prices the lines that a body names as `field`. Throws for a currency and amounts that are none. */
export function linesOf(
  { currency, line_items }: Pick<NewDocument, "currency" | "line_items">,
  field = "line_items",
): PricedDocument {
  requireCurrency(currency);
  const { lines, ...totals } = pricedLines(line_items, field);
  return { currency, line_items: lines, ...totals };
}

/**
 * The document that a body asks for, which names its lines as `field`. Throws for a currency, amounts and a contact
 * that are none.
 */
export async function draftOf(body: NewDocument, call: Call<Deps>, field = "line_items"): Promise<Draft> {
  const priced = linesOf(body, field);
  const { memo = "", footer = "", metadata = {} } = body;
  const contactId = body.contact_id.toLowerCase();
  return {
    contact_id: contactId,
    bill_to: await call.deps.payers.find(call, contactId),
    ...priced,
    memo: memo === "" ? null : memo,
    footer: footer === "" ? null : footer,
    metadata,
  };
}
