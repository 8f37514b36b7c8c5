import type { TeamTx } from "@jst/db";
import { publish } from "@jst/events";
import { Lifecycle, type Command } from "@jst/resource";
import { settleCheckouts } from "../checkout-rows/settle-checkouts.ts";
import { settleSubscription } from "../subscribed/settle-subscription.ts";
import { lockInvoice, type LockedInvoice, type StoredInvoice } from "./invoice.ts";

/** Time zone of the team, in which an invoice is due. */
export interface Zone {
  timezone: string;
}

/** One way of an invoice from a state to another. */
export type InvoiceCommand = Command<LockedInvoice, StoredInvoice, Zone>;

/**
 * Invoices by their states (commerce.states). Of a draft with nothing to pay `finalize` makes a paid invoice. The open
 * checkouts and the subscription of an invoice follow every change of its state.
 */
export const invoices = new Lifecycle<LockedInvoice, StoredInvoice, Zone>({
  noun: "An invoice",
  audited: "invoices",
  states: {
    draft: ["open"],
    open: ["paid", "void", "uncollectible"],
    uncollectible: ["paid", "void"],
    paid: [],
    void: [],
  },
  lock: (tx, id, { timezone }) => lockInvoice(tx, id, timezone),
  itemOf: ({ invoice }) => invoice,
  entered: async (tx, stored, { invoice: { id, status, source } }, { timezone }) => {
    publishPaid(tx, stored, status);
    await settleCheckouts(tx, id, stored.status);
    if (source.type === "subscription" && source.id !== null)
      await settleSubscription(tx, source.id, timezone);
  },
});

/** Publishes a new invoice and records it: invoice.created, and invoice.paid if it is paid, from `former`. */
export function publishCreated(tx: TeamTx, invoice: StoredInvoice, former = "draft"): void {
  const { id, body, isTest } = invoice;
  publish(tx, { type: "invoice.created", id, object: body, test: isTest });
  publishPaid(tx, invoice, former);
  invoices.record(tx, "create", id);
}

/** Publishes invoice.paid if the invoice has become paid; `former` is its status before. */
function publishPaid(tx: TeamTx, { id, body, status, isTest }: StoredInvoice, former: string): void {
  if (status === "paid")
    publish(tx, { type: "invoice.paid", id, object: body, previous: { status: former }, test: isTest });
}

/** Whether money is owed on an invoice in this state. */
export const isPayable = (status: string): boolean => status === "open" || status === "uncollectible";

/** Throws invalid_state_transition for a draft, which has no number and no PDF. */
export function requireFinal(status: string): void {
  if (status === "draft")
    throw invoices.refusal(status, status, "A draft has no PDF. Finalize the invoice first.");
}

/** Throws invalid_state_transition unless the invoice is a draft: of a final one only the state changes. */
export function requireDraft(from: string, to: "draft" | "deleted"): void {
  if (from === "draft") return;
  const act = to === "draft" ? "changed" : "deleted";
  throw invoices.refusal(from, to, `An invoice that is ${from} cannot be ${act}.`);
}
