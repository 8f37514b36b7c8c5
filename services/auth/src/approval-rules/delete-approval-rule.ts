import { requireId } from "@jst/resource";
import type { Handler } from "../../gen/rpc.ts";
import { requireStepUp } from "../passkeys/step-up-guard.ts";
import { approvalRules } from "./approval-rule.ts";
import { ownOf, recordChange } from "./record.ts";

/** Deletes a rule; it judges no write any more. May need a passkey (passkeys.trust). */
export const deleteApprovalRule: Handler<"DeleteApprovalRule"> = async ({ path }, call) => {
  await requireStepUp(call);
  const id = requireId(path.approval_rule_id);
  return call.write(async (tx) => {
    const locked = await approvalRules.store.lock(tx, id);
    const { body } = await approvalRules.take(tx, id, call.ifMatch);
    if (locked !== undefined) {
      const { item } = locked;
      recordChange(tx, { id: item.id, name: item.name, before: ownOf(item), after: null });
    }
    return { body: { id: (body as { id: string }).id, deleted: true } };
  });
};
