import type { TeamTx } from "@jst/db";
import { recordAct } from "../documents/document.ts";
import { IS_PAST } from "./checkout.ts";
import { endSessions } from "./end-sessions.ts";

/**
 * Takes the checkouts of an invoice to where it has gone: paid by whatever way they are complete, and those that are
 * open expire where it is owed no more (commerce.checkout-states). The invoice is held.
 */
export async function settleCheckouts(tx: TeamTx, invoiceId: string, status: string): Promise<void> {
  if (status === "open" || status === "draft") return;
  const isPaid = status === "paid";
  const rows = await tx.query<{ id: string }>({
    name: `commerce.checkouts.settle ${isPaid ? "paid" : "expired"}`,
    text: isPaid
      ? `update commerce.checkouts t set status = 'complete', payment_status = 'paid', updated_at = clock_timestamp(),
  version = t.version + 1
where t.team_id = $1 and t.invoice_id = $2 and t.payment_status = 'unpaid'
  and (t.status = 'complete' or (t.status = 'open' and not (${IS_PAST}))) returning t.id`
      : `update commerce.checkouts t set status = 'expired', updated_at = clock_timestamp(), version = t.version + 1
where t.team_id = $1 and t.invoice_id = $2 and t.status = 'open' returning t.id`,
    values: [tx.context.teamId, invoiceId],
  });
  if (isPaid || status === "void") endSessions(tx, { kind: "invoices", id: invoiceId });
  for (const { id } of rows) recordAct(tx, "checkouts", isPaid ? "complete" : "expire", id);
}
