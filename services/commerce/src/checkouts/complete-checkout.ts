import { uuidv7, type TeamTx } from "@jst/db";
import { publish } from "@jst/events";
import { formerMembers } from "@jst/resource";
import type { Checkout, Recurring } from "../../gen/rpc.ts";
import { copiedMembers } from "../documents/draft.ts";
import { DAYS_UNTIL_DUE, lockInvoice, type ProviderPayment } from "../invoices/invoice.ts";
import { invoices, payBy, publishCreated } from "../invoices/lifecycle.ts";
import { insertInvoice } from "../invoices/numbering.ts";
import type { Paying } from "../payers/payers.ts";
import { charges, readMoment } from "../settings/team-settings.ts";
import { insertSubscription } from "../subscriptions/insert-subscription.ts";
import { startingNow } from "../subscriptions/opening.ts";
import { changeCheckout, type ReadCheckout } from "./checkout.ts";
import { checkouts } from "./lifecycle.ts";

/** How a checkout of lines is completed. */
export interface Completion {
  /** Payer, if the checkout names none. */
  paying: Paying | undefined;
  /** None where the order is placed and paid later, or where there is nothing to pay. */
  payment: ProviderPayment | undefined;
  timezone: string;
}

/**
 * Completes a locked checkout of lines, which is not ended: this transaction makes its invoice or subscription and pays
 * that with the payment (commerce.checkout-states).
 */
export async function completeCheckout(
  tx: TeamTx,
  { checkout, billTo }: ReadCheckout,
  { paying, payment, timezone }: Completion,
): Promise<void> {
  const { id, contact_id } = checkout;
  const isNamed = contact_id !== null && billTo !== null;
  const payer = isNamed ? { contact_id, bill_to: billTo } : paying;
  if (payer === undefined)
    throw new Error("The checkout does not have the e-mail address of a buyer. Send it.");
  const parts = { payer, payment, timezone };
  const made =
    checkout.recurring === null
      ? await makeInvoice(tx, checkout, parts)
      : await makeSubscription(tx, checkout, checkout.recurring, parts);
  const { body, isTest } = await changeCheckout(tx, id, {
    status: "complete",
    // The payer that a checkout names stays, also one that was merged into another contact since.
    ...(!isNamed && { contact_id: payer.contact_id, bill_to: payer.bill_to }),
    payment_status: payment !== undefined && checkout.total > 0 ? "paid" : checkout.payment_status,
    ...made,
  });
  const previous = formerMembers(checkout, JSON.parse(body) as object);
  publish(tx, { type: "checkout.completed", id, object: body, previous, test: isTest });
  checkouts.record(tx, "complete", id);
}

interface Parts {
  payer: Paying;
  payment: ProviderPayment | undefined;
  timezone: string;
}

async function makeInvoice(tx: TeamTx, checkout: Checkout, { payer, payment, timezone }: Parts) {
  const due = { footer: null, due_date: null, days_until_due: DAYS_UNTIL_DUE };
  const source = { type: "checkout", id: checkout.id } as const;
  const draft = { ...copiedMembers(checkout, payer), ...due };
  const made = await insertInvoice(tx, draft, { isFinal: true, timezone, source });
  const locked = await lockInvoice(tx, made.id, timezone);
  if (payment !== undefined && locked?.invoice.status === "open") {
    // The event shows the invoice as paid.
    publishCreated(tx, await payBy(payment).store(tx, locked, { timezone }), "open");
    invoices.record(tx, "pay", made.id);
  } else publishCreated(tx, made);
  return { invoice_id: made.id, subscription_id: null };
}

async function makeSubscription(
  tx: TeamTx,
  checkout: Checkout,
  recurring: Recurring,
  { payer, payment, timezone }: Parts,
) {
  const { provider } = await readMoment(tx);
  const isSent = !charges(provider);
  const id = uuidv7();
  const subscription = {
    ...copiedMembers(checkout, payer),
    dates: startingNow(recurring, timezone),
    collection_method: isSent ? ("send_invoice" as const) : ("charge_automatically" as const),
    days_until_due: isSent ? DAYS_UNTIL_DUE : null,
    id,
  };
  const made = await insertSubscription(tx, subscription, timezone);
  const { latest_invoice_id: invoice_id } = JSON.parse(made.body) as { latest_invoice_id: string };
  const locked = await lockInvoice(tx, invoice_id, timezone);
  if (payment !== undefined && locked?.invoice.status === "open")
    await invoices.enter(tx, locked, payBy(payment), { timezone });
  return { invoice_id, subscription_id: id };
}
