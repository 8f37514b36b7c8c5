import type { Handler } from "../../gen/rpc.ts";
import { tasks } from "./task.ts";

/** Stores the task, or nothing when it names a member or contact the team does not have. */
export const createTask: Handler<"CreateTask"> = tasks.create;
