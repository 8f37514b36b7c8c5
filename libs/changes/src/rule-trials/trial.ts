import { decide } from "@jst/rpc";
import type { Caller, Role } from "@jst/caller";
import type { RulesJudged, TrialRule } from "../../gen/rpc.ts";
import { LEADERS } from "../deciding/standing.ts";
import { dayTally, judge, unitOf, type JudgedOperation, type Verdict } from "../rules/judge.ts";
import type { ApprovalRule, Hand, RuleOutcome } from "../rules/rule.ts";

/** Examples that a trial shows. */
const EXAMPLES_MAX = 20;

/** Changeset of the past, reduced to what rules judge. */
export interface PastWrite {
  id: string;
  hand: Hand;
  /** Role of its member today. */
  role: Role | undefined;
  /** Day of the team on which it was made. */
  day: string;
  operations: readonly JudgedOperation[];
}

type Matrix = Parameters<typeof decide>[0]["team"];

/** Judges writes of the past, oldest first, by rules that nobody has saved (rules.try). */
export class Trial {
  readonly #rules: readonly ApprovalRule[];
  readonly #team: Matrix;
  readonly #counts = new Map<string, number>();
  readonly #outcomes = { changesets: 0, run: 0, queue: 0, refuse: 0 };
  readonly #byRule: RulesJudged["by_rule"];
  readonly #examples: RulesJudged["examples"] = [];

  constructor(rules: readonly TrialRule[], team: Caller["team"]) {
    this.#rules = rules.map(({ when, outcome }, place) => ({
      id: String(place),
      name: "",
      when,
      outcome,
      message: null,
      approvers: LEADERS,
      needed: 1,
      allow_self: false,
      timeout_hours: 1,
    }));
    // Agents wrote then, whether or not the team lets them write today.
    this.#team = { ...team, mcp_export: true };
    this.#byRule = rules.map(() => ({ matched: 0, run: 0, queue: 0, refuse: 0 }));
  }

  /** Judges the next write. */
  add(write: PastWrite): void {
    const { hand, operations } = write;
    const counts = new Map(
      this.#rules.map((rule) => [rule.id, this.#counts.get(keyOf(rule, unitOf(rule), write)) ?? 0]),
    );
    const verdict = judge(this.#rules, hand, operations, counts);
    const outcome = this.#outcomeOf(write, verdict);
    this.#outcomes.changesets += 1;
    this.#outcomes[outcome] += 1;
    if (verdict !== undefined) this.#note(write.id, Number(verdict.rule.id), outcome);
    if (outcome !== "run") return;
    for (const rule of this.#rules)
      for (const [unit, value] of dayTally(rule, hand, operations) ?? []) {
        const key = keyOf(rule, unit, write);
        this.#counts.set(key, (this.#counts.get(key) ?? 0) + value);
      }
  }

  /** Answers the outcomes so far. */
  result(isComplete: boolean): RulesJudged {
    return {
      ...this.#outcomes,
      by_rule: this.#byRule,
      examples: this.#examples.toReversed(),
      complete: isComplete,
    };
  }

  #note(id: string, place: number, outcome: RuleOutcome): void {
    const counted = this.#byRule[place];
    if (counted === undefined) return;
    counted.matched += 1;
    counted[outcome] += 1;
    this.#examples.push({ changeset_id: id, outcome, rule: place });
    if (this.#examples.length > EXAMPLES_MAX) this.#examples.shift();
  }

  #outcomeOf({ hand, role }: PastWrite, verdict: Verdict | undefined): RuleOutcome {
    if (verdict?.outcome === "queue" || verdict?.outcome === "refuse") return verdict.outcome;
    const type = hand.type === "admin" ? "member" : hand.type;
    const gated = { token_type: type, door: hand.door, role, team: this.#team };
    const isQueued = decide(gated, { readOnly: false, trust: "matrix" }) !== "execute";
    const isFreed = verdict !== undefined && hand.type !== "break_glass";
    return isQueued && !isFreed ? "queue" : "run";
  }
}

function keyOf({ id }: ApprovalRule, unit: string, { hand, day }: PastWrite): string {
  return [id, unit, hand.counted_as, day].join(" ");
}
