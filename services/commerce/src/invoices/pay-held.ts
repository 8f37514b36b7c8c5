import type { TeamTx } from "@jst/db";
import { changeInvoice, type HeldInvoice, type StoredInvoice } from "./invoice.ts";
import { settleSource } from "./settle-source.ts";
import { publishPaid, recordAct } from "./tell.ts";

/** A payment that a provider has made. */
export interface ProviderPayment {
  provider: string;
  method: string;
  reference: string;
}

/**
 * Notes that a provider has taken the whole amount of a held invoice, which is open or uncollectible: with
 * invoice.paid, its entry in the audit log, and what it was made from (commerce.pay).
 */
export async function payHeld(
  tx: TeamTx,
  { invoice, nowMs }: HeldInvoice,
  payment: ProviderPayment,
  timezone: string,
): Promise<StoredInvoice> {
  const paid_at = new Date(nowMs).toISOString();
  const change = { status: "paid", paid_at, payment: JSON.stringify({ ...payment, paid_at }) };
  const stored = await changeInvoice(tx, invoice.id, change, timezone);
  publishPaid(tx, stored, invoice.status);
  recordAct(tx, "pay", stored.id);
  await settleSource(tx, invoice, timezone);
  return stored;
}
