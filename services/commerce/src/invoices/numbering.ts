import { one, type TeamTx } from "@jst/db";
import type { Draft } from "../documents/draft.ts";
import { numberOf, SELLER, takeNumber } from "../documents/rows.ts";
import { stored, type StoredInvoice } from "./invoice.ts";

const NUMBER = numberOf("invoice");
const issued = (zone: string): string => `(n.now at time zone ${zone})::date`;

/** A new invoice, in the form of its columns. */
export interface DraftInvoice extends Omit<Draft, "bill_to"> {
  bill_to: object;
  due_date: string | null;
  days_until_due: number | null;
}

/** Options of a new invoice. */
export interface InvoiceOptions {
  isFinal: boolean;
  timezone: string;
  /** Source of the invoice; a caller's request if absent. */
  source?: { type: "quote" | "subscription" | "checkout"; id: string };
  /** Period of a subscription that it is for. */
  period?: { start: string; end: string };
  /** Its id, where something else names it already. */
  id?: string;
}

/** Stores a new invoice: a draft, or finalized with the next number, and paid where there is nothing to pay. */
export async function insertInvoice(
  tx: TeamTx,
  draft: DraftInvoice,
  { isFinal, timezone, source, period, id }: InvoiceOptions,
): Promise<StoredInvoice> {
  const { teamId, actorType, actorId } = tx.context;
  const { contact_id, bill_to, currency, line_items, subtotal, discount_total, tax_total, total } = draft;
  const { due_date, days_until_due, memo, footer, metadata } = draft;
  const isPreview = tx.isPreview;
  const text = isFinal
    ? `with n as (${takeNumber("invoice", isPreview)})
insert into commerce.invoices as t (${COLUMNS}, status, due_date, number, issued_on, bill_from, finalized_at, paid_at)
select ${VALUES}, case when $10::bigint = 0 then 'paid' else 'open' end,
  coalesce($16::date, ${issued("$2")} + $11::integer), ${NUMBER}, ${issued("$2")}, ${SELLER}, n.at,
  case when $10::bigint = 0 then n.at end
from n returning ${stored("$2")}`
    : `insert into commerce.invoices as t (${COLUMNS}, status, due_date)
select ${VALUES}, 'draft', $16::date returning ${stored("$2")}`;
  const kind = isFinal ? (isPreview ? "preview" : "final") : "draft";
  const rows = await tx.query<StoredInvoice & Record<string, unknown>>({
    name: `commerce.invoices.insert ${kind}`,
    text,
    values: [
      ...[teamId, timezone, contact_id, JSON.stringify(bill_to), currency, JSON.stringify(line_items)],
      ...[subtotal, discount_total, tax_total, total, days_until_due, memo, footer],
      ...[JSON.stringify(metadata), actorType, due_date, actorId],
      ...[source?.type ?? "api", source?.id ?? null, id ?? null, period?.start ?? null, period?.end ?? null],
      ...[draft.tax_behavior, draft.tax_rounding],
    ],
  });
  return one(rows);
}

const COLUMNS = `team_id, contact_id, bill_to, currency, line_items, subtotal, discount_total, tax_total, total,
  days_until_due, memo, footer, metadata, created_by_type, created_by_id, source_type, source_id, id,
  period_start, period_end, tax_behavior, tax_rounding`;
const VALUES = `$1::uuid, $3::uuid, $4::jsonb, $5::text, $6::jsonb, $7::bigint, $8::bigint, $9::bigint, $10::bigint,
  $11::integer, $12::text, $13::text, $14::jsonb, $15::text, $17::text, $18::text, $19::uuid,
  coalesce($20::uuid, uuidv7()), $21::timestamptz, $22::timestamptz,
  $23::text, $24::text`;

/** Gives a held draft the next number; it is open then, or paid where there is nothing to pay. */
export async function finalizeDraft(tx: TeamTx, id: string, timezone: string): Promise<StoredInvoice> {
  const text = `with n as (${takeNumber("invoice", tx.isPreview)})
update commerce.invoices t set status = case when t.total = 0 then 'paid' else 'open' end, number = ${NUMBER},
  issued_on = ${issued("$3")}, due_date = coalesce(t.due_date, ${issued("$3")} + coalesce(t.days_until_due, 30)),
  bill_from = ${SELLER}, finalized_at = n.at, paid_at = case when t.total = 0 then n.at end,
  updated_at = clock_timestamp(), version = t.version + 1
from n where t.team_id = $1 and t.id = $2 returning ${stored("$3")}`;
  const rows = await tx.query<StoredInvoice & Record<string, unknown>>({
    name: `commerce.invoices.finalize${tx.isPreview ? " preview" : ""}`,
    text,
    values: [tx.context.teamId, id, timezone],
  });
  return one(rows);
}
