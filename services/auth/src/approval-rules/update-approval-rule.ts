import type { Handler } from "../../gen/rpc.ts";
import { requireStepUp } from "../passkeys/step-up-guard.ts";
import { approvalRules } from "./approval-rule.ts";

/**
 * Merges the patch into the rule; one after which it reads as before writes nothing. May need a passkey
 * (passkeys.trust).
 */
export const updateApprovalRule: Handler<"UpdateApprovalRule"> = async (input, call) => {
  await requireStepUp(call);
  return approvalRules.update(input, call);
};
