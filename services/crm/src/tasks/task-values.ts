import { type FieldError, validationFailed } from "@jst/errors";
import { parseTimestamp } from "@jst/query";
import type { NewTask, Task, TaskPatch } from "../../gen/rpc.ts";

/** Everything of a task that its writer decides, as stored. */
export const WRITABLE = [
  "title",
  "status",
  "assignee_id",
  "due_at",
  "priority",
  "project",
  "contact_id",
] as const satisfies readonly (keyof Task)[];

/** The writable members of a task. */
export type TaskValues = Pick<Task, (typeof WRITABLE)[number]>;

const EMPTY = {
  status: "todo",
  assignee_id: null,
  due_at: null,
  priority: "normal",
  project: null,
  contact_id: null,
} as const satisfies Omit<TaskValues, "title">;

/** The task a create describes, or validation_failed with every refused member. */
export function newTask(body: NewTask): TaskValues {
  return { ...EMPTY, title: body.title, ...readMembers(body) };
}

/**
 * The members of a body in their stored form: a title without surrounding blanks, a time to the millisecond, ids in
 * lower case, an empty project as none. Throws validation_failed with every refused member at once.
 */
export function readMembers(body: NewTask | TaskPatch): Partial<TaskValues> {
  const errors: FieldError[] = [];
  const { title, due_at, project, assignee_id, contact_id } = body;
  const members = {
    ...body,
    ...(title === undefined ? {} : { title: titleOf(title, errors) }),
    ...(due_at === undefined ? {} : { due_at: due_at === null ? null : instantOf(due_at, errors) }),
    ...(project === undefined ? {} : { project: project?.trim() === "" ? null : project }),
    ...(assignee_id === undefined ? {} : { assignee_id: assignee_id?.toLowerCase() ?? null }),
    ...(contact_id === undefined ? {} : { contact_id: contact_id?.toLowerCase() ?? null }),
  };
  if (errors.length > 0) throw validationFailed(errors);
  return members;
}

/** Names of the members that a write changes; empty when there is nothing to write. */
export function changedNames(before: Task, after: TaskValues): (keyof TaskValues)[] {
  return WRITABLE.filter((name) => before[name] !== after[name]);
}

function titleOf(text: string, errors: FieldError[]): string {
  const title = text.trim();
  if (title === "") errors.push({ field: "title", code: "required", message: "A task needs a title." });
  return title;
}

function instantOf(text: string, errors: FieldError[]): string {
  const stored = new Date(parseTimestamp(text) ?? Number.NaN);
  // A zone may carry the last day out of the years that have four digits.
  if (Number.isNaN(stored.getTime()) || !/^(?!0000)\d{4}-/.test(stored.toISOString())) {
    const message = "Write it as 2026-01-31T12:00:00Z, with a zone.";
    errors.push({ field: "due_at", code: "invalid_format", message });
    return text;
  }
  return stored.toISOString();
}
