import { validationFailed } from "@jst/errors";
import { resource, uniqueName } from "@jst/resource";
import { approvalRuleDeclaration } from "../../gen/resources.ts";
import type { AccountDeps } from "../deps.ts";
import { storedConditions } from "./conditions.ts";
import { completeDeciding, storedApprovers } from "./deciding.ts";
import { referenceFaults } from "./references.ts";
import { recordStored } from "./record.ts";

/**
 * Rules by which writes of a team run, wait for approval or are refused (rules.rule). A trigger of the table moves the
 * version of the team's rules on with every write (rules.version).
 */
export const approvalRules = resource(approvalRuleDeclaration)<AccountDeps>({
  normalise: { when: storedConditions, approvers: storedApprovers },
  complete: completeDeciding,
  within: async (tx, next, before) => {
    const faults = await referenceFaults((statement) => tx.query(statement), tx.context.teamId, next, before);
    if (faults.length > 0) throw validationFailed(faults);
  },
  stored: recordStored,
  refusals: { approval_rules_name_taken: uniqueName("approval rule") },
});
