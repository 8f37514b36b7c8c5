import type { Row, Statement, TeamTx } from "@jst/db";
import type { Task } from "../../gen/rpc.ts";
import { TASK_JSON } from "./task-json.ts";
import { WRITABLE, type TaskValues } from "./task-values.ts";

/** A task as a reply: its version for the ETag, and its JSON as PostgreSQL wrote it. */
export interface TaskRow extends Row {
  id: string;
  version: number;
  body: string;
}

const REPLY = `t.id, t.version, ${TASK_JSON}::text as body`;
const COLUMNS = WRITABLE.join(", ");
const FROM_VALUES = WRITABLE.map((name) => `v.${name}`).join(", ");

/** Reads one task. */
export function findTask(teamId: string, id: string): Statement {
  const text = `select ${REPLY} from crm.tasks t where t.team_id = $1 and t.id = $2`;
  return { name: "crm.tasks.find", text, values: [teamId, id] };
}

/** Stores a new task as the last thing of its transaction. */
export async function insertTask(tx: TeamTx, values: TaskValues): Promise<TaskRow> {
  const { teamId, actorType, actorId } = tx.context;
  const text = `insert into crm.tasks as t (team_id, ${COLUMNS}, created_by_type, created_by_id)
select $1, ${FROM_VALUES}, $3, $4
from jsonb_populate_record(null::crm.tasks, $2::jsonb) v
returning ${REPLY}`;
  const statement = { name: "crm.tasks.insert", text, values: [teamId, values, actorType, actorId] };
  return only(await tx.last<TaskRow>(statement));
}

/** Reads a task that no other transaction may write until this one ends; undefined when the team has none. */
export async function lockTask(tx: TeamTx, id: string): Promise<Task | undefined> {
  const text = `select ${TASK_JSON} as task from crm.tasks t where t.team_id = $1 and t.id = $2 for update`;
  const statement = { name: "crm.tasks.lock", text, values: [tx.context.teamId, id] };
  return (await tx.query<{ task: Task }>(statement))[0]?.task;
}

/**
 * Stores a locked task's next state as the last thing of its transaction. Its time is the clock's, not the
 * transaction's start: that may lie before the write it waited for.
 */
export async function updateTask(tx: TeamTx, id: string, values: TaskValues): Promise<TaskRow> {
  const text = `update crm.tasks t
set (${COLUMNS}) = (select ${FROM_VALUES} from jsonb_populate_record(null::crm.tasks, $3::jsonb) v),
  updated_at = clock_timestamp(),
  version = t.version + 1
where t.team_id = $1 and t.id = $2
returning ${REPLY}`;
  const statement = { name: "crm.tasks.update", text, values: [tx.context.teamId, id, values] };
  return only(await tx.last<TaskRow>(statement));
}

/** True when the team has this contact and it is not archived. */
export async function isLiveContact(tx: TeamTx, id: string): Promise<boolean> {
  const text = "select from crm.contacts c where c.team_id = $1 and c.id = $2 and c.archived_at is null";
  const found = await tx.query({ name: "crm.tasks.contact", text, values: [tx.context.teamId, id] });
  return found.length > 0;
}

function only<T>(rows: readonly T[]): T {
  const row = rows[0];
  if (row === undefined) throw new Error("A statement that answers one row answered none.");
  return row;
}
