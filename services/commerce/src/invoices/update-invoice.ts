import { notFound } from "@jst/errors";
import { isSameJson, replyOf, requireId } from "@jst/resource";
import type { Call } from "@jst/rpc";
import type { BillTo, Handler, Invoice, InvoicePatch, LineItem, LineItemCreate } from "../../gen/rpc.ts";
import type { Deps } from "../deps.ts";
import { requireCurrency } from "../money/currency.ts";
import { pricedLines } from "../money/line-items.ts";
import { invoiceFaults } from "./create-invoice.ts";
import { changeInvoice, DAYS_UNTIL_DUE, findInvoice, requireAhead } from "./invoice.ts";
import { invoices, requireDraft } from "./lifecycle.ts";

const update: Handler<"UpdateInvoice"> = async ({ path, body }, call) => {
  const id = requireId(path.invoice_id);
  const given = givenOf(body);
  const contactId = body.contact_id?.toLowerCase();
  const { timezone } = call.caller.team;
  const billTo = contactId === undefined ? undefined : await payerFor(id, contactId, call);
  return call.write(async (tx) => {
    const { invoice, today } = await invoices.lock(tx, id, { scope: { timezone }, ifMatch: call.ifMatch });
    requireDraft(invoice.status, "draft");
    const next = {
      ...given,
      ...repriced(body, invoice),
      ...payerOf(contactId, billTo),
      ...dueOf(body, invoice),
    };
    requireAhead(body.due_date ?? null, today);
    const change = Object.fromEntries(
      Object.entries(next).filter(([name, value]) => !isSameJson(value, invoice[name as keyof Invoice])),
    );
    if (Object.keys(change).length === 0)
      return { ...replyOf({ version: invoice.version, body: { ...invoice } }), isUnchanged: true };
    const stored = await changeInvoice(tx, id, timezone, { change });
    invoices.record(tx, "update", id);
    return replyOf(stored);
  });
};

/** Finds the payer of an existing invoice: an absent invoice is not found before its payer is. */
async function payerFor(id: string, contactId: string, call: Call<Deps>): Promise<BillTo> {
  const { team_id: teamId, team } = call.caller;
  const [known] = await call.read(findInvoice(teamId, id, team.timezone));
  if (known === undefined) throw notFound();
  return call.deps.payers.find(call, contactId);
}

/** Reads the members that need no stored value; throws currency_unsupported. */
function givenOf({ currency, memo, footer, metadata }: InvoicePatch): Partial<Invoice> {
  const given: Partial<Invoice> = {};
  if (currency !== undefined) {
    requireCurrency(currency);
    given.currency = currency;
  }
  if (memo !== undefined) given.memo = memo === "" ? null : memo;
  if (footer !== undefined) given.footer = footer === "" ? null : footer;
  if (metadata !== undefined) given.metadata = metadata ?? {};
  return given;
}

/** Prices the lines by the terms of the draft, with what the body changes of both; throws amount_invalid. */
function repriced({ line_items: given, ...body }: InvoicePatch, before: Invoice): Partial<Invoice> {
  const { tax_behavior = before.tax_behavior, tax_rounding = before.tax_rounding } = body;
  const isSame = tax_behavior === before.tax_behavior && tax_rounding === before.tax_rounding;
  if (given === undefined && isSame) return {};
  const terms = { tax_behavior, tax_rounding };
  const { lines: line_items, ...totals } = pricedLines(
    given ?? before.line_items.map(givenLine),
    terms,
    "line_items",
  );
  return { line_items, ...totals };
}

/** Returns a line in the form in which it was given. */
function givenLine({ product_ref, exemption_reason, ...line }: LineItem): LineItemCreate {
  const { description, quantity, unit_amount, discount_amount, tax_rate, tax_category } = line;
  const texts = { product_ref: product_ref ?? "", exemption_reason: exemption_reason ?? "" };
  return { description, quantity, unit_amount, discount_amount, tax_rate, tax_category, ...texts };
}

function payerOf(contactId: string | undefined, billTo: BillTo | undefined): Partial<Invoice> {
  return contactId === undefined || billTo === undefined ? {} : { contact_id: contactId, bill_to: billTo };
}

/** An invoice is due on a date, or so many days after it is final: never both, never neither. */
function dueOf(body: InvoicePatch, before: Invoice): Partial<Invoice> {
  const { due_date: date, days_until_due: days } = body;
  if (date === undefined && days === undefined) return {};
  if (date != null) return { due_date: date, days_until_due: null };
  if (days != null) return { due_date: null, days_until_due: days };
  const kept = date === undefined ? before.due_date : null;
  return { due_date: kept, days_until_due: kept === null ? DAYS_UNTIL_DUE : null };
}

/** Changes members of a draft, and its totals with them; a change without an effect writes nothing (commerce.draft). */
export const updateInvoice: Handler<"UpdateInvoice"> = Object.assign(update, { faults: invoiceFaults });
