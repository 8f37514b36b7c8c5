import type { Handler } from "../../gen/rpc.ts";
import { requireId } from "../preconditions.ts";
import { applyPatch } from "./apply-patch.ts";
import { readMembers } from "./task-values.ts";

/** Merges the patch into the task in one transaction. */
export const updateTask: Handler<"UpdateTask"> = async ({ path, body }, call) => {
  const members = readMembers(body);
  await call.deps.directory.requireKnown(call, {
    kind: "member",
    field: "assignee_id",
    id: members.assignee_id,
  });
  const id = requireId(path.task_id);
  return call.write((tx) => applyPatch(tx, id, members, call.ifMatch));
};
