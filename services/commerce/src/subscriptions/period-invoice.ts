import type { TeamTx } from "@jst/db";
import type { BillTo } from "../../gen/rpc.ts";
import type { StoredInvoice } from "../invoices/invoice.ts";
import { insertInvoice } from "../invoices/numbering.ts";
import { publishCreated } from "../invoices/lifecycle.ts";
import { shownTotals, type ShownTotals } from "../money/line-items.ts";
import { noteCharge } from "../subscribed/dues.ts";

/** As much of a subscription as its invoices have. */
export interface Billed extends ShownTotals {
  id: string;
  contact_id: string;
  bill_to: BillTo | object;
  currency: string;
  line_items: readonly object[];
  collection_method: "send_invoice" | "charge_automatically";
  days_until_due: number | null;
  memo: string | null;
  metadata: object;
}

/** The invoice of a period, and its id where something names it before. */
export interface PeriodInvoice {
  period: { start: string; end: string };
  id?: string;
}

/**
 * Makes the invoice of a period, final at once; what is charged automatically is due then, and charged once this is
 * committed. A period that has one already has no second.
 */
export async function invoicePeriod(
  tx: TeamTx,
  billed: Billed,
  invoice: PeriodInvoice,
  timezone: string,
): Promise<StoredInvoice> {
  const { id, contact_id, bill_to, currency, line_items, memo, metadata } = billed;
  const stored = await insertInvoice(
    tx,
    {
      ...{ contact_id, bill_to, currency, line_items, ...shownTotals(billed) },
      ...{ due_date: null, days_until_due: billed.days_until_due ?? 0, memo, footer: null, metadata },
    },
    { isFinal: true, timezone, source: { type: "subscription", id }, ...invoice },
  );
  publishCreated(tx, stored);
  if (billed.collection_method === "charge_automatically" && stored.status === "open")
    noteCharge(tx, stored.id);
  return stored;
}
