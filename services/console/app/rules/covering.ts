import type { components } from "@jst/client";

type Schemas = components["schemas"];
type Rule = Pick<Schemas["ApprovalRule"], "enabled" | "when">;
type Condition = Schemas["RuleCondition"];
type List = readonly string[] | undefined;

/** Hands that a rule concerns which names none (rules.conditions). */
const CONCERNED: List = ["human", "break_glass", "oauth_app", "member"];
const ALL_OPS: List = ["create", "update", "delete"];

/**
 * Finds the first enabled rule before this one that matches whatever this one matches, so that this one never decides;
 * -1 where none is certain to (rules.order).
 */
export function coveringRule(rules: readonly Rule[], place: number): number {
  const rule = rules[place];
  if (rule === undefined || !rule.enabled) return -1;
  return rules.slice(0, place).findIndex(({ enabled, when }) => enabled && covers(when, rule.when));
}

/** True if each write that the later conditions match is certain to match the earlier ones. */
export function covers(earlier: Condition, later: Condition): boolean {
  return coversHand(earlier, later) && coversEach(earlier, later) && coversAll(earlier, later);
}

function coversHand(earlier: Condition, later: Condition): boolean {
  return (
    includes(earlier.actor_types ?? CONCERNED, later.actor_types ?? CONCERNED) &&
    includes(earlier.doors, later.doors) &&
    includes(earlier.token_ids, later.token_ids) &&
    includes(earlier.client_ids, later.client_ids)
  );
}

/** True if each operation that matches the later conditions matches the earlier ones. */
function coversEach(earlier: Condition, later: Condition): boolean {
  return (
    includes(earlier.resources, later.resources) &&
    includes(earlier.table_ids, later.table_ids) &&
    includes(earlier.ops ?? ALL_OPS, later.ops ?? ALL_OPS) &&
    includes(earlier.fields, later.fields)
  );
}

/** True if sums that hold for the later conditions hold for the earlier ones, which may match more operations. */
function coversAll(earlier: Condition, later: Condition): boolean {
  const { operations, recipients, amount, reversible, over_per_day: limit } = earlier;
  // Each rule counts for itself how much a hand has done today.
  if (limit !== undefined) return false;
  const isSame = coversEach(later, earlier);
  return (
    coversCount(operations, { gte: 1, ...later.operations }, isSame) &&
    coversCount(recipients, { gte: 0, ...later.recipients }, isSame) &&
    (amount === undefined || (isSame && coversAmount(amount, later.amount))) &&
    (reversible === undefined || (reversible === later.reversible && (isSame || !reversible)))
  );
}

/** Compares bounds of a number that only grows with more operations. */
function coversCount(
  earlier: Condition["operations"],
  later: Schemas["RuleRange"],
  isSame: boolean,
): boolean {
  return isWithin(earlier ?? {}, later) && (isSame || earlier?.lte === undefined);
}

function coversAmount(earlier: Schemas["RuleAmount"], later: Condition["amount"]): boolean {
  return later !== undefined && earlier.currency === later.currency && isWithin(earlier, later);
}

/** True if each number within the later bounds is within the earlier ones. */
function isWithin(earlier: Schemas["RuleRange"], later: Schemas["RuleRange"]): boolean {
  return (
    (earlier.gte ?? -Infinity) <= (later.gte ?? -Infinity) &&
    (earlier.lte ?? Infinity) >= (later.lte ?? Infinity)
  );
}

/** True if the earlier list has each value of the later one; an absent list has every value. */
function includes(earlier: List, later: List): boolean {
  return earlier === undefined || (later?.every((value) => earlier.includes(value)) ?? false);
}
