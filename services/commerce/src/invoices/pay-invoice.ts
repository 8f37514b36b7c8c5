import { validationFailed, type FieldError } from "@jst/errors";
import { shownInstant } from "@jst/query";
import type { Handler, InvoicePayment } from "../../gen/rpc.ts";
import { changeInvoice } from "./invoice.ts";
import { invoices, type InvoiceCommand } from "./lifecycle.ts";

/** Payment of the whole amount by a provider. */
export interface ProviderPayment {
  provider: string;
  method: string;
  reference: string | null;
  /** RFC 3339; now if absent. */
  paid_at?: string;
}

/** Pays an invoice with a payment that a provider or the team has taken. */
export const payBy = (payment: ProviderPayment): InvoiceCommand => ({
  action: "pay",
  to: "paid",
  store: (tx, { invoice, nowMs, latestMs }, { timezone }) => {
    const { provider, method, reference, paid_at = new Date(nowMs).toISOString() } = payment;
    if (payment.paid_at !== undefined && Date.parse(paid_at) > latestMs) throw validationFailed([inFuture]);
    const made = JSON.stringify({ provider, method, reference, paid_at });
    return changeInvoice(tx, invoice.id, { status: "paid", paid_at, payment: made }, timezone);
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
  message: "Send the time of the payment. It cannot be in the future.",
};
