import type { TeamTx } from "@jst/db";
import { validationFailed, type FieldError } from "@jst/errors";
import { publish } from "@jst/events";
import { shownInstant } from "@jst/query";
import { Lifecycle, type Command } from "@jst/resource";
import type { Handler, InvoicePayment } from "../../gen/rpc.ts";
import type { Zone } from "../documents/document.ts";
import { sendDocument } from "../documents/send-document.ts";
import {
  changeInvoice,
  lockInvoice,
  requireAhead,
  type LockedInvoice,
  type ProviderPayment,
  type StoredInvoice,
} from "./invoice.ts";
import { finalizeDraft } from "./numbering.ts";

/** Command that brings an invoice from a state to another. */
export type InvoiceCommand = Command<LockedInvoice, StoredInvoice, Zone>;

/**
 * Invoices by their states (commerce.states). Of a draft with nothing to pay `finalize` makes a paid invoice. The
 * checkouts and the subscription of an invoice follow every change of its state (resources.ts).
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
  events: {
    finalize: "invoice.finalized",
    void: "invoice.voided",
    "mark-uncollectible": "invoice.uncollectible",
  },
  entered: (tx, stored, { invoice }) => publishPaid(tx, stored, invoice.status),
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
  throw invoices.refusal(from, to, `The invoice is ${from}. Only a draft can be ${act}.`);
}

const finalize = (isSent: boolean): InvoiceCommand => ({
  action: "finalize",
  to: "open",
  store: async (tx, { invoice, today }, { timezone }) => {
    requireAhead(invoice.due_date, today);
    const stored = await finalizeDraft(tx, invoice.id, timezone);
    if (isSent) sendDocument(tx, "invoices", stored);
    return stored;
  },
});

/** Gives a draft the next number of the team; from then on only its state changes (commerce.numbers). */
export const finalizeInvoice: Handler<"FinalizeInvoice"> = ({ path, body }, call) =>
  invoices.run(path.draft_invoice_id, finalize(body.send === true), call, call.caller.team);

/** Pays an invoice with a payment that a provider or the team has taken. */
export const payBy = (payment: ProviderPayment): InvoiceCommand => ({
  action: "pay",
  to: "paid",
  store: (tx, { invoice, nowMs, latestMs }, { timezone }) => {
    const { provider, method, reference, paid_at = new Date(nowMs).toISOString() } = payment;
    if (payment.paid_at !== undefined && Date.parse(paid_at) > latestMs) throw validationFailed([inFuture]);
    const change = {
      status: "paid",
      paid_at,
      payment: { provider, method, reference, paid_at },
    };
    return changeInvoice(tx, invoice.id, timezone, { change });
  },
});

/** Records a payment of the whole amount that was made elsewhere; an invoice is paid once (commerce.pay). */
export const payInvoice: Handler<"PayInvoice"> = async ({ path, body }, call) =>
  invoices.run(path.payable_invoice_id, payBy(manual(body)), call, call.caller.team);

function manual({ method, reference = "", paid_at: time }: InvoicePayment): ProviderPayment {
  return {
    provider: "manual",
    method,
    reference: reference === "" ? null : reference,
    ...(time === undefined ? {} : { paid_at: shownInstant(time) }),
  };
}

const inFuture: FieldError = {
  field: "paid_at",
  code: "out_of_range",
  message:
    "The payment cannot be in the future. Send the time at which it was received, such as 2026-01-31T12:00:00Z.",
};

/** Declares an invoice void. */
export const declareVoid: InvoiceCommand = {
  action: "void",
  to: "void",
  store: (tx, { invoice }, { timezone }) =>
    changeInvoice(tx, invoice.id, timezone, { change: { status: "void" }, stamp: "voided_at" }),
};

/** Declares the invoice void: nobody owes it, and it keeps its number. */
export const voidInvoice: Handler<"VoidInvoice"> = ({ path }, call) =>
  invoices.run(path.voidable_invoice_id, declareVoid, call, call.caller.team);

/** Marks an invoice as uncollectible. */
export const giveUp: InvoiceCommand = {
  action: "mark-uncollectible",
  to: "uncollectible",
  store: (tx, { invoice }, { timezone }) => {
    const change = { status: "uncollectible" };
    return changeInvoice(tx, invoice.id, timezone, { change, stamp: "marked_uncollectible_at" });
  },
};

/** Records that the invoice will probably not be paid; it can still be paid or declared void. */
export const markUncollectible: Handler<"MarkUncollectible"> = ({ path }, call) =>
  invoices.run(path.open_invoice_id, giveUp, call, call.caller.team);
