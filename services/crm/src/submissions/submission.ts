import { fieldsOf, type ResourceList } from "@jst/query";
import { instant, type Statement } from "@jst/db";
import type { ListSubmissionsQuery } from "../../gen/rpc.ts";

/** A submission as the API shows it, over the row `t`. */
export const SUBMISSION = `(select row_to_json(r) from (select
  t.id,
  t.form_id,
  t.form_version,
  t.data,
  t.contact_id,
  ${instant("t.submitted_at")} as submitted_at,
  t.source,
  t.metadata,
  json_build_object('type', t.created_by_type, 'id', nullif(t.created_by_id, '')) as created_by
) r)`;

/** Fields of the list. */
export const submissionFields = fieldsOf(
  { name: "submitted_at", kind: "datetime", sql: "t.submitted_at", notNull: true },
  { name: "id", kind: "uuid", sql: "t.id", notNull: true, sort: false },
);

/** The submissions of a form, newest first. */
export function submissionsOf(teamId: string, formId: string): ResourceList<ListSubmissionsQuery> {
  return {
    plural: "submissions",
    route: `crm.v1.Submissions/ListSubmissions ${formId}`,
    from: "crm.submissions t",
    item: SUBMISSION,
    fields: submissionFields,
    texts: "t.search",
    order: "submitted_at:desc",
    where: (params) => [
      `t.team_id = ${params.add(teamId, "uuid")}`,
      `t.form_id = ${params.add(formId, "uuid")}`,
    ],
    filters: {
      since: (text, params) => `t.submitted_at >= ${params.addInstant(text)}`,
      until: (text, params) => `t.submitted_at < ${params.addInstant(text)}`,
      contact_id: (id, params) => `t.contact_id = ${params.add(id, "uuid")}`,
    },
  };
}

/** Reads one submission of the form. */
export function findSubmission(teamId: string, formId: string, id: string): Statement {
  const text = `select ${SUBMISSION}::text as body from crm.submissions t
where t.team_id = $1 and t.form_id = $2 and t.id = $3`;
  return { name: "crm.submissions.find", text, values: [teamId, formId, id] };
}
