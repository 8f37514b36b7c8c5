import { one, type TeamTx } from "@jst/db";
import type { BillTo, Recurring } from "../../gen/rpc.ts";
import { STORED } from "../checkout-rows/checkout.ts";
import type { StoredDocument } from "../documents/document.ts";
import type { ShownTotals } from "../money/line-items.ts";

/** A new checkout, in the form of its columns. */
export interface DraftCheckout extends ShownTotals {
  id: string;
  mode: "payment" | "subscription";
  contact_id: string | null;
  bill_to: BillTo | object | null;
  currency: string;
  line_items: readonly object[];
  recurring: Recurring | null;
  memo: string | null;
  metadata: object;
  success_url: string;
  cancel_url: string;
  /** After which it expires. */
  minutes: number;
  /** Invoice that is to be paid; null for a checkout of lines. */
  invoice_id: string | null;
}

const json = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));

/** Stores a new checkout, which is open. */
export async function insertCheckout(tx: TeamTx, draft: DraftCheckout): Promise<StoredDocument> {
  const { teamId, actorType, actorId } = tx.context;
  const { bill_to, line_items, recurring, metadata, minutes, ...columns } = draft;
  const values = {
    ...columns,
    payment_status: draft.total === 0 ? "no_payment_required" : "unpaid",
    bill_to: json(bill_to),
    line_items: JSON.stringify(line_items),
    recurring: json(recurring),
    metadata: JSON.stringify(metadata),
    is_of_invoice: draft.invoice_id !== null,
    created_by_type: actorType,
    created_by_id: actorId,
  };
  // Whoever asks, the statement is the same.
  const names = Object.keys(values).sort() as (keyof typeof values)[];
  const rows = await tx.query<StoredDocument & Record<string, unknown>>({
    name: "commerce.checkouts.insert",
    text: `insert into commerce.checkouts as t (team_id, ${names.map((name) => `"${name}"`).join(", ")}, expires_at)
values ($1, ${names.map((_, at) => `$${at + 3}`).join(", ")},
  coalesce(commerce.test_clock_of($1), now()) + $2::integer * interval '1 minute') returning ${STORED}`,
    values: [teamId, minutes, ...names.map((name) => values[name])],
  });
  return one(rows);
}
