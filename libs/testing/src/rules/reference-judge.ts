import type { ApprovalRule, Counts, Hand, JudgedOperation } from "@jst/changes";

/**
 * Second implementation of what rules decide, for tests that compare both: plain loops over every condition, as
 * rules.conditions lists them. Returns the id of the first rule that matches; undefined for none.
 */
export function referenceJudge(
  rules: readonly ApprovalRule[],
  hand: Hand,
  operations: readonly JudgedOperation[],
  counts: Counts,
): string | undefined {
  for (const rule of rules) {
    const hits = hitsOf(rule, hand, operations);
    if (hits.length === 0) continue;
    if (!passesDay(rule, hits, counts.get(rule.id) ?? 0)) continue;
    return rule.id;
  }
  return undefined;
}

/** Counts the operations that the rule counts for the day once they are executed. */
export function referenceTally(
  rule: ApprovalRule,
  hand: Hand,
  operations: readonly JudgedOperation[],
): number {
  return hitsOf(rule, hand, operations).length;
}

/** Returns the operations that match the rule; none where a condition besides that of a day does not hold. */
function hitsOf(rule: ApprovalRule, hand: Hand, operations: readonly JudgedOperation[]): JudgedOperation[] {
  if (!concerns(rule, hand)) return [];
  const hits: JudgedOperation[] = [];
  for (const operation of operations) if (isHit(rule, operation)) hits.push(operation);
  return hits.length > 0 && sumsHold(rule, hits) ? hits : [];
}

function concerns(rule: ApprovalRule, hand: Hand): boolean {
  const { when } = rule;
  let isType = false;
  if (when.actor_types === undefined) isType = hand.type !== "service" && hand.type !== "admin";
  else for (const type of when.actor_types) if (type === hand.type) isType = true;
  if (!isType) return false;
  if (when.doors !== undefined) {
    let isDoor = false;
    for (const door of when.doors) if (door === hand.door) isDoor = true;
    if (!isDoor) return false;
  }
  if (when.token_ids !== undefined) {
    let isToken = false;
    for (const id of when.token_ids) if (id === hand.token_id || id === hand.family_id) isToken = true;
    if (!isToken) return false;
  }
  if (when.client_ids !== undefined) {
    let isClient = false;
    for (const id of when.client_ids) if (id === hand.client_id) isClient = true;
    if (!isClient) return false;
  }
  return true;
}

function isHit({ when }: ApprovalRule, operation: JudgedOperation): boolean {
  if (when.resources !== undefined) {
    let isNamed = false;
    for (const name of when.resources) if (name === operation.resource) isNamed = true;
    if (!isNamed) return false;
  }
  if (when.table_ids !== undefined) {
    let isOfTable = false;
    for (const id of when.table_ids) if (id === operation.tableId) isOfTable = true;
    if (!isOfTable) return false;
  }
  if (when.ops !== undefined) {
    let isOp = false;
    for (const op of when.ops) if (op === operation.op) isOp = true;
    if (!isOp) return false;
  }
  if (when.fields !== undefined) {
    let isTouched = false;
    for (const field of when.fields)
      for (const touched of operation.fields) if (field === touched) isTouched = true;
    if (!isTouched) return false;
  }
  return true;
}

function sumsHold({ when }: ApprovalRule, hits: readonly JudgedOperation[]): boolean {
  if (when.operations?.gte !== undefined && hits.length < when.operations.gte) return false;
  if (when.operations?.lte !== undefined && hits.length > when.operations.lte) return false;
  if (when.amount !== undefined) {
    let [sum, found] = [0, 0];
    for (const { amount } of hits)
      if (amount !== undefined && amount.currency === when.amount.currency)
        [sum, found] = [sum + amount.value, found + 1];
    if (found === 0) return false;
    if (when.amount.gte !== undefined && sum < when.amount.gte) return false;
    if (when.amount.lte !== undefined && sum > when.amount.lte) return false;
  }
  let [reached, final] = [0, 0];
  for (const hit of hits) {
    reached += hit.recipients;
    if (hit.isFinal) final += 1;
  }
  if (when.recipients?.gte !== undefined && reached < when.recipients.gte) return false;
  if (when.recipients?.lte !== undefined && reached > when.recipients.lte) return false;
  if (when.reversible === true && final > 0) return false;
  if (when.reversible === false && final === 0) return false;
  return true;
}

function passesDay({ when }: ApprovalRule, hits: readonly JudgedOperation[], before: number): boolean {
  if (when.over_per_day === undefined) return true;
  const { operations, amount } = when.over_per_day;
  if (amount === undefined) return before + hits.length > (operations ?? Infinity);
  let [sum, found] = [0, 0];
  for (const hit of hits)
    if (hit.amount?.currency === amount.currency) [sum, found] = [sum + hit.amount.value, found + 1];
  return found > 0 && before + sum > amount.value;
}
