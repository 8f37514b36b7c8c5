import type { Caller } from "@jst/caller";
import type { Row, Statement, TeamContext } from "@jst/db";
import { AppError } from "@jst/errors";
import { hopOf, type CallFacts, type Hop } from "@jst/rpc";
import type { Change, Operation } from "../changes.ts";
import type { Deps } from "../deps.ts";
import type { Resources } from "../resource.ts";
import { countsOfToday } from "./counts.ts";
import { handOf } from "./hand.ts";
import { judge, matchesHand, type Verdict } from "./judge.ts";
import { judgedOperations } from "./operations.ts";
import type { ApprovalRule, Hand, RuleCondition } from "./rule.ts";

/** Write that rules of its team may match. */
export interface Ruled {
  rules: readonly ApprovalRule[];
  hand: Hand;
  context: TeamContext;
  /** True where a rule of outcome `run` lets a write run that the matrix queues. */
  canBeFreed: boolean;
  /** Verdict of a run that was rolled back. */
  verdict?: Verdict | undefined;
}

type RulesParts = Pick<Deps, "resources" | "rulesOf">;

/** Returns the rules that may match a write of the caller; undefined where none can, by hand or by resources. */
export async function ruledBy(parts: RulesParts, facts: CallFacts): Promise<Ruled | undefined> {
  const { caller, context } = facts;
  const rules = await matching(parts, caller, hopOf(facts));
  if (rules.length === 0) return undefined;
  return { rules, hand: handOf(caller), context, canBeFreed: canBeFreed(caller) };
}

/** Work in many transactions, by what it may write. */
export interface PagedWork {
  resources: Resources;
  ops: readonly Operation[];
  /** Tables of its rows; undefined where the work does not know all of them. */
  tableIds?: readonly string[] | undefined;
}

/**
 * Returns the rule that stops work in many transactions (imports.propose). A rule that may match any of it stops all of
 * it, as rules see one transaction. One that refuses comes before those that queue.
 */
export async function stoppingRule(
  { rulesOf, work }: Pick<RulesParts, "rulesOf"> & { work: PagedWork },
  caller: Caller,
  hop: Hop,
): Promise<Verdict | undefined> {
  const rules = await matching({ rulesOf, resources: work.resources }, caller, hop);
  const tried = upToCertain(rules.filter(({ when }) => mayTouch(when, work)));
  const rule =
    tried.find(({ outcome }) => outcome === "refuse") ?? tried.find(({ outcome }) => outcome === "queue");
  return rule && { rule, outcome: rule.outcome };
}

function mayTouch({ ops, table_ids: tables }: RuleCondition, work: PagedWork): boolean {
  const isOfOps = ops === undefined || ops.some((op) => work.ops.includes(op));
  const isOfTables =
    tables === undefined || work.tableIds === undefined || tables.some((id) => work.tableIds?.includes(id));
  return isOfOps && isOfTables;
}

/** Conditions on the hand, which hold for all writes of a caller. */
const OF_HAND = ["doors", "actor_types", "token_ids", "client_ids"];

/** Leaves out rules behind one that matches every write of its hand: they are never tried. */
function upToCertain(rules: readonly ApprovalRule[]): readonly ApprovalRule[] {
  const certain = rules.findIndex(({ when }) => Object.keys(when).every((name) => OF_HAND.includes(name)));
  return certain === -1 ? rules : rules.slice(0, certain + 1);
}

/** Reports whether one of the rules may stop a write that would run, or counts it. */
export const canStop = (rules: readonly ApprovalRule[]): boolean =>
  rules.some(({ when, outcome }) => outcome !== "run" || when.over_per_day !== undefined);

async function matching(
  { resources, rulesOf }: RulesParts,
  caller: Caller,
  hop: Hop,
): Promise<ApprovalRule[]> {
  const team = await rulesOf(caller.team_id, caller.team.rules, hop);
  const hand = handOf(caller);
  return team?.rules.filter((rule) => matchesHand(rule, hand) && canMatch(rule.when, resources)) ?? [];
}

/** Returns the first rule that a write of these changes would match now, without counting it. */
export async function verdictOf(
  { resources, read }: { resources: Resources; read: (statement: Statement) => Promise<readonly Row[]> },
  { rules, hand }: Pick<Ruled, "rules" | "hand">,
  changes: readonly Change[],
  team: { teamId: string; timezone?: string | undefined },
): Promise<Verdict | undefined> {
  if (rules.length === 0) return undefined;
  const counts = await countsOfToday(read, team, rules, hand);
  return judge(rules, hand, judgedOperations(resources, changes), counts);
}

/** Returns the rule that queues a proposal; undefined where the matrix does. Throws rule_refused where one refuses. */
export function queuedBy(verdict: Verdict | undefined): ApprovalRule | undefined {
  if (verdict?.outcome === "refuse") throw ruleRefused(verdict.rule);
  return verdict?.outcome === "queue" ? verdict.rule : undefined;
}

/** Returns what a write would do, for its preview; throws rule_refused where a rule refuses it. */
export function outcomeOf(
  verdict: Verdict | undefined,
  { isQueued, canBeFreed }: { isQueued: boolean; canBeFreed: boolean },
): { outcome: "run" | "queue"; rule: ShownRule | null } {
  if (verdict?.outcome === "refuse") throw ruleRefused(verdict.rule);
  const isByMatrix = verdict === undefined || (verdict.outcome === "run" && isQueued && !canBeFreed);
  if (isByMatrix) return { outcome: isQueued ? "queue" : "run", rule: null };
  return { outcome: verdict.outcome === "run" ? "run" : "queue", rule: shownRule(verdict.rule) };
}

/** Rule as the proposer sees it. */
export interface ShownRule {
  id: string;
  name: string;
}

export function shownRule({ id, name }: ApprovalRule): ShownRule {
  return { id, name };
}

/** Makes the refusal of a write that a rule refuses; its detail is the message of the rule. */
export function ruleRefused(rule: ApprovalRule): AppError {
  const detail =
    rule.message ??
    `The approval rule "${rule.name}" of the team refuses this write. Change the write, or ask an owner or admin.`;
  return new AppError("rule_refused", detail, { extension: { rule: shownRule(rule) } });
}

/** False for who never runs a write by a rule: break_glass, and an app whose member has its writes proposed always. */
function canBeFreed({ token_type: type, oauth_app: app }: Caller): boolean {
  return type !== "break_glass" && app?.proposes !== true;
}

/** False for a condition on operations that the service makes none of. */
function canMatch(
  { resources: names, table_ids: tables, amount }: RuleCondition,
  resources: Resources,
): boolean {
  const own = names === undefined ? Object.values(resources) : names.flatMap((name) => resources[name] ?? []);
  return own.some(
    (resource) =>
      (tables === undefined || resource.tableColumn !== undefined) &&
      (amount === undefined || resource.amount !== undefined),
  );
}
