import { AppError } from "@jst/errors";
import type { Handler } from "../../gen/rpc.ts";
import { requireStepUp } from "../passkeys/step-up-guard.ts";
import { approvalRules } from "./approval-rule.ts";
import { lockRules, readList, RULES_MAX } from "./queries.ts";

/**
 * Stores a rule, after the last one where no position is given; a team has 50 at most (rules.rule). May need a passkey
 * (passkeys.trust).
 */
export const createApprovalRule: Handler<"CreateApprovalRule"> = async ({ body }, call) => {
  await requireStepUp(call);
  const draft = approvalRules.draft(body);
  return approvalRules.answering(call, () =>
    call.write(async (tx) => {
      await tx.query(lockRules(tx.context.teamId));
      const { count, next } = await readList(tx);
      if (count >= RULES_MAX) throw tooManyRules();
      return approvalRules.insert(tx, { ...draft, position: body.position ?? next }, call);
    }),
  );
};

/** Makes the refusal of a rule beyond the most that a team may have. */
export function tooManyRules(): AppError {
  return new AppError(
    "limit_reached",
    `The team already has ${RULES_MAX} approval rules, which is the maximum. Change a rule, or delete a rule that you no longer need.`,
  );
}
