import type { Handler } from "../../gen/rpc.ts";
import { workflows } from "./workflow.ts";

/** Answers one workflow; 304 when the caller already has this version. */
export const getWorkflow: Handler<"GetWorkflow"> = workflows.read;
