import type { Handler } from "../../gen/rpc.ts";
import { tasks } from "./task.ts";

/** Answers one page of the team's tasks. */
export const listTasks: Handler<"ListTasks"> = tasks.page;
