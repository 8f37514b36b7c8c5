import type { ApprovalRule } from "../../gen/rpc.ts";
import { approvalRules } from "../approval-rules/approval-rule.ts";
import { ownOf } from "../approval-rules/record.ts";
import type { Operator } from "../operator.ts";

const { json } = approvalRules.store.texts;

/** Reads the rules of the team in the order in which they are tried. */
export async function liveRules(operator: Operator, teamId: string): Promise<ApprovalRule[]> {
  const rows = await operator.query<{ item: ApprovalRule }>({
    name: "approval_rules.live",
    text: `select ${json} as item from auth.approval_rules t
      where t.team_id = $1 and t.deleted_at is null order by t.position, t.id`,
    values: [teamId],
  });
  return rows.map(({ item }) => item);
}

/** Locks the rules of the team until the transaction ends, all of them before any is written. */
export async function lockLiveRules(tx: Operator, teamId: string): Promise<Map<string, ApprovalRule>> {
  const rows = await tx.query<{ item: ApprovalRule }>({
    name: "approval_rules.lock_live",
    text: `select ${json} as item from auth.approval_rules t
      where t.team_id = $1 and t.deleted_at is null order by t.id for no key update`,
    values: [teamId],
  });
  return new Map(rows.map(({ item }) => [item.name, item]));
}

/** Returns the rules as a writer gives them: with their own members alone, without those that are null. */
export function writtenRules(rules: readonly ApprovalRule[]): object[] {
  return rules.map((rule) =>
    Object.fromEntries(Object.entries(ownOf(rule)).filter(([, value]) => value !== null)),
  );
}
