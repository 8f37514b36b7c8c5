import { instant, one, type Statement, type TeamTx } from "@jst/db";
import { contactOf } from "@jst/directory";
import type { Quote, Recurring } from "../../gen/rpc.ts";
import type { StoredDocument } from "../documents/document.ts";
import type { Draft } from "../documents/draft.ts";
import { pageMark } from "../documents/hosted.ts";
import { changeRow, numberOf, SELLER, sumsJson, takeNumber, WRITTEN_JSON } from "../documents/rows.ts";
import { IS_TEST, teamNow } from "../settings/team-settings.ts";

const IS_EXPIRED = `t.status = 'open' and t.expires_at <= ${teamNow()}`;

/** SQL of the present state of the quote `t`: an open quote is expired after expires_at (commerce.quote). */
export const STATUS = `case when ${IS_EXPIRED} then 'expired' else t.status end`;

/** A quote as the API shows it, over the row `t`. */
export const QUOTE_JSON = `(select row_to_json(r) from (select
  t.id,
  t.number,
  ${STATUS} as status,
  ${contactOf("t.contact_id")} as contact_id,
  t.bill_to,
  t.bill_from,
  t.currency,
  ${sumsJson("line_items")},
  ${instant("t.expires_at")} as expires_at,
  t.recurring,
  t.memo,
  t.footer,
  t.metadata,
  ${pageMark("quotes")} as hosted_url,
  case when t.result_id is not null then json_build_object('type', t.result_type, 'id', t.result_id) end as result_ref,
  json_build_object('finalized_at', ${instant("t.finalized_at")}, 'accepted_at', ${instant("t.accepted_at")},
    'declined_at', ${instant("t.declined_at")},
    'expired_at', case when ${IS_EXPIRED} then ${instant("t.expires_at")} end,
    'canceled_at', ${instant("t.canceled_at")}) as status_transitions,
  ${WRITTEN_JSON}
) r)`;

/** Columns that a write of a quote returns. */
const STORED = `t.id, t.version, ${QUOTE_JSON}::text as body, ${IS_TEST} as "isTest"`;

/** Quote that this transaction has locked. */
export interface LockedQuote {
  quote: Quote;
  /** True if expires_at has passed. Only an open quote is `expired` then; a draft stays a draft. */
  isPast: boolean;
}

/** Reads one quote. */
export function findQuote(teamId: string, id: string): Statement {
  const text = `select ${QUOTE_JSON}::text as body, t.version, t.status = 'open' as "followsClock"
from commerce.quotes t where t.team_id = $1 and t.id = $2 and t.deleted_at is null`;
  return { name: "commerce.quotes.find", text, values: [teamId, id] };
}

/** Locks one quote until the transaction ends. */
export async function lockQuote(tx: TeamTx, id: string): Promise<LockedQuote | undefined> {
  const [row] = await tx.query<LockedQuote & Record<string, unknown>>({
    name: "commerce.quotes.lock",
    text: `select ${QUOTE_JSON} as quote, t.expires_at <= ${teamNow()} as "isPast"
from commerce.quotes t where t.team_id = $1 and t.id = $2 and t.deleted_at is null for no key update`,
    values: [tx.context.teamId, id],
  });
  return row;
}

/** Sets the state of a locked quote and its time `<state>_at`, and returns the quote as the API shows it. */
export const changeState = (
  tx: TeamTx,
  id: string,
  status: "accepted" | "declined" | "canceled",
  result?: { type: "invoice" | "subscription"; id: string },
): Promise<StoredDocument> =>
  changeRow(tx, { name: "quotes", returning: STORED }, id, {
    change: { status, ...(result && { result_type: result.type, result_id: result.id }) },
    stamp: `${status}_at`,
  });

/** A new quote, in the form of its columns. */
export interface DraftQuote extends Omit<Draft, "bill_to"> {
  bill_to: object;
  /** Null means in thirty days. */
  expires_at: string | null;
  recurring: Recurring | null;
}

/** Stores a new quote: a draft, or open with the next number. */
export async function insertQuote(tx: TeamTx, draft: DraftQuote, isFinal: boolean): Promise<StoredDocument> {
  const { teamId, actorType, actorId } = tx.context;
  const { contact_id, bill_to, currency, line_items, subtotal, discount_total, tax_total, total } = draft;
  const { expires_at, recurring, memo, footer, metadata } = draft;
  const text = isFinal
    ? `with n as (${takeNumber("quote", tx.isPreview)})
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

/** Gives a locked draft the next number; it is open then. */
export async function finalizeDraft(tx: TeamTx, id: string): Promise<StoredDocument> {
  const text = `with n as (${takeNumber("quote", tx.isPreview)})
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
