import type { Reference } from "@jst/directory";
import { validationFailed } from "@jst/errors";
import { resource, uniqueName } from "@jst/resource";
import { emailRuleDeclaration, type EmailRuleValues } from "../../gen/resources.ts";
import type { Deps } from "../deps.ts";
import { actionFaults, matchFaults } from "./rule-faults.ts";

/** Rules for inbound mail, by team (comms.rule). */
export const emailRules = resource(emailRuleDeclaration)<Deps>({
  check: async ({ match, actions = [] }, call) => {
    const errors = [
      ...(match === undefined ? [] : matchFaults(match)),
      ...(await actionFaults(actions, (texts) => call.deps.liquid.read(call.caller.team_id, texts))),
    ];
    if (errors.length > 0) throw validationFailed(errors);
    await call.deps.directory.requireKnown(call, ...named(actions));
  },
  refusals: { email_rules_name_taken: uniqueName("e-mail rule") },
  texts: ["t.name"],
});

/** The members and tables that actions name. */
function named(actions: EmailRuleValues["actions"]): Reference<"member" | "table">[] {
  return actions.flatMap(({ member_id: member, table_id: table }, index) => [
    { kind: "member", field: `actions.${index}.member_id`, id: member },
    { kind: "table", field: `actions.${index}.table_id`, id: table },
  ]);
}
