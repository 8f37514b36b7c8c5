import { notFound } from "@jst/errors";
import { requireId, requireVersion } from "@jst/resource";
import type { Handler } from "../../gen/rpc.ts";
import { changeInvoice, holdInvoice } from "./invoice.ts";
import { requireDraft } from "./states.ts";
import { recordAct } from "./tell.ts";

/** Takes a draft away; an undo brings it back. */
export const deleteInvoice: Handler<"DeleteInvoice"> = async ({ path }, call) => {
  const id = requireId(path.invoice_id);
  const { timezone } = call.caller.team;
  return call.write(async (tx) => {
    const held = await holdInvoice(tx, id, timezone);
    if (held === undefined) throw notFound();
    const { invoice, nowMs } = held;
    requireVersion("invoice", invoice.version, call.ifMatch);
    requireDraft(invoice.status, "deleted");
    await changeInvoice(tx, id, { deleted_at: new Date(nowMs).toISOString() }, timezone);
    recordAct(tx, "delete", id);
    return { body: { id: invoice.id, deleted: true } };
  });
};
