import { validationFailed, type FieldError } from "@jst/errors";
import type { RuleApprovers } from "../../gen/rpc.ts";
import type { ApprovalRuleValues } from "../../gen/resources.ts";
import { lowered } from "./conditions.ts";

/** Members of a rule that only a queueing one has, with their defaults (rules.deciding). */
export const decidingDefaults = {
  approvers: { roles: ["owner", "admin"], members: [] },
  needed: 1,
  allow_self: false,
  timeout_hours: 336,
} as const satisfies Partial<ApprovalRuleValues>;

const DECIDING = Object.keys(decidingDefaults) as (keyof typeof decidingDefaults)[];

/** Returns the approvers as they are stored, with both lists. Adds what is wrong. */
export function storedApprovers(
  { roles = [], members = [] }: RuleApprovers,
  field: string,
  errors: FieldError[],
): Required<RuleApprovers> {
  if (roles.length + members.length === 0)
    errors.push({
      field,
      code: "required",
      message: 'Must have at least one role, such as "admin", or the id of a member.',
    });
  return { roles: [...new Set(roles)], members: [...new Set(lowered(members))] };
}

/**
 * Fills in how a queueing rule is decided on. A rule of another outcome has nothing of it: what is given is refused,
 * and what the rule had before is dropped.
 */
export function completeDeciding<Values extends ApprovalRuleValues>(
  next: Values,
  given: Partial<ApprovalRuleValues>,
): Values {
  if (next.outcome === "queue") {
    const missing = DECIDING.filter((name) => next[name] === null);
    return { ...next, ...Object.fromEntries(missing.map((name) => [name, decidingDefaults[name]])) };
  }
  const refused = DECIDING.filter((name) => (given[name] ?? null) !== null);
  if (refused.length === 0) return { ...next, ...Object.fromEntries(DECIDING.map((name) => [name, null])) };
  const message =
    'Only a rule with the outcome "queue" can have this field. Remove it, or change the outcome.';
  throw validationFailed(refused.map((field) => ({ field, code: "not_allowed", message })));
}
