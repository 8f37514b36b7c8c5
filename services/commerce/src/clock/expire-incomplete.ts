import type { TeamTx } from "@jst/db";
import { lockInvoice } from "../invoices/invoice.ts";
import { invoices } from "../invoices/lifecycle.ts";
import { declareVoid } from "../invoices/void-invoice.ts";
import { settleSubscription } from "../subscribed/settle-subscription.ts";
import { lockSubscription } from "../subscribed/subscription.ts";

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
  const locked = [];
  for (const { id: invoiceId } of open) locked.push(await lockInvoice(tx, invoiceId, timezone));
  const held = await lockSubscription(tx, id);
  if (held?.subscription.status !== "incomplete") return;
  for (const invoice of locked)
    if (invoice?.invoice.status === "open") await invoices.enter(tx, invoice, declareVoid, { timezone });
  await settleSubscription(tx, id, timezone);
}
