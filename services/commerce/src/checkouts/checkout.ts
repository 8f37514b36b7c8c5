import { instant, type Statement, type TeamTx } from "@jst/db";
import { contactOf } from "@jst/directory";
import type { BillTo, Checkout, Recurring } from "../../gen/rpc.ts";
import type { StoredDocument } from "../documents/document.ts";
import { pageMarkOf } from "../documents/hosted.ts";
import { changeRow, insertRow, sumsJson, WRITTEN_JSON, type DocumentTable } from "../documents/rows.ts";
import type { ShownTotals } from "../money/line-items.ts";
import { IS_TEST, teamNow } from "../settings/team-settings.ts";

/** SQL of whether the checkout `t` is past its time; one that is complete is not asked. */
export const IS_PAST = `t.expires_at <= ${teamNow()}`;

/** SQL of the present state of the checkout `t`: an open one expires by its time. */
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
  ${sumsJson("line_items")},
  t.recurring,
  ${instant("t.expires_at")} as expires_at,
  t.success_url,
  t.cancel_url,
  t.invoice_id,
  t.subscription_id,
  t.memo,
  t.metadata,
  ${WRITTEN_JSON}
) r)`;

/** Columns of a stored checkout, over the row `t`. */
export const STORED_CHECKOUT = `t.id, t.version, ${CHECKOUT_JSON}::text as body, ${IS_TEST} as "isTest"`;

const table: DocumentTable = { name: "checkouts", returning: STORED_CHECKOUT };

/** Checkout, and the columns that the API does not show. */
export interface ReadCheckout {
  checkout: Checkout;
  billTo: BillTo | null;
  /** True if an invoice was named when it was made. */
  isOfInvoice: boolean;
  /** State of its invoice; null without one. */
  invoiceStatus: string | null;
  /** True of an open one, also past its time: nobody has ended it. */
  isUnended: boolean;
}

const READ = `${CHECKOUT_JSON}::text as body, t.version, t.bill_to as "billTo", t.is_of_invoice as "isOfInvoice",
  (select i.status from commerce.invoices i where i.team_id = t.team_id and i.id = t.invoice_id) as "invoiceStatus",
  t.status = 'open' as "isUnended" from commerce.checkouts t where t.team_id = $1 and t.id = $2`;

/** Reads one checkout. */
export function findCheckout(teamId: string, id: string): Statement {
  const text = `select t.status = 'open' as "followsClock", ${READ}`;
  return { name: "commerce.checkouts.find", text, values: [teamId, id] };
}

/** Locks one checkout until the transaction ends. Its invoice is locked before it. */
export async function lockCheckout(tx: TeamTx, id: string): Promise<ReadCheckout | undefined> {
  const [row] = await tx.query<CheckoutRow>({
    name: "commerce.checkouts.lock",
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

/** Columns of a completed checkout; the payer only if the checkout names none. */
export interface CompletedCheckout {
  status: "complete";
  payment_status: Checkout["payment_status"];
  contact_id?: string;
  bill_to?: BillTo;
  invoice_id: string;
  subscription_id: string | null;
}

/** Changes a locked checkout, and ends the open page of a provider for it. */
export async function changeCheckout(
  tx: TeamTx,
  id: string,
  change: { status: "expired" } | CompletedCheckout,
): Promise<StoredDocument> {
  const stored = await changeRow(tx, table, id, { change: { ...change } });
  endSessions(tx, { kind: "checkouts", id });
  return stored;
}

/** A new checkout, in the form of its columns. */
export interface DraftCheckout extends ShownTotals {
  id: string;
  mode: "payment" | "subscription";
  contact_id: string | null;
  bill_to: BillTo | object | null;
  currency: string;
  line_items: readonly object[];
  recurring: Recurring | null;
  memo: string | null;
  metadata: object;
  success_url: string;
  cancel_url: string;
  /** After which it expires. */
  minutes: number;
  /** Invoice that is to be paid; null for a checkout of lines. */
  invoice_id: string | null;
}

/** Stores a new checkout, which is open. */
export function insertCheckout(tx: TeamTx, { minutes, ...draft }: DraftCheckout): Promise<StoredDocument> {
  const columns = {
    ...draft,
    payment_status: draft.total === 0 ? "no_payment_required" : "unpaid",
    is_of_invoice: draft.invoice_id !== null,
    expires_at: minutes,
  };
  return insertRow(tx, table, columns, {
    expires_at: (parameter) =>
      `coalesce(commerce.test_clock_of($1), now()) + ${parameter}::integer * interval '1 minute'`,
  });
}

/** Kind and id of a payment's target: an invoice, or a checkout of lines. */
export interface TargetName {
  kind: "invoices" | "checkouts";
  id: string;
}

/** Ends the open page of a provider after the commit: nothing is owed on it any more (commerce.stripe). */
export function endSessions(tx: TeamTx, { kind, id }: TargetName): void {
  tx.defer({
    name: "commerce.attempts.end",
    text: `with ended as (
  update commerce.attempts a set url = null, expires_at = null, ended_at = clock_timestamp()
  where a.team_id = $1 and a.kind = $2 and a.target_id = $3 and a.url is not null
  returning old.reference as reference, old.expires_at as ends_at
)
insert into commerce.session_ends (team_id, reference, ends_at)
select $1, e.reference, e.ends_at from ended e where e.ends_at > clock_timestamp() on conflict do nothing`,
    values: [tx.context.teamId, kind, id],
  });
}

/** Ends one page after the commit; it closes by itself at `endsAt`. */
export function endSession(tx: TeamTx, reference: string, endsAt: string): void {
  tx.defer({
    name: "commerce.session_ends.note",
    text: `insert into commerce.session_ends (team_id, reference, ends_at) values ($1, $2, $3) on conflict do nothing`,
    values: [tx.context.teamId, reference, endsAt],
  });
}
