import type { Handler } from "../../gen/rpc.ts";
import { approvalRules } from "./approval-rule.ts";

/** Merges the patch into the rule; one after which it reads as before writes nothing. */
export const updateApprovalRule: Handler<"UpdateApprovalRule"> = approvalRules.update;
