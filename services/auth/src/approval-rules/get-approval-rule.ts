import type { Handler } from "../../gen/rpc.ts";
import { approvalRules } from "./approval-rule.ts";

/** Answers one rule; 304 when the caller already has this version. */
export const getApprovalRule: Handler<"GetApprovalRule"> = approvalRules.read;
