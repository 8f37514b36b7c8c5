import { instant, one, type TeamTx } from "@jst/db";
import { publish, type EventType } from "@jst/events";
import { formerMembers } from "@jst/resource";
import type { Invoice, Subscription } from "../../gen/rpc.ts";
import type { Zone } from "../documents/document.ts";
import { teamNow } from "../settings/team-settings.ts";
import { nextDue, noteDue } from "./dues.ts";
import { subscriptions } from "./lifecycle.ts";
import { changeSubscription, lockSubscription } from "./subscription.ts";

/** Days after the due date of an open invoice from which a subscription is unpaid. */
const UNPAID_DAYS = 30;

/** State of a subscription by its open invoices (commerce.subscription-states). */
export interface PaymentStanding {
  status: "active" | "past_due" | "unpaid";
  /** When that changes by itself; undefined where it does not. */
  nextAt: string | undefined;
}

/** Finds the standing of a subscription: of its open invoices the one that was due first decides, in this zone. */
export async function findStanding(tx: TeamTx, id: string, timezone: string): Promise<PaymentStanding> {
  const after = (days: number) => `((i.due_date + ${days})::timestamp at time zone $3)`;
  const row = one(
    await tx.query<{ late: string | null; lost: string | null; isLate: boolean; isLost: boolean }>({
      name: "commerce.subscriptions.standing",
      text: `select ${instant("s.late")} as late, ${instant("s.lost")} as lost,
  coalesce(s.late <= s.now, false) as "isLate", coalesce(s.lost <= s.now, false) as "isLost"
from (select min(${after(1)}) as late, min(${after(UNPAID_DAYS + 1)}) as lost, ${teamNow()} as now
  from commerce.invoices i
  where i.team_id = $1 and i.source_id = $2 and i.source_type = 'subscription' and i.status = 'open') s`,
      values: [tx.context.teamId, id, timezone],
    }),
  );
  if (row.isLost) return { status: "unpaid", nextAt: undefined };
  if (row.isLate) return { status: "past_due", nextAt: row.lost ?? undefined };
  return { status: "active", nextAt: row.late ?? undefined };
}

/** States that open invoices decide on. */
export const STANDING: readonly string[] = ["active", "past_due", "unpaid"];

/** Brings the subscription of an invoice, if it has one, to the state that follows from its invoices. */
export async function settleSubscriptionOf(
  tx: TeamTx,
  _: unknown,
  { invoice: { source } }: { invoice: Pick<Invoice, "source"> },
  { timezone }: Zone,
): Promise<void> {
  if (source.type === "subscription" && source.id !== null) await settleSubscription(tx, source.id, timezone);
}

/**
 * Brings a subscription to the state that follows from its open invoices (commerce.subscription-states): if they are
 * paid it is active again. One that waits for its first payment begins with it, and is over if that is owed no more.
 */
export async function settleSubscription(tx: TeamTx, id: string, timezone: string): Promise<void> {
  const locked = await lockSubscription(tx, id);
  if (locked === undefined) return;
  const { subscription, nextPeriod } = locked;
  const standing = await findStanding(tx, id, timezone);
  const status = await statusBy(tx, subscription, standing);
  if (status === subscription.status) return;
  const settled = { ...subscription, status };
  const { body } = await changeSubscription(tx, { subscription: settled, nextPeriod });
  publishStanding(tx, subscription, body);
  noteDue(tx, id, nextDue({ subscription: settled, nextPeriod, standingAt: standing.nextAt }));
  subscriptions.record(tx, "update", id);
}

/** Publishes a state that time or invoices have brought a subscription to; `before` is as it was. */
export function publishStanding(tx: TeamTx, before: Subscription, body: string): void {
  const now = JSON.parse(body) as Subscription;
  const type = now.status === before.status ? undefined : standingTypes[now.status];
  if (type !== undefined)
    publish(tx, { type, id: now.id, object: body, previous: formerMembers(before, now) });
}

const standingTypes: Readonly<Record<string, EventType>> = {
  past_due: "subscription.past_due",
  canceled: "subscription.canceled",
  incomplete_expired: "subscription.ended",
};

async function statusBy(
  tx: TeamTx,
  { status, latest_invoice_id: first }: Subscription,
  standing: PaymentStanding,
): Promise<Subscription["status"]> {
  if (STANDING.includes(status)) return standing.status;
  if (status !== "incomplete") return status;
  const [invoice] = await tx.query<{ status: string }>({
    name: "commerce.subscriptions.first_invoice",
    text: "select i.status from commerce.invoices i where i.team_id = $1 and i.id = $2",
    values: [tx.context.teamId, first],
  });
  if (invoice?.status === "paid") return standing.status;
  return invoice?.status === "open" ? status : "incomplete_expired";
}
