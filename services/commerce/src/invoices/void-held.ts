import type { TeamTx } from "@jst/db";
import { changeInvoice, type HeldInvoice, type StoredInvoice } from "./invoice.ts";
import { settleCheckouts } from "../checkout-rows/settle-checkouts.ts";
import { recordAct } from "./tell.ts";

/** Writes that a held invoice is void. */
export function storeVoid(
  tx: TeamTx,
  { invoice, nowMs }: HeldInvoice,
  timezone: string,
): Promise<StoredInvoice> {
  const change = { status: "void", voided_at: new Date(nowMs).toISOString() };
  return changeInvoice(tx, invoice.id, change, timezone);
}

/** Declares a held invoice void that may become so, with its entry in the audit log. */
export async function voidHeld(tx: TeamTx, held: HeldInvoice, timezone: string): Promise<StoredInvoice> {
  const stored = await storeVoid(tx, held, timezone);
  recordAct(tx, "void", stored.id);
  await settleCheckouts(tx, stored.id, stored.status);
  return stored;
}
