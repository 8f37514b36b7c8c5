import type { FieldError } from "@jst/errors";
import type { Handler } from "../../gen/rpc.ts";
import { madeReply } from "../documents/document.ts";
import { documentFaults, draftOf, membersOf } from "../documents/draft.ts";
import { sendDocument, sendFaults } from "../documents/send-document.ts";
import { DAYS_UNTIL_DUE, readToday, requireAhead } from "./invoice.ts";
import { publishCreated } from "./lifecycle.ts";
import { insertInvoice } from "./numbering.ts";

const create: Handler<"CreateInvoice"> = async ({ body }, call) => {
  const { due_date = null, days_until_due: days = DAYS_UNTIL_DUE, auto_finalize: isFinal = true } = body;
  const due = { due_date, days_until_due: due_date === null ? days : null };
  const draft = { ...(await draftOf(body, call)), ...due };
  const { timezone } = call.caller.team;
  return call.write(async (tx) => {
    if (due_date !== null) requireAhead(due_date, await readToday(tx, timezone));
    const stored = await insertInvoice(tx, draft, { isFinal, timezone });
    publishCreated(tx, stored);
    if (body.send === true) sendDocument(tx, "invoices", stored);
    return madeReply(stored, "invoices", call);
  });
};

/** Finds the faults of a new invoice or a patch that its schema does not find. */
export function invoiceFaults(body: unknown, written: () => unknown): FieldError[] {
  const { due_date: date, days_until_due: days } = membersOf(body);
  const faults = documentFaults(body, written);
  if (date != null && days != null)
    for (const field of ["due_date", "days_until_due"])
      faults.push({
        field,
        code: "not_allowed",
        message: "Send either due_date or days_until_due, not both.",
      });
  return faults;
}

const faults: typeof invoiceFaults = (body, written) => {
  const members = membersOf(body);
  return [...invoiceFaults(body, written), ...sendFaults(members, members["auto_finalize"] !== false)];
};

/**
 * Stores the invoice and invoice.created in one transaction; unless told otherwise it is final then, with the next
 * number of the team, and with invoice.paid where there is nothing to pay (commerce.invoice).
 */
export const createInvoice: Handler<"CreateInvoice"> = Object.assign(create, { faults });
