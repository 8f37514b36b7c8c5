import { one, instant, type Statement, type TeamTx } from "@jst/db";
import { contactOf } from "@jst/directory";
import type { Quote } from "../../gen/rpc.ts";
import { pageMark } from "../documents/hosted.ts";
import { taxJson, type StoredDocument } from "../documents/document.ts";
import { IS_TEST, teamNow } from "../settings/team-now.ts";

const IS_EXPIRED = `t.status = 'open' and t.expires_at <= ${teamNow()}`;

/** SQL of the state that the quote `t` is in now: an open one expires by its time, whoever looks (commerce.quote). */
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
  commerce.lines_with_rates(t.line_items) as line_items,
  t.subtotal,
  t.discount_total,
  t.tax_total,
  t.total,
  ${taxJson("line_items")},
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
  ${instant("t.created_at")} as created_at,
  ${instant("t.updated_at")} as updated_at,
  json_build_object('type', t.created_by_type, 'id', nullif(t.created_by_id, '')) as created_by,
  t.version
) r)`;

/** Columns that a write of a quote answers. */
export const STORED = `t.id, t.version, ${QUOTE_JSON}::text as body, ${IS_TEST} as "isTest"`;

/** A quote that no other transaction writes until this one ends. */
export interface LockedQuote {
  quote: Quote;
  /** True where its time is past; a draft does not expire by that. */
  isPast: boolean;
}

/** Reads one quote. */
export function findQuote(teamId: string, id: string): Statement {
  const text = `select ${QUOTE_JSON}::text as body, t.version, t.status = 'open' as "followsClock"
from commerce.quotes t where t.team_id = $1 and t.id = $2 and t.deleted_at is null`;
  return { name: "commerce.quotes.find", text, values: [teamId, id] };
}

/** Reads one quote, which stays as it is until the transaction ends. */
export async function lockQuote(tx: TeamTx, id: string): Promise<LockedQuote | undefined> {
  const [row] = await tx.query<LockedQuote & Record<string, unknown>>({
    name: "commerce.quotes.hold",
    text: `select ${QUOTE_JSON} as quote, t.expires_at <= ${teamNow()} as "isPast"
from commerce.quotes t where t.team_id = $1 and t.id = $2 and t.deleted_at is null for no key update`,
    values: [tx.context.teamId, id],
  });
  return row;
}

/** Moves a held quote to a state, whose time is now, and answers it as the API shows it. */
export async function setState(
  tx: TeamTx,
  id: string,
  state: "accepted" | "declined" | "canceled",
  result?: { type: "invoice" | "subscription"; id: string },
): Promise<StoredDocument> {
  const rows = await tx.query<StoredDocument & Record<string, unknown>>({
    name: `commerce.quotes.${state}`,
    text: `update commerce.quotes t set status = '${state}', ${state}_at = clock_timestamp(),
result_type = $3, result_id = $4, updated_at = clock_timestamp(), version = t.version + 1
where t.team_id = $1 and t.id = $2 returning ${STORED}`,
    values: [tx.context.teamId, id, result?.type ?? null, result?.id ?? null],
  });
  return one(rows);
}
