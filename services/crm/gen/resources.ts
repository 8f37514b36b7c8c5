// Generated from protos/ by `make gen`; edits are lost.

import type { Declaration } from "@jst/resource";
import type { ListTasksQuery, Task } from "./rpc.ts";

/** Members of a task that its writer decides. */
export type TaskValues = Pick<Task, "title" | "status" | "assignee_id" | "due_at" | "priority" | "project" | "contact_id">;

/** Task, as its proto declares it. */
export const taskDeclaration: Declaration<Task, TaskValues, ListTasksQuery> = {
  name: "tasks",
  noun: "task",
  table: "crm.tasks",
  path: "/api/v1/tasks",
  id: "task_id",
  item: "Task",
  list: "crm.v1.Tasks/ListTasks",
  isArchived: false,
  members: [
    {"name":"title","kind":"text","isNeverNull":true,"isWritable":true,"isTrimmed":true,"isSearched":true},
    {"name":"status","kind":"select","values":["todo","in_progress","blocked","done","cancelled"],"initial":"todo","isNeverNull":true,"isWritable":true,"isListed":true},
    {"name":"assignee_id","kind":"uuid","isWritable":true,"isListed":true},
    {"name":"due_at","kind":"datetime","isWritable":true},
    {"name":"priority","kind":"select","values":["low","normal","high"],"initial":"normal","isNeverNull":true,"isWritable":true,"isListed":true},
    {"name":"project","kind":"text","isWritable":true,"isTrimmed":true,"isListed":true,"isSearched":true},
    {"name":"contact_id","kind":"uuid","isWritable":true,"isListed":true},
    {"name":"completed_at","kind":"datetime"},
  ],
};
