import type { Handler } from "../../gen/rpc.ts";
import { workflows } from "./workflow.ts";

/** Answers one page of the team's workflows. */
export const listWorkflows: Handler<"ListWorkflows"> = workflows.page;
