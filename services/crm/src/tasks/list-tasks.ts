import { fieldsOf, resourcePage, sortText, type Params, type ResourceList } from "@jst/query";
import type { Handler, ListTasksQuery } from "../../gen/rpc.ts";
import { NewTask } from "../../gen/schemas.ts";
import { TASK_JSON } from "./task-json.ts";

/** Sorts by the place of a value in the list that the contract declares: low, normal, high. A text, as cursors have. */
function declaredOrder(name: "status" | "priority"): string {
  const members = NewTask["properties"] as Record<typeof name, { enum: string[] }>;
  const values = members[name].enum.map((value) => `'${value}'`);
  return `array_position(array[${values.join(", ")}], t.${name})::text`;
}

/** What a caller may name in `filter` and, where it has an order, in `sort`; SQL over the row `t`. */
const fields = fieldsOf(
  { name: "id", kind: "uuid", sql: "t.id", notNull: true },
  { name: "created_at", kind: "datetime", sql: "t.created_at", notNull: true },
  { name: "updated_at", kind: "datetime", sql: "t.updated_at", notNull: true },
  { name: "due_at", kind: "datetime", sql: "t.due_at" },
  { name: "completed_at", kind: "datetime", sql: "t.completed_at" },
  { name: "version", kind: "number", sql: "t.version", notNull: true },
  { name: "title", kind: "text", sql: "t.title", sort: sortText("t.title"), notNull: true },
  { name: "project", kind: "text", sql: "t.project", sort: sortText("t.project") },
  { name: "status", kind: "select", sql: "t.status", sort: declaredOrder("status"), notNull: true },
  { name: "priority", kind: "select", sql: "t.priority", sort: declaredOrder("priority"), notNull: true },
  { name: "assignee_id", kind: "uuid", sql: "t.assignee_id" },
  { name: "contact_id", kind: "uuid", sql: "t.contact_id" },
);

const equals = (column: string, type: string) => (value: string, params: Params) =>
  `t.${column} = ${params.add(value, type)}`;

const taskList = (teamId: string): ResourceList<ListTasksQuery> => ({
  plural: "tasks",
  route: "crm.v1.Tasks/ListTasks",
  from: "crm.tasks t",
  item: TASK_JSON,
  fields,
  texts: "t.search",
  where: (params) => [`t.team_id = ${params.add(teamId, "uuid")}`],
  filters: {
    status: equals("status", "text"),
    assignee_id: equals("assignee_id", "uuid"),
    project: equals("project", "text"),
    priority: equals("priority", "text"),
    contact_id: equals("contact_id", "uuid"),
  },
});

/** Answers one page of the team's tasks; its JSON is PostgreSQL's, passed through. */
export const listTasks: Handler<"ListTasks"> = async ({ query }, call) => ({
  body: await resourcePage(taskList(call.caller.team_id), query, call),
});
