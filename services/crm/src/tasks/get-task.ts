import { notFound } from "@jst/errors";
import type { Handler } from "../../gen/rpc.ts";
import { requireId } from "../preconditions.ts";
import * as queries from "./queries.ts";
import { taskReply } from "./task-reply.ts";

/** Answers one task; 304 when the caller already has this version. */
export const getTask: Handler<"GetTask"> = async ({ path }, call) => {
  const id = requireId(path.task_id);
  const [row] = await call.read<queries.TaskRow>(queries.findTask(call.caller.team_id, id));
  if (row === undefined) throw notFound();
  const reply = taskReply(row);
  return call.isKnown(row.version) ? { ...reply, status: 304 } : reply;
};
