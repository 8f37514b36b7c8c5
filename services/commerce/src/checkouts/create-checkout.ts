import { uuidv7, type TeamTx } from "@jst/db";
import { validationFailed } from "@jst/errors";
import { requireId } from "@jst/resource";
import type { Call } from "@jst/rpc";
import type { CheckoutCreate, Handler, Invoice } from "../../gen/rpc.ts";
import type { Deps } from "../deps.ts";
import { madeReply } from "../documents/document.ts";
import { linesOf, termsOf } from "../documents/draft.ts";
import { lockInvoice } from "../invoices/invoice.ts";
import { shownTotals, type ShownTotals } from "../money/line-items.ts";
import { checkoutFaults, requirePublic } from "./checkout-faults.ts";
import { insertCheckout, type DraftCheckout } from "./checkout.ts";
import { checkouts } from "./lifecycle.ts";

const MINUTES = 1_440;

type PricedItems = Pick<
  DraftCheckout,
  "contact_id" | "bill_to" | "currency" | "line_items" | keyof ShownTotals
>;

const create: Handler<"CreateCheckout"> = async ({ body }, call) => {
  requirePublic(body);
  const {
    success_url,
    cancel_url,
    mode = "payment",
    recurring,
    expires_in_minutes: minutes = MINUTES,
  } = body;
  const { memo = "", metadata = {} } = body;
  const rest = { success_url, cancel_url, mode, minutes, memo: memo === "" ? null : memo, metadata };
  const repeats =
    recurring === undefined ? null : { ...recurring, interval_count: recurring.interval_count ?? 1 };
  const items = body.line_items === undefined ? undefined : await itemsOf(body, call);
  return call.write(async (tx) => {
    const paid = items ?? (await invoiceOf(tx, body, call.caller.team.timezone));
    const invoice_id = items === undefined ? requireId(body.invoice_id) : null;
    const draft = { id: uuidv7(), ...rest, ...paid, recurring: repeats, invoice_id };
    const stored = await insertCheckout(tx, draft);
    checkouts.record(tx, "create", stored.id);
    return madeReply(stored, "checkout", call);
  });
};

/** Returns the priced lines, and the payer if the body names one. */
async function itemsOf(body: CheckoutCreate, call: Call<Deps>): Promise<PricedItems> {
  const { currency = "", line_items = [] } = body;
  const priced = linesOf({ currency, line_items }, await termsOf(body, call));
  const contactId = body.contact_id?.toLowerCase() ?? null;
  const bill_to = contactId === null ? null : await call.deps.payers.find(call, contactId);
  return { contact_id: contactId, bill_to, ...priced };
}

/** Locks the invoice that is to be paid, so that nobody pays it meanwhile; throws for one that cannot be paid. */
async function invoiceOf(tx: TeamTx, body: CheckoutCreate, timezone: string): Promise<PricedItems> {
  const locked = await lockInvoice(tx, requireId(body.invoice_id), timezone);
  if (locked === undefined) throw validationFailed([unknown]);
  const { contact_id, bill_to, currency, line_items } = locked.invoice;
  requirePayable(locked.invoice, body);
  return { contact_id, bill_to, currency, line_items, ...shownTotals(locked.invoice) };
}

const unknown = {
  field: "invoice_id",
  code: "not_found",
  message: "No invoice of your team has this id. Check the id.",
} as const;

const TERMS = ["tax_behavior", "tax_rounding"] as const;

/** Throws for an invoice that nobody pays any more, and for what says something else than it. */
function requirePayable(invoice: Invoice, body: CheckoutCreate): void {
  const { status, currency, contact_id } = invoice;
  const other = {
    code: "invalid_value",
    message: "Must be the same as on the invoice. Correct the value, or leave this field out.",
  } as const;
  const isPayable = status === "open" || status === "uncollectible";
  const faults = [
    ...(isPayable
      ? []
      : [
          {
            field: "invoice_id",
            code: "invalid_value",
            message: `The invoice is ${status}. Only an open or uncollectible invoice can be paid.`,
          } as const,
        ]),
    ...(body.currency === undefined || body.currency === currency ? [] : [{ field: "currency", ...other }]),
    ...TERMS.flatMap((field) =>
      body[field] === undefined || body[field] === invoice[field] ? [] : [{ field, ...other }],
    ),
    ...(body.contact_id === undefined || body.contact_id.toLowerCase() === contact_id
      ? []
      : [{ field: "contact_id", ...other }]),
  ];
  if (faults.length > 0) throw validationFailed(faults);
}

/** Makes a page on which an invoice, or what the lines say, is paid (commerce.checkout). */
export const createCheckout: Handler<"CreateCheckout"> = Object.assign(create, { faults: checkoutFaults });
