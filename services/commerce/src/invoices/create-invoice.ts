import type { Call } from "@jst/rpc";
import type { Handler, NewInvoice } from "../../gen/rpc.ts";
import type { Deps } from "../deps.ts";
import { requireCurrency } from "../money/currency.ts";
import { pricedLines } from "../money/line-items.ts";
import { invoiceFaults } from "./body-faults.ts";
import { DAYS_UNTIL_DUE, readToday, requireAhead } from "./due.ts";
import { insertInvoice, type DraftInvoice } from "./numbering.ts";
import { publishCreated, publishPaid, recordAct, replyOf } from "./tell.ts";

const create: Handler<"CreateInvoice"> = async ({ body }, call) => {
  const draft = await draftOf(body, call);
  const { timezone } = call.caller.team;
  const isFinal = body.auto_finalize !== false;
  return call.write(async (tx) => {
    if (draft.due_date !== null) requireAhead(draft.due_date, await readToday(tx, timezone));
    const stored = await insertInvoice(tx, draft, { isFinal, timezone });
    publishCreated(tx, stored);
    publishPaid(tx, stored, "draft");
    recordAct(tx, "create", stored.id);
    const { headers, ...reply } = replyOf(stored);
    const location = `${call.baseUrl}/api/v1/commerce/invoices/${stored.id}`;
    return { ...reply, headers: { ...headers, location } };
  });
};

async function draftOf(body: NewInvoice, call: Call<Deps>): Promise<DraftInvoice> {
  requireCurrency(body.currency);
  const { lines, ...totals } = pricedLines(body.line_items, "line_items");
  const { currency, due_date = null, memo = "", footer = "", metadata = {} } = body;
  const contactId = body.contact_id.toLowerCase();
  return {
    contact_id: contactId,
    bill_to: await call.deps.payers.find(call, contactId),
    currency,
    line_items: lines,
    ...totals,
    due_date,
    days_until_due: due_date === null ? (body.days_until_due ?? DAYS_UNTIL_DUE) : null,
    memo: memo === "" ? null : memo,
    footer: footer === "" ? null : footer,
    metadata,
  };
}

/**
 * Stores the invoice and invoice.created in one transaction; unless told otherwise it is final then, with the next
 * number of the team, and with invoice.paid where there is nothing to pay (commerce.invoice).
 */
export const createInvoice: Handler<"CreateInvoice"> = Object.assign(create, { faults: invoiceFaults });
