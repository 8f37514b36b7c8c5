import type { TeamTx } from "@jst/db";
import type { Subscription } from "../../gen/rpc.ts";
import { periodOf } from "../periods/periods.ts";
import { instantText } from "./opening.ts";
import { anchorOfSubscription, rhythmOf } from "./subscription.ts";

/** Notes when something of a subscription happens by itself next; undefined if nothing will. */
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

/** Locks the charges of a subscription that are still to be made. They are locked before it, as by the clock. */
export async function lockCharges(tx: TeamTx, subscriptionId: string): Promise<void> {
  await tx.query({
    name: "commerce.charges.lock",
    text: `select h.invoice_id from commerce.charges h join commerce.invoices i on i.team_id = h.team_id and i.id = h.invoice_id
where h.team_id = $1 and i.source_type = 'subscription' and i.source_id = $2 order by h.invoice_id for update of h`,
    values: [tx.context.teamId, subscriptionId],
  });
}

/** Drops the charges of a subscription, which are locked. */
export function dropCharges(tx: TeamTx, subscriptionId: string): void {
  tx.defer({
    name: "commerce.charges.drop",
    text: `delete from commerce.charges h using commerce.invoices i
where h.team_id = $1 and i.team_id = h.team_id and i.id = h.invoice_id
  and i.source_type = 'subscription' and i.source_id = $2`,
    values: [tx.context.teamId, subscriptionId],
  });
}

/** Notes an invoice that is to be charged after the commit. */
export function noteCharge(tx: TeamTx, invoiceId: string): void {
  tx.defer({
    name: "commerce.charges.note",
    text: "insert into commerce.charges (team_id, invoice_id) values ($1, $2)",
    values: [tx.context.teamId, invoiceId],
  });
}

/** Facts of a subscription that decide what happens to it next. */
export interface DueInput {
  subscription: Subscription;
  nextPeriod: number;
  /** When what its open invoices leave it in changes by itself. */
  standingAt?: string | undefined;
}

/** Finds when something of it happens by itself next; undefined if nothing will (commerce.clock-worker). */
export function nextDue({ subscription, nextPeriod, standingAt }: DueInput): string | undefined {
  const { status, start_at: start, trial_end: trial, cancel_at: cancel } = subscription;
  const others = [cancel, standingAt].filter((time) => typeof time === "string");
  switch (status) {
    case "pending":
      return earliest([start, ...others]);
    case "trialing":
      return earliest([trial ?? start, ...others]);
    case "active":
    case "past_due":
    case "unpaid": {
      const { start: next } = periodOf(
        anchorOfSubscription(subscription),
        rhythmOf(subscription),
        nextPeriod,
      );
      return earliest([instantText(next), ...others]);
    }
    default:
      return undefined;
  }
}

/** Finds the earliest time; times of one form sort as texts. */
const earliest = (times: readonly string[]): string | undefined => times.toSorted()[0];
