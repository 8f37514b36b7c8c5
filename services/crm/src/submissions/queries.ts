import { one, type Row, type Statement, type TeamTx } from "@jst/db";
import { namedValues } from "@jst/resource";
import type { Form, FormField } from "../../gen/rpc.ts";
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
  /** Key of the page that sent it. */
  sentKey: Buffer | null;
}

const SHARDS = 16;

/** As much of a form, over the row `f`. Times are the database's. */
const OPEN_FORM = `f.id, f.slug, f.status, f.version, f.fields, f.settings,
  coalesce((f.settings ->> 'opens_at')::timestamptz > clock_timestamp(), false) as "isEarly",
  coalesce((f.settings ->> 'closes_at')::timestamptz <= clock_timestamp(), false) as "isLate"`;

/**
 * Reads the form by its id or slug; until the transaction ends, nobody changes it, and others may submit it.
 */
export async function lockForm(tx: TeamTx, named: string): Promise<OpenForm | undefined> {
  const text = `select ${OPEN_FORM}
from crm.forms f where f.team_id = $1 and f.id = coalesce(
  (select i.id from crm.forms i where i.team_id = $1 and i.id = $2::uuid),
  (select s.id from crm.forms s where s.team_id = $1 and s.slug = $3)) for share`;
  const values = namedValues(tx.context.teamId, named);
  const [form] = await tx.query<OpenForm>({ name: "crm.submissions.hold_form", text, values });
  return form;
}

/** A form as its page shows it. */
export interface ShownForm extends OpenForm, Pick<Form, "title" | "description"> {
  /** It has as many submissions as it takes. */
  isFull: boolean;
}

/** Reads a form by its slug. */
export function findShown(teamId: string, slug: string): Statement {
  const text = `select ${OPEN_FORM}, f.title, f.description,
  coalesce((f.settings ->> 'max_submissions')::bigint <= (
    select coalesce(sum(n.submissions), 0) from crm.submission_counts n
    where n.team_id = f.team_id and n.form_id = f.id), false) as "isFull"
from crm.forms f where f.team_id = $1 and f.slug = $2`;
  return { name: "crm.submissions.find_shown", text, values: [teamId, slug] };
}

/** Reads the fields of a version of the form; undefined for a version that it never had. */
export async function fieldsAt(tx: TeamTx, id: string, version: number): Promise<FormField[] | undefined> {
  const text = `select c.after -> 'fields' as fields from crm.changes c
where c.team_id = $1 and c.resource = 'forms' and c.resource_id = $2 and (c.after ->> 'version')::bigint = $3
order by c.seq desc limit 1`;
  const values = [tx.context.teamId, id, version];
  const [found] = await tx.query<{ fields: FormField[] }>({
    name: "crm.submissions.fields_at",
    text,
    values,
  });
  return found?.fields;
}

/** The submission that a page has made. */
export async function findSent(
  tx: TeamTx,
  formId: string,
  key: Buffer,
): Promise<{ id: string; body: string } | undefined> {
  const text = `select t.id, ${SUBMISSION}::text as body from crm.submissions t
where t.team_id = $1 and t.form_id = $2 and t.sent_key = $3`;
  const values = [tx.context.teamId, formId, key];
  const [found] = await tx.query<{ id: string; body: string }>({
    name: "crm.submissions.sent",
    text,
    values,
  });
  return found;
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
  (team_id, form_id, form_version, data, contact_id, email_key, source, metadata, search, created_by_type, created_by_id,
   sent_key)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
returning t.id, ${SUBMISSION}::text as body`;
  const values = [
    ...[teamId, draft.formId, draft.formVersion, draft.data, draft.contactId, draft.emailKey],
    ...[draft.source, draft.metadata, draft.search, actorType, actorId, draft.sentKey],
  ];
  const stored = one(
    await tx.query<{ id: string; body: string }>({
      name: "crm.submissions.insert",
      text,
      values,
    }),
  );
  tx.defer({
    name: "crm.submissions.counted",
    text: `insert into crm.submission_counts as n (team_id, form_id, shard, submissions) values ($1, $2, $3, 1)
on conflict (team_id, form_id, shard) do update set submissions = n.submissions + 1`,
    values: [teamId, draft.formId, Math.floor(Math.random() * SHARDS)],
  });
  return stored;
}
