import type { Statement, TeamTx } from "@jst/db";
import {
  auditStatement,
  factStatement,
  publishFact,
  recordAudit,
  type Fact,
  type FactCause,
} from "@jst/events";
import type { ApprovalRule } from "../../gen/rpc.ts";
import { approvalRuleDeclaration } from "../../gen/resources.ts";
import { ruleNotice } from "../teams/trust-notices.ts";

/** Change of a rule: null is the side on which there is none. */
export interface RuleChange {
  id: string;
  name: string;
  before: object | null;
  after: object | null;
}

/** Records a rule that was stored: the members that changed, with their values before and after. */
export function recordStored(
  tx: TeamTx,
  { id, body }: { id: string; body: string },
  previous: Partial<ApprovalRule> | undefined,
): void {
  const after = JSON.parse(body) as ApprovalRule;
  recordChange(tx, { id, name: after.name, ...changedOf(previous ?? null, after) });
}

/**
 * Records the change with the write, notifies the other owners and admins (notifications.trust), and has the services
 * notify who may decide now (notifications.rules).
 */
export function recordChange(tx: TeamTx, change: RuleChange): void {
  recordAudit(tx, entryOf(change));
  tx.defer(ruleNotice(tx.context, change));
  publishFact(tx, changedFact(tx.context.teamId));
}

/** Returns the statements that do so for several changes, in a transaction that belongs to no team. */
export function changeStatements(
  cause: FactCause & Parameters<typeof auditStatement>[0],
  changes: readonly RuleChange[],
): Statement[] {
  if (changes.length === 0) return [];
  const each = changes.flatMap((change) => [
    auditStatement(cause, entryOf(change)),
    ruleNotice(cause, change),
  ]);
  return [...each, factStatement(cause, changedFact(cause.teamId))];
}

function changedFact(teamId: string): Fact {
  return { from: "auth", type: "approval_rules.changed", id: teamId, data: {} };
}

function entryOf({ id, before, after }: RuleChange) {
  const action = before === null ? "create" : after === null ? "delete" : "update";
  const reason = `${JSON.stringify(before)} became ${JSON.stringify(after)}`;
  return { action, resource: "approval_rules", resourceId: id, outcome: "success", reason } as const;
}

/** Leaves the members that differ, but those that every write moves on; of a new rule all. */
export function changedOf(
  previous: Partial<ApprovalRule> | null,
  after: ApprovalRule,
): Pick<RuleChange, "before" | "after"> {
  if (previous === null) return { before: null, after: ownOf(after) };
  const before = ownOf(previous);
  const names = Object.keys(before);
  return {
    before,
    after: Object.fromEntries(Object.entries(after).filter(([name]) => names.includes(name))),
  };
}

/** Returns the members that a writer decides. */
export function ownOf(rule: Partial<ApprovalRule>): object {
  return Object.fromEntries(Object.entries(rule).filter(([name]) => OWN.has(name)));
}

const OWN = new Set<string>(approvalRuleDeclaration.members.map(({ name }) => name));
