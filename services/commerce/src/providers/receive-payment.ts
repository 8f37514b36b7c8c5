import type { Database, TeamContext, TeamTx } from "@jst/db";
import type { Invoice } from "../../gen/rpc.ts";
import {
  findCheckout,
  lockCheckout,
  readCheckout,
  type CheckoutRow,
  type TargetName,
} from "../checkouts/checkout.ts";
import { completeCheckout } from "../checkouts/complete-checkout.ts";
import { recordAct } from "../documents/document.ts";
import { lockInvoice } from "../invoices/invoice.ts";
import { payBy, invoices, isPayable } from "../invoices/lifecycle.ts";
import type { Paying } from "../payers/payers.ts";
import type { Received } from "./provider.ts";

/** Team and transaction in which a payment is recorded. */
export interface PaymentContext {
  database: Database;
  context: TeamContext;
  timezone: string;
}

/**
 * Outcome of a payment. `surplus` is money that is no longer owed, or not the owed amount: the audit log records it,
 * and the team pays it back.
 */
export type Outcome = "paid" | "repeated" | "surplus" | "unknown";

/**
 * Notes what a provider has taken, once however often it says so: the checkout is completed, the invoice paid. An
 * invoice is held before its checkouts, by all who pay (commerce.providers).
 */
export async function receivePayment(
  { database, context, timezone }: PaymentContext,
  target: TargetName,
  received: Received,
  paying: Paying | undefined,
): Promise<Outcome> {
  for (;;) {
    const invoiceId = await invoiceOf(database, context, target);
    if (invoiceId === undefined) return "unknown";
    const { result } = await database.write(context, (tx) =>
      invoiceId === null
        ? completeBy(tx, target.id, { received, paying, timezone })
        : payInvoice(tx, invoiceId, received, timezone),
    );
    // Somebody has completed it meanwhile, and so it has its invoice.
    if (result !== "again") return result;
  }
}

/** The invoice that is paid; null where that is still to be made, undefined of what is not there. */
async function invoiceOf(
  database: Database,
  context: TeamContext,
  { kind, id }: TargetName,
): Promise<string | null | undefined> {
  if (kind === "invoices") return id;
  const [row] = await database.read<CheckoutRow>(context, findCheckout(context.teamId, id));
  return row && readCheckout(row).checkout.invoice_id;
}

async function payInvoice(tx: TeamTx, id: string, received: Received, timezone: string): Promise<Outcome> {
  const held = await lockInvoice(tx, id, timezone);
  if (held === undefined) return "unknown";
  const { status, payment } = held.invoice;
  if (payment !== null && payment.provider === received.provider && payment.reference === received.reference)
    return "repeated";
  if (!isPayable(status) || !isWhole(held.invoice, received)) return surplus(tx, "invoices", id);
  await invoices.enter(tx, held, payBy(received), { timezone });
  return "paid";
}

interface Parts {
  received: Received;
  paying: Paying | undefined;
  timezone: string;
}

async function completeBy(
  tx: TeamTx,
  id: string,
  { received, paying, timezone }: Parts,
): Promise<Outcome | "again"> {
  const held = await lockCheckout(tx, id);
  if (held === undefined) return "unknown";
  if (held.checkout.invoice_id !== null) return "again";
  // A payment that was made in time may be reported late: it still completes a checkout past its time.
  if (!held.isUnended || !isWhole(held.checkout, received)) return surplus(tx, "checkouts", id);
  await completeCheckout(tx, held, { paying, payment: received, timezone });
  return "paid";
}

const isWhole = (owed: Pick<Invoice, "total" | "currency">, { total, currency }: Received): boolean =>
  owed.total === total && owed.currency === currency;

function surplus(tx: TeamTx, resource: string, id: string): "surplus" {
  recordAct(tx, resource, "surplus-payment", id);
  return "surplus";
}
