import type { Handler } from "../../gen/rpc.ts";
import { approvalRules } from "./approval-rule.ts";

/** Answers one page of the team's rules; `sort=position:asc` has them as they are tried. */
export const listApprovalRules: Handler<"ListApprovalRules"> = approvalRules.page;
