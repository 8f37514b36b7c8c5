import { requireId } from "@jst/resource";
import type { Handler } from "../../gen/rpc.ts";
import { changeInvoice } from "./invoice.ts";
import { invoices, requireDraft } from "./lifecycle.ts";

/** Takes a draft away; an undo brings it back. */
export const deleteInvoice: Handler<"DeleteInvoice"> = async ({ path }, call) => {
  const id = requireId(path.invoice_id);
  const { timezone } = call.caller.team;
  return call.write(async (tx) => {
    const { invoice } = await invoices.lock(tx, id, { scope: { timezone }, ifMatch: call.ifMatch });
    requireDraft(invoice.status, "deleted");
    await changeInvoice(tx, id, timezone, { change: {}, stamp: "deleted_at" });
    invoices.record(tx, "delete", id);
    return { body: { id: invoice.id, deleted: true } };
  });
};
