import type { Handler } from "../../gen/rpc.ts";
import { requireId } from "../preconditions.ts";
import { applyPatch } from "./apply-patch.ts";

/** Makes the task done, whatever it was; one that is done stays as it is, and so does the time it was completed at. */
export const completeTask: Handler<"CompleteTask"> = ({ path }, call) => {
  const id = requireId(path.task_id);
  return call.write((tx) => applyPatch(tx, id, { status: "done" }, call.ifMatch));
};
