import { one, type TeamTx } from "@jst/db";
import type { Recurring } from "../../gen/rpc.ts";
import type { Draft } from "../documents/draft.ts";
import { numberOf, SELLER, taken } from "../documents/numbers.ts";
import type { StoredDocument } from "../documents/document.ts";
import { teamNow } from "../settings/team-now.ts";
import { STORED } from "./quote.ts";

/** A new quote, in the form of its columns. */
export interface DraftQuote extends Omit<Draft, "bill_to"> {
  bill_to: object;
  /** In thirty days where it is null. */
  expires_at: string | null;
  recurring: Recurring | null;
}

/** Stores a new quote: a draft, or open with the next number. */
export async function insertQuote(tx: TeamTx, draft: DraftQuote, isFinal: boolean): Promise<StoredDocument> {
  const { teamId, actorType, actorId } = tx.context;
  const { contact_id, bill_to, currency, line_items, subtotal, discount_total, tax_total, total } = draft;
  const { expires_at, recurring, memo, footer, metadata } = draft;
  const text = isFinal
    ? `with n as (${taken("quote", tx.isPreview)})
insert into commerce.quotes as t (${COLUMNS}, status, number, bill_from, finalized_at)
select ${VALUES}, 'open', ${numberOf("quote")}, ${SELLER}, n.at from n returning ${STORED}`
    : `insert into commerce.quotes as t (${COLUMNS}, status) select ${VALUES}, 'draft' returning ${STORED}`;
  const kind = isFinal ? (tx.isPreview ? "preview" : "final") : "draft";
  const rows = await tx.query<StoredDocument & Record<string, unknown>>({
    name: `commerce.quotes.insert ${kind}`,
    text,
    values: [
      ...[teamId, contact_id, JSON.stringify(bill_to), currency, JSON.stringify(line_items)],
      ...[subtotal, discount_total, tax_total, total, expires_at],
      ...[recurring === null ? null : JSON.stringify(recurring), memo, footer, JSON.stringify(metadata)],
      ...[actorType, actorId, draft.tax_behavior, draft.tax_rounding],
    ],
  });
  return one(rows);
}

const COLUMNS = `team_id, contact_id, bill_to, currency, line_items, subtotal, discount_total, tax_total, total,
  expires_at, recurring, memo, footer, metadata, created_by_type, created_by_id, tax_behavior, tax_rounding`;
const VALUES = `$1::uuid, $2::uuid, $3::jsonb, $4::text, $5::jsonb, $6::bigint, $7::bigint, $8::bigint, $9::bigint,
  coalesce($10::timestamptz, ${teamNow()} + interval '720 hours'), $11::jsonb, $12::text, $13::text, $14::jsonb,
  $15::text, $16::text, $17::text, $18::text`;

/** Gives a held draft the next number; it is open then. */
export async function finalizeDraft(tx: TeamTx, id: string): Promise<StoredDocument> {
  const text = `with n as (${taken("quote", tx.isPreview)})
update commerce.quotes t set status = 'open', number = ${numberOf("quote")}, bill_from = ${SELLER},
  finalized_at = n.at, updated_at = clock_timestamp(), version = t.version + 1
from n where t.team_id = $1 and t.id = $2 returning ${STORED}`;
  const rows = await tx.query<StoredDocument & Record<string, unknown>>({
    name: `commerce.quotes.finalize${tx.isPreview ? " preview" : ""}`,
    text,
    values: [tx.context.teamId, id],
  });
  return one(rows);
}
