import { validationFailed, type FieldError } from "@jst/errors";
import { shownInstant } from "@jst/query";
import type { Handler, InvoicePayment } from "../../gen/rpc.ts";
import { changeInvoice } from "./invoice.ts";
import { moveInvoice, type Move } from "./move-invoice.ts";

/** Records a payment that was made elsewhere, of the whole amount; an invoice is paid once (commerce.pay). */
export const payInvoice: Handler<"PayInvoice"> = async ({ path, body }, call) =>
  moveInvoice(path.payable_invoice_id, payment(body), call);

function payment({ method, reference = "", paid_at: time }: InvoicePayment): Move {
  const given = time === undefined ? undefined : shownInstant(time);
  return {
    to: "paid",
    act: "pay",
    store: (tx, { invoice, nowMs, latestMs }, timezone) => {
      if (given !== undefined && Date.parse(given) > latestMs) throw validationFailed([inFuture]);
      const paid_at = given ?? new Date(nowMs).toISOString();
      const made = { provider: "manual", method, reference: reference === "" ? null : reference, paid_at };
      const change = { status: "paid", paid_at, payment: JSON.stringify(made) };
      return changeInvoice(tx, invoice.id, change, timezone);
    },
  };
}

const inFuture: FieldError = {
  field: "paid_at",
  code: "out_of_range",
  message: "Give the time at which it was paid, not one that is ahead.",
};
