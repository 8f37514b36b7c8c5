import type { Row, TeamTx } from "@jst/db";
import { publish } from "@jst/events";
import { Lifecycle, type Command } from "@jst/resource";
import type { Handler } from "../../gen/rpc.ts";
import type { StoredDocument } from "../documents/document.ts";
import {
  changeCheckout,
  endSessions,
  IS_PAST,
  lockCheckout,
  STORED_CHECKOUT,
  type ReadCheckout,
} from "./checkout.ts";

/** Checkouts by their states (commerce.checkout-states). */
export const checkouts = new Lifecycle<ReadCheckout, StoredDocument, object>({
  noun: "A checkout",
  audited: "checkouts",
  states: { open: ["complete", "expired"], complete: [], expired: [] },
  lock: lockCheckout,
  itemOf: ({ checkout }) => checkout,
  events: { expire: "checkout.expired" },
});

/** Ends an open checkout. */
export const expire: Command<ReadCheckout, StoredDocument, object> = {
  action: "expire",
  to: "expired",
  store: (tx, { checkout }) => changeCheckout(tx, checkout.id, { status: "expired" }),
};

/** Ends an open checkout; its invoice stays as it is (commerce.checkout-states). */
export const expireCheckout: Handler<"ExpireCheckout"> = ({ path }, call) =>
  checkouts.run(path.open_checkout_id, expire, call, {});

/**
 * Brings the checkouts of a locked invoice to the state that follows from its own (commerce.checkout-states). Once it
 * is paid they are complete; once it is no longer owed the open ones expire.
 */
export async function settleCheckouts(tx: TeamTx, invoice: { id: string; status: string }): Promise<void> {
  const { id: invoiceId, status } = invoice;
  if (status === "open" || status === "draft") return;
  const isPaid = status === "paid";
  const rows = await tx.query<StoredDocument & Row & { former: string }>({
    name: `commerce.checkouts.settle ${isPaid ? "paid" : "expired"}`,
    text: isPaid
      ? `update commerce.checkouts t set status = 'complete', payment_status = 'paid', updated_at = clock_timestamp(),
  version = t.version + 1
where t.team_id = $1 and t.invoice_id = $2 and t.payment_status = 'unpaid'
  and (t.status = 'complete' or (t.status = 'open' and not (${IS_PAST})))
returning ${SETTLED}`
      : `update commerce.checkouts t set status = 'expired', updated_at = clock_timestamp(), version = t.version + 1
where t.team_id = $1 and t.invoice_id = $2 and t.status = 'open' returning ${SETTLED}`,
    values: [tx.context.teamId, invoiceId],
  });
  if (isPaid || status === "void") endSessions(tx, { kind: "invoices", id: invoiceId });
  for (const { id, body, isTest, former } of rows) {
    const type = isPaid ? "checkout.completed" : "checkout.expired";
    // One whose order was placed without a payment was complete before.
    if (former === "open")
      publish(tx, { type, id, object: body, previous: { status: former }, test: isTest });
    checkouts.record(tx, isPaid ? "complete" : "expire", id);
  }
}

const SETTLED = `${STORED_CHECKOUT}, old.status as former`;
