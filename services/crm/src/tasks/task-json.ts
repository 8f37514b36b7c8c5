import { instant } from "../instant.ts";

/** The one representation of a task: an SQL expression of type json over the row `t` of crm.tasks. */
export const TASK_JSON = `(select row_to_json(r) from (select
  t.id, t.title, t.status, t.assignee_id,
  ${instant("t.due_at")} as due_at,
  t.priority, t.project, t.contact_id,
  ${instant("t.completed_at")} as completed_at,
  ${instant("t.created_at")} as created_at,
  ${instant("t.updated_at")} as updated_at,
  json_build_object('type', t.created_by_type, 'id', t.created_by_id) as created_by,
  t.version
) r)`;
