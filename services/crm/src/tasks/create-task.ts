import type { Handler } from "../../gen/rpc.ts";
import * as queries from "./queries.ts";
import { requireContact } from "./require-contact.ts";
import { taskReply } from "./task-reply.ts";
import { newTask } from "./task-values.ts";

/** Stores the task, or nothing when it names a member or contact the team does not have. */
export const createTask: Handler<"CreateTask"> = async ({ body }, call) => {
  const task = newTask(body);
  await call.deps.directory.requireKnown(call, {
    kind: "member",
    field: "assignee_id",
    id: task.assignee_id,
  });
  return call.write(async (tx) => {
    await requireContact(tx, task.contact_id);
    const created = await queries.insertTask(tx, task);
    return taskReply(created, { location: `${call.baseUrl}/api/v1/tasks/${created.id}` });
  });
};
