import { requireId } from "@jst/resource";
import type { Handler } from "../../gen/rpc.ts";
import { tasks } from "./task.ts";

/** Makes the task done, whatever it was; one that is done stays as it is, and so does the time it was completed at. */
export const completeTask: Handler<"CompleteTask"> = ({ path }, call) => {
  const id = requireId(path.task_id);
  return call.write((tx) => tasks.apply(tx, id, { members: { status: "done" } }, call.ifMatch));
};
