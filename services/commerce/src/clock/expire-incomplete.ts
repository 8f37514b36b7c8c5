import type { TeamTx } from "@jst/db";
import { holdInvoice } from "../invoices/invoice.ts";
import { voidHeld } from "../invoices/void-held.ts";
import { noteDue } from "../subscribed/dues.ts";
import { holdSubscription, storeMoved } from "../subscribed/subscription.ts";
import { recordSubscriptionAct } from "../subscribed/tell.ts";

/**
 * Ends a subscription whose first invoice was not paid in time, and declares that void (commerce.subscription-states).
 * Invoices are held before their subscription, as by those who pay.
 */
export async function expireIncomplete(tx: TeamTx, id: string, timezone: string): Promise<void> {
  const open = await tx.query<{ id: string }>({
    name: "commerce.subscriptions.open_invoices",
    text: `select i.id from commerce.invoices i
where i.team_id = $1 and i.source_id = $2 and i.source_type = 'subscription' and i.status = 'open' order by i.id`,
    values: [tx.context.teamId, id],
  });
  const invoices = [];
  for (const { id: invoiceId } of open) invoices.push(await holdInvoice(tx, invoiceId, timezone));
  const held = await holdSubscription(tx, id);
  if (held?.subscription.status !== "incomplete") return;
  for (const invoice of invoices)
    if (invoice?.invoice.status === "open") await voidHeld(tx, invoice, timezone);
  await storeMoved(tx, {
    ...held,
    subscription: { ...held.subscription, status: "incomplete_expired" },
  });
  noteDue(tx, id, undefined);
  recordSubscriptionAct(tx, "update", id);
}
