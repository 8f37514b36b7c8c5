import type { Caller } from "@jst/caller";
import type { ApprovalRule, TeamRules } from "@jst/changes";
import { randomUUID } from "node:crypto";

/** An approval rule that queues all that is not given, with the defaults of auth. */
export function testRule(rule: Partial<ApprovalRule> = {}): ApprovalRule {
  return {
    id: randomUUID(),
    name: "rule",
    when: {},
    outcome: "queue",
    message: null,
    approvers: { roles: ["owner", "admin"], members: [] },
    needed: 1,
    allow_self: false,
    timeout_hours: 336,
    ...rule,
  };
}

/** The rules of a team that has these. */
export function testRules(...rules: Partial<ApprovalRule>[]): TeamRules {
  return { version: 1, rules: rules.map(testRule) };
}

/** The caller as auth signs it in a team with rules. */
export function ruled(caller: Caller): Caller {
  return { ...caller, team: { ...caller.team, rules: 1 } };
}
