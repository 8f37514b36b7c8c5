import type { ApprovalRule, Hand, JudgedOperation } from "@jst/changes";
import { referenceJudge, referenceTally } from "./reference-judge.ts";

/** Outcome of a write, and the id of the rule that says so; undefined where the matrix does, or where it runs. */
export interface ExpectedOutcome {
  outcome: "run" | "queue" | "refuse";
  rule: string | undefined;
}

/** Writer as the matrix takes it: whether its writes wait without a rule, and whether a rule may let them run. */
export interface MatrixHand {
  waits: boolean;
  canBeFreed: boolean;
}

/** Second implementation of what rules make of the writes of a day: the reference judge, with counts of its own. */
export class ReferenceRules {
  readonly #rules: readonly ApprovalRule[];
  readonly #executed = new Map<string, number>();

  constructor(rules: readonly ApprovalRule[]) {
    this.#rules = rules;
  }

  /** Returns what the write is to do; `operations` are those that it makes. */
  expected(
    hand: Hand,
    operations: readonly JudgedOperation[],
    { waits, canBeFreed }: MatrixHand,
  ): ExpectedOutcome {
    const counts = new Map(
      this.#rules.map(({ id }) => [id, this.#executed.get(`${id} ${hand.counted_as}`) ?? 0]),
    );
    const id = referenceJudge(this.#rules, hand, operations, counts);
    const found = this.#rules.find((rule) => rule.id === id)?.outcome;
    if (found === "queue" || found === "refuse") return { outcome: found, rule: id };
    const runs = !waits || (found === "run" && canBeFreed);
    return { outcome: runs ? "run" : "queue", rule: undefined };
  }

  /** Counts operations that were executed, for each rule whose conditions but the limit hold. */
  count(hand: Hand, operations: readonly JudgedOperation[]): void {
    for (const rule of this.#rules) {
      if (rule.when.over_per_day?.operations === undefined) continue;
      const key = `${rule.id} ${hand.counted_as}`;
      const before = this.#executed.get(key) ?? 0;
      this.#executed.set(key, before + referenceTally(rule, hand, operations));
    }
  }
}
