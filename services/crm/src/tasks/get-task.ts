import type { Handler } from "../../gen/rpc.ts";
import { tasks } from "./task.ts";

/** Answers one task; 304 when the caller already has this version. */
export const getTask: Handler<"GetTask"> = tasks.read;
