import type { Operation } from "../changes.ts";
import type { ApprovalRule, Hand, HandType, Range, RuleCondition, RuleOutcome } from "./rule.ts";

/** Operation of a write as rules judge it (rules.conditions). */
export interface JudgedOperation {
  readonly resource: string;
  readonly op: Operation;
  /** Table of a row, a column or a view, and a table itself. */
  readonly tableId: string | undefined;
  /** Members that the operation touches, as callers know them; a set, as many rules may name many members. */
  readonly fields: ReadonlySet<string>;
  /** Total of a document. */
  readonly amount: Amount | undefined;
  /** Number of people whom the operation reaches. */
  readonly recipients: number;
  /** True where no undo takes the operation back. */
  readonly isFinal: boolean;
}

/** Sum of money in the smallest unit of its currency. */
export interface Amount {
  readonly currency: string;
  readonly value: number;
}

/** Sums that a hand has executed today under the conditions of rules, by rule id, in the unit of the limit. */
export type Counts = ReadonlyMap<string, number>;

/** First rule that a write matches. */
export interface Verdict {
  rule: ApprovalRule;
  outcome: RuleOutcome;
}

/** Kinds of hand that a rule concerns which names none. */
const CONCERNED: readonly HandType[] = ["human", "break_glass", "oauth_app", "member"];

/** Returns the first rule that the write matches; undefined where none does, and the matrix decides (rules.order). */
export function judge(
  rules: readonly ApprovalRule[],
  hand: Hand,
  operations: readonly JudgedOperation[],
  counts: Counts,
): Verdict | undefined {
  const rule = rules.find((one) => matches(one, hand, operations, counts));
  return rule && { rule, outcome: rule.outcome };
}

/** Tests whether the conditions of the rule on the hand hold. */
export function matchesHand({ when }: Pick<ApprovalRule, "when">, hand: Hand): boolean {
  const { doors, actor_types: types = CONCERNED, token_ids: tokens, client_ids: clients } = when;
  return (
    allows(doors, hand.door) &&
    types.includes(hand.type) &&
    (allows(tokens, hand.token_id) || allows(tokens, hand.family_id)) &&
    allows(clients, hand.client_id)
  );
}

/** Unit in which operations are counted; amounts are counted in their currencies. */
const OPERATIONS = "operations";

/** Returns the unit of the limit of a day: `operations`, or a currency. */
export function unitOf({ when: { over_per_day: limit } }: ApprovalRule): string {
  return limit?.amount?.currency ?? OPERATIONS;
}

/**
 * Returns what the write adds to what its hand has executed today under the rule, in each unit: a limit that is edited
 * counts the same day. Undefined where the rule has no limit, or its other conditions do not hold.
 */
export function dayTally(
  rule: ApprovalRule,
  hand: Hand,
  operations: readonly JudgedOperation[],
): ReadonlyMap<string, number> | undefined {
  if (rule.when.over_per_day === undefined) return undefined;
  const matching = matchingOf(rule, hand, operations);
  if (matching === undefined) return undefined;
  const tally = new Map([[OPERATIONS, matching.length]]);
  for (const { amount } of matching)
    if (amount !== undefined) tally.set(amount.currency, (tally.get(amount.currency) ?? 0) + amount.value);
  return tally;
}

function matches(
  rule: ApprovalRule,
  hand: Hand,
  operations: readonly JudgedOperation[],
  counts: Counts,
): boolean {
  const { over_per_day: limit } = rule.when;
  if (limit === undefined) return matchingOf(rule, hand, operations) !== undefined;
  const added = dayTally(rule, hand, operations)?.get(unitOf(rule));
  const most = limit.amount?.value ?? limit.operations ?? Infinity;
  return added !== undefined && (counts.get(rule.id) ?? 0) + added > most;
}

/** Returns the operations that match the rule; undefined where a condition besides that of a day does not hold. */
function matchingOf(
  rule: ApprovalRule,
  hand: Hand,
  operations: readonly JudgedOperation[],
): readonly JudgedOperation[] | undefined {
  if (!matchesHand(rule, hand)) return undefined;
  const { when } = rule;
  const matching = operations.filter((operation) => matchesOperation(when, operation));
  return matching.length > 0 && holdsOver(when, matching) ? matching : undefined;
}

function matchesOperation(when: RuleCondition, { resource, op, tableId, fields }: JudgedOperation): boolean {
  return (
    allows(when.resources, resource) &&
    allows(when.ops, op) &&
    allows(when.table_ids, tableId) &&
    (when.fields === undefined || when.fields.some((field) => fields.has(field)))
  );
}

function holdsOver(when: RuleCondition, matching: readonly JudgedOperation[]): boolean {
  const { operations, amount, recipients, reversible } = when;
  if (!isWithin(operations, matching.length)) return false;
  if (amount !== undefined) {
    const sum = sumIn(amount.currency, matching);
    if (sum === undefined || !isWithin(amount, sum)) return false;
  }
  if (recipients !== undefined) {
    const reached = matching.reduce((sum, one) => sum + one.recipients, 0);
    if (!isWithin(recipients, reached)) return false;
  }
  return reversible === undefined || reversible === !matching.some(({ isFinal }) => isFinal);
}

/** Returns the sum of the amounts in the currency; undefined where no operation has one. */
function sumIn(currency: string, matching: readonly JudgedOperation[]): number | undefined {
  const values = matching.flatMap(({ amount }) => (amount?.currency === currency ? [amount.value] : []));
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0);
}

/** True where nothing is listed, or the value is. */
function allows<T>(listed: readonly T[] | undefined, value: T | undefined): boolean {
  return listed === undefined || (value !== undefined && listed.includes(value));
}

function isWithin(range: Range | undefined, value: number): boolean {
  return value >= (range?.gte ?? -Infinity) && value <= (range?.lte ?? Infinity);
}
