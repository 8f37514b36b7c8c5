import type { InternalHandler } from "../../gen/rpc.ts";
import { liveRules } from "../approval-rules-operator/written-rules.ts";
import { draftsOf, faultsOfDrafts } from "../approval-rules/drafts.ts";

/** Answers what is wrong with rules that nobody has saved, in one list, as saving them would (rules.try). */
export const checkRules: InternalHandler<"CheckRules"> = async (
  { team_id, rules },
  { deps: { operator } },
) => {
  const { drafts, errors } = draftsOf(rules);
  const before = new Map((await liveRules(operator, team_id)).map((rule) => [rule.name, rule]));
  const faults = await faultsOfDrafts((one) => operator.query(one), team_id, drafts, before);
  return { body: { errors: [...errors, ...faults] } };
};
