import type { TeamTx } from "@jst/db";

/** Notes when something of a subscription happens by itself next; undefined where nothing will. */
export function noteDue(tx: TeamTx, subscriptionId: string, dueAt: string | undefined): void {
  const { teamId } = tx.context;
  tx.defer(
    dueAt === undefined
      ? {
          name: "commerce.subscription_dues.clear",
          text: "delete from commerce.subscription_dues where team_id = $1 and subscription_id = $2",
          values: [teamId, subscriptionId],
        }
      : {
          name: "commerce.subscription_dues.note",
          text: `insert into commerce.subscription_dues (team_id, subscription_id, due_at) values ($1, $2, $3)
on conflict (team_id, subscription_id) do update set due_at = excluded.due_at`,
          values: [teamId, subscriptionId, dueAt],
        },
  );
}

/** Has an invoice charged once this is committed. */
export function noteCharge(tx: TeamTx, invoiceId: string): void {
  tx.defer({
    name: "commerce.charges.note",
    text: "insert into commerce.charges (team_id, invoice_id) values ($1, $2)",
    values: [tx.context.teamId, invoiceId],
  });
}
