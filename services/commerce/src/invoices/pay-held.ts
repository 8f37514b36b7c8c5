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

/** Writes that a held invoice is paid by a provider, with its entry in the audit log. */
export async function storePaid(
  tx: TeamTx,
  { invoice, nowMs }: HeldInvoice,
  { provider, method, reference }: ProviderPayment,
  timezone: string,
): Promise<StoredInvoice> {
  const paid_at = new Date(nowMs).toISOString();
  const payment = JSON.stringify({ provider, method, reference, paid_at });
  const stored = await changeInvoice(tx, invoice.id, { status: "paid", paid_at, payment }, timezone);
  recordAct(tx, "pay", stored.id);
  return stored;
}

/**
 * Notes that a provider has taken the whole amount of a held invoice, which is open or uncollectible: with
 * invoice.paid, its entry in the audit log, and what it was made from (commerce.pay).
 */
export async function payHeld(
  tx: TeamTx,
  held: HeldInvoice,
  payment: ProviderPayment,
  timezone: string,
): Promise<StoredInvoice> {
  const { invoice } = held;
  const stored = await storePaid(tx, held, payment, timezone);
  publishPaid(tx, stored, invoice.status);
  await settleSource(tx, invoice, stored.status, timezone);
  return stored;
}
