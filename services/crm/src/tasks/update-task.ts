import type { Handler } from "../../gen/rpc.ts";
import { tasks } from "./task.ts";

/** Merges the patch into the task; one after which it reads as before writes nothing. */
export const updateTask: Handler<"UpdateTask"> = tasks.update;
