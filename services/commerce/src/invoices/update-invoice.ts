import { notFound } from "@jst/errors";
import type { Call } from "@jst/rpc";
import { isSameJson, requireId } from "@jst/resource";
import type { BillTo, Handler, Invoice, InvoicePatch } from "../../gen/rpc.ts";
import type { Deps } from "../deps.ts";
import { replyOf } from "../documents/tell.ts";
import { requireCurrency } from "../money/currency.ts";
import { pricedLines } from "../money/line-items.ts";
import { invoiceFaults } from "./body-faults.ts";
import { DAYS_UNTIL_DUE, requireAhead } from "./due.ts";
import { changeInvoice, findInvoice } from "./invoice.ts";
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
    const next = { ...given, ...payerOf(contactId, billTo), ...dueOf(body, invoice) };
    requireAhead(body.due_date ?? null, today);
    const change = Object.fromEntries(
      Object.entries(next).filter(([name, value]) => !isSameJson(value, invoice[name as keyof Invoice])),
    );
    if (Object.keys(change).length === 0)
      return { body: { ...invoice }, headers: { etag: `"${invoice.version}"` }, isUnchanged: true };
    const stored = await changeInvoice(tx, id, storable(change), timezone);
    invoices.record(tx, "update", id);
    return replyOf(stored);
  });
};

/** The payer of an invoice that is there: an absent one is not found, whoever is to pay. */
async function payerFor(id: string, contactId: string, call: Call<Deps>): Promise<BillTo> {
  const { team_id: teamId, team } = call.caller;
  const [known] = await call.read(findInvoice(teamId, id, team.timezone));
  if (known === undefined) throw notFound();
  return call.deps.payers.find(call, contactId);
}

/** What the body says by itself; throws currency_unsupported and amount_invalid. */
function givenOf({ currency, line_items: lines, memo, footer, metadata }: InvoicePatch): Partial<Invoice> {
  const given: Partial<Invoice> = {};
  if (currency !== undefined) {
    requireCurrency(currency);
    given.currency = currency;
  }
  if (lines !== undefined) {
    const { lines: line_items, ...totals } = pricedLines(lines, "line_items");
    Object.assign(given, { line_items, ...totals });
  }
  if (memo !== undefined) given.memo = memo === "" ? null : memo;
  if (footer !== undefined) given.footer = footer === "" ? null : footer;
  if (metadata !== undefined) given.metadata = metadata ?? {};
  return given;
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

const JSON_COLUMNS: readonly string[] = ["bill_to", "line_items", "metadata"];

const storable = (change: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(change).map(([name, value]) => [
      name,
      JSON_COLUMNS.includes(name) ? JSON.stringify(value) : value,
    ]),
  );

/** Changes what is given of a draft, and its totals with it; what changes nothing is no write (commerce.draft). */
export const updateInvoice: Handler<"UpdateInvoice"> = Object.assign(update, { faults: invoiceFaults });
