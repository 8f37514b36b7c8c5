import type { Row, TeamTx } from "@jst/db";
import type { Form } from "../../gen/rpc.ts";
import { SUBMISSION } from "./submission.ts";

/** As much of a form as a submission is judged by. */
export interface OpenForm
  extends Row, Pick<Form, "id" | "slug" | "status" | "version" | "fields" | "settings"> {
  isEarly: boolean;
  isLate: boolean;
}

/** A submission to be stored. */
export interface Draft {
  formId: string;
  formVersion: number;
  data: object;
  contactId: string | null;
  emailKey: string | null;
  source: string;
  metadata: object;
  search: string;
}

const SHARDS = 16;

/**
 * Reads the form by its id; until the transaction ends, nobody changes it, and others may submit it. Times are the
 * database's.
 */
export async function holdForm(tx: TeamTx, id: string): Promise<OpenForm | undefined> {
  const text = `select f.id, f.slug, f.status, f.version, f.fields, f.settings,
  coalesce((f.settings ->> 'opens_at')::timestamptz > clock_timestamp(), false) as "isEarly",
  coalesce((f.settings ->> 'closes_at')::timestamptz <= clock_timestamp(), false) as "isLate"
from crm.forms f where f.team_id = $1 and f.id = $2 for share`;
  const values = [tx.context.teamId, id];
  const [form] = await tx.query<OpenForm>({ name: "crm.submissions.hold_form", text, values });
  return form;
}

/** Waits until no other submission holds this of the form, and keeps others from it until the transaction ends. */
export async function takeTurn(tx: TeamTx, formId: string, what: string): Promise<void> {
  const text = "select pg_advisory_xact_lock(hashtextextended($1 || ' ' || $2 || ' ' || $3, 0))";
  const values = [tx.context.teamId, `submissions ${formId}`, what];
  await tx.query({ name: "crm.submissions.take_turn", text, values });
}

/** True where the form has as many submissions, or more. */
export async function hasAtLeast(tx: TeamTx, formId: string, count: number): Promise<boolean> {
  const text = `select coalesce(sum(n.submissions), 0) >= $3 as reached
from crm.submission_counts n where n.team_id = $1 and n.form_id = $2`;
  const values = [tx.context.teamId, formId, count];
  const [row] = await tx.query<{ reached: boolean }>({ name: "crm.submissions.count", text, values });
  return row?.reached ?? false;
}

/** True where the form has a submission with this address, in one spelling, or of this contact. */
export async function hasSubmitted(
  tx: TeamTx,
  formId: string,
  by: { column: "email_key" | "contact_id"; value: string },
): Promise<boolean> {
  const text = `select from crm.submissions t
where t.team_id = $1 and t.form_id = $2 and t.${by.column} = $3 limit 1`;
  const values = [tx.context.teamId, formId, by.value];
  return (await tx.query({ name: `crm.submissions.by_${by.column}`, text, values })).length > 0;
}

/** Stores the submission, and answers it as the API shows it; its form has one more when the transaction commits. */
export async function insertSubmission(tx: TeamTx, draft: Draft): Promise<{ id: string; body: string }> {
  const { teamId, actorType, actorId } = tx.context;
  const text = `insert into crm.submissions as t
  (team_id, form_id, form_version, data, contact_id, email_key, source, metadata, search, created_by_type, created_by_id)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
returning t.id, ${SUBMISSION}::text as body`;
  const values = [
    ...[teamId, draft.formId, draft.formVersion, draft.data, draft.contactId, draft.emailKey],
    ...[draft.source, draft.metadata, draft.search, actorType, actorId],
  ];
  const [stored] = await tx.query<{ id: string; body: string }>({
    name: "crm.submissions.insert",
    text,
    values,
  });
  if (stored === undefined) throw new Error("A statement that answers one row answered none.");
  tx.defer({
    name: "crm.submissions.counted",
    text: `insert into crm.submission_counts as n (team_id, form_id, shard, submissions) values ($1, $2, $3, 1)
on conflict (team_id, form_id, shard) do update set submissions = n.submissions + 1`,
    values: [teamId, draft.formId, Math.floor(Math.random() * SHARDS)],
  });
  return stored;
}
