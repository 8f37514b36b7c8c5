import { instant, one, type Statement, type TeamTx } from "@jst/db";
import { contactOf } from "@jst/directory";
import { validationFailed } from "@jst/errors";
import type { Invoice } from "../../gen/rpc.ts";
import type { StoredDocument } from "../documents/document.ts";
import { pageMark } from "../documents/hosted.ts";
import { changeRow, sumsJson, WRITTEN_JSON } from "../documents/rows.ts";
import { IS_TEST, teamNow, todayIn } from "../settings/team-settings.ts";

/** SQL that is true if the invoice `t` is overdue. */
export const overdueIn = (zone: string): string => `(t.status = 'open' and t.due_date < ${todayIn(zone)})`;

/** An invoice as the API shows it, over the row `t`; `zone` is SQL of the team's zone. */
export const invoiceJson = (zone: string): string => `(select row_to_json(r) from (select
  t.id,
  t.number,
  t.status,
  ${contactOf("t.contact_id")} as contact_id,
  t.bill_to,
  t.bill_from,
  t.currency,
  ${sumsJson("line_items")},
  case when t.status = 'paid' then t.total else 0 end as amount_paid,
  case when t.status in ('paid', 'void') then 0 else t.total end as amount_due,
  t.issued_on,
  t.due_date,
  t.days_until_due,
  ${overdueIn(zone)} as overdue,
  t.memo,
  t.footer,
  t.metadata,
  ${pageMark("invoices")} as hosted_url,
  json_build_object('type', t.source_type, 'id', t.source_id) as source,
  case when t.period_start is not null then json_build_object(
    'start', ${instant("t.period_start")}, 'end', ${instant("t.period_end")}) end as period,
  t.payment,
  json_build_object('finalized_at', ${instant("t.finalized_at")}, 'paid_at', ${instant("t.paid_at")},
    'voided_at', ${instant("t.voided_at")},
    'marked_uncollectible_at', ${instant("t.marked_uncollectible_at")}) as status_transitions,
  ${WRITTEN_JSON}
) r)`;

/** An invoice that no other transaction writes until this one ends. */
export interface LockedInvoice {
  invoice: Invoice;
  /** Date in the team's zone. */
  today: string;
  /** Milliseconds since 1970 by the clock of the database, which notes what happens. */
  nowMs: number;
  /** The same by the team's now, where that is later. */
  latestMs: number;
}

/** Invoice as a write answers it. */
export interface StoredInvoice extends StoredDocument {
  status: Invoice["status"];
}

/** Columns that a write of an invoice returns, its JSON in the zone of this parameter. */
export const stored = (zone: string): string =>
  `t.id, t.version, t.status, ${invoiceJson(zone)}::text as body, ${IS_TEST} as "isTest"`;

/** Reads one invoice. */
export function findInvoice(teamId: string, id: string, timezone: string): Statement {
  const text = `select ${invoiceJson("$3")}::text as body, t.version, t.status = 'open' as "followsClock"
from commerce.invoices t where t.team_id = $1 and t.id = $2 and t.deleted_at is null`;
  return { name: "commerce.invoices.find", text, values: [teamId, id, timezone] };
}

/** Locks one invoice until the transaction ends. */
export async function lockInvoice(
  tx: TeamTx,
  id: string,
  timezone: string,
): Promise<LockedInvoice | undefined> {
  const [row] = await tx.query<Omit<LockedInvoice, "invoice"> & { body: string }>({
    name: "commerce.invoices.lock",
    text: `select ${invoiceJson("$3")}::text as body, ${todayIn("$3")}::text as today,
  (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs",
  (extract(epoch from greatest(clock_timestamp(), ${teamNow()})) * 1000)::float8 as "latestMs"
from commerce.invoices t where t.team_id = $1 and t.id = $2 and t.deleted_at is null for no key update`,
    values: [tx.context.teamId, id, timezone],
  });
  if (row === undefined) return undefined;
  const { body, ...locked } = row;
  return { ...locked, invoice: JSON.parse(body) as Invoice };
}

/** Changes a locked invoice and returns it as the API shows it. */
export const changeInvoice = (
  tx: TeamTx,
  id: string,
  timezone: string,
  what: Parameters<typeof changeRow>[3],
): Promise<StoredInvoice> =>
  changeRow(tx, { name: "invoices", returning: stored("$3"), parameters: [timezone] }, id, what);

/** Payment of the whole amount by a provider. */
export interface ProviderPayment {
  provider: string;
  method: string;
  reference: string | null;
  /** RFC 3339; now if absent. */
  paid_at?: string;
}

/** Days after which an invoice is due if its body names no other due date. */
export const DAYS_UNTIL_DUE = 30;

/** Throws validation_failed for an invoice that is due before today, a date in the team's zone. */
export function requireAhead(dueDate: string | null, today: string): void {
  if (dueDate === null || dueDate >= today) return;
  const message = `The due date is in the past. Send ${today} (today in the team's time zone) or a later date.`;
  throw validationFailed([{ field: "due_date", code: "out_of_range", message }]);
}

/** Reads today in the team's zone. */
export async function readToday(tx: TeamTx, timezone: string): Promise<string> {
  const text = `select ${todayIn("$1")}::text as today`;
  return one(await tx.query<{ today: string }>({ name: "commerce.today", text, values: [timezone] })).today;
}
