import { one, instant, type Statement, type TeamTx } from "@jst/db";
import { contactOf } from "@jst/directory";
import type { BillTo, Checkout } from "../../gen/rpc.ts";
import { pageMarkOf } from "../documents/hosted.ts";
import { taxJson, type StoredDocument } from "../documents/document.ts";
import { IS_TEST, teamNow } from "../settings/team-now.ts";
import { endSessions } from "./end-sessions.ts";

/** SQL of whether the checkout `t` is past its time; one that is complete is not asked. */
export const IS_PAST = `t.expires_at <= ${teamNow()}`;

/** SQL of the state that the checkout `t` is in now: an open one expires by its time, whoever looks. */
export const STATUS = `case when t.status = 'open' and ${IS_PAST} then 'expired' else t.status end`;

/** A checkout as the API shows it, over the row `t`. */
export const CHECKOUT_JSON = `(select row_to_json(r) from (select
  t.id,
  ${pageMarkOf("checkout")} as url,
  ${STATUS} as status,
  t.payment_status,
  t.mode,
  ${contactOf("t.contact_id")} as contact_id,
  t.currency,
  commerce.lines_with_rates(t.line_items) as line_items,
  t.subtotal,
  t.discount_total,
  t.tax_total,
  t.total,
  ${taxJson("line_items")},
  t.recurring,
  ${instant("t.expires_at")} as expires_at,
  t.success_url,
  t.cancel_url,
  t.invoice_id,
  t.subscription_id,
  t.memo,
  t.metadata,
  ${instant("t.created_at")} as created_at,
  ${instant("t.updated_at")} as updated_at,
  json_build_object('type', t.created_by_type, 'id', nullif(t.created_by_id, '')) as created_by,
  t.version
) r)`;

/** Columns that a write of a checkout answers. */
export const STORED = `t.id, t.version, ${CHECKOUT_JSON}::text as body, ${IS_TEST} as "isTest"`;

/** A checkout with what is not shown of it. */
export interface ReadCheckout {
  checkout: Checkout;
  billTo: BillTo | null;
  /** True where an invoice was named when it was made. */
  isOfInvoice: boolean;
  /** State of its invoice; null where it has none. */
  invoiceStatus: string | null;
  /** True of an open one, also past its time: nobody has ended it. */
  isUnended: boolean;
}

const READ = `${CHECKOUT_JSON}::text as body, t.version, t.bill_to as "billTo", t.is_of_invoice as "isOfInvoice",
  (select i.status from commerce.invoices i where i.team_id = t.team_id and i.id = t.invoice_id) as "invoiceStatus",
  t.status = 'open' as "isUnended" from commerce.checkouts t where t.team_id = $1 and t.id = $2`;

/** Reads one checkout. */
export function findCheckout(teamId: string, id: string): Statement {
  return { name: "commerce.checkouts.find", text: `select ${READ}`, values: [teamId, id] };
}

/** Reads one checkout, which stays as it is until the transaction ends. Its invoice is held before it. */
export async function lockCheckout(tx: TeamTx, id: string): Promise<ReadCheckout | undefined> {
  const [row] = await tx.query<CheckoutRow>({
    name: "commerce.checkouts.hold",
    text: `select ${READ} for no key update`,
    values: [tx.context.teamId, id],
  });
  return row && readCheckout(row);
}

/** A row of findCheckout. */
export interface CheckoutRow extends Record<string, unknown>, Omit<ReadCheckout, "checkout"> {
  body: string;
  version: number;
}

/** Reads a row. */
export function readCheckout({
  body,
  billTo,
  isOfInvoice,
  isUnended,
  invoiceStatus,
}: CheckoutRow): ReadCheckout {
  const checkout = JSON.parse(body) as Checkout;
  return { checkout, billTo, isOfInvoice, isUnended, invoiceStatus };
}

/** Columns of a completed checkout. */
export interface CompletedCheckout {
  status: "complete";
  payment_status: Checkout["payment_status"];
  contact_id: string;
  bill_to: string;
  invoice_id: string;
  subscription_id: string | null;
}

/** SQL of the new value; the stored contact of a checkout stays, whatever it is merged into. */
const valueOf = (name: string, place: string): string =>
  name === "contact_id" ? `coalesce(t.contact_id, ${place})` : place;

/** Moves a held checkout, and answers it as the API shows it. */
export async function changeCheckout(
  tx: TeamTx,
  id: string,
  change: { status: "expired" } | CompletedCheckout,
): Promise<StoredDocument> {
  const names = Object.keys(change).sort();
  const rows = await tx.query<StoredDocument & Record<string, unknown>>({
    name: `commerce.checkouts.${change.status}`,
    text: `update commerce.checkouts t
set ${names.map((name, at) => `"${name}" = ${valueOf(name, `$${at + 3}`)}`).join(", ")}, updated_at = clock_timestamp(), version = t.version + 1
where t.team_id = $1 and t.id = $2
returning ${STORED}`,
    values: [tx.context.teamId, id, ...names.map((name) => change[name as keyof typeof change])],
  });
  endSessions(tx, { kind: "checkouts", id });
  return one(rows);
}
