import type { TeamContext } from "@jst/db";
import { validationFailed } from "@jst/errors";
import { isSameJson } from "@jst/resource";
import { platformContext } from "@jst/rpc";
import type { ApprovalRuleValues } from "../../gen/resources.ts";
import type { ApprovalRule, InternalHandler } from "../../gen/rpc.ts";
import { approvalRules } from "../approval-rules/approval-rule.ts";
import { draftsOf, faultsOfDrafts } from "../approval-rules/drafts.ts";
import { lockRules } from "../approval-rules/queries.ts";
import { changeStatements, ownOf, type RuleChange } from "../approval-rules/record.ts";
import type { AccountDeps } from "../deps.ts";
import { findTeam } from "../operator/queries.ts";
import { liveRules, lockLiveRules, writtenRules } from "./written-rules.ts";

type Tx = Parameters<Parameters<AccountDeps["operator"]["transaction"]>[0]>[0];

/**
 * Replaces all rules of a team in one transaction. A rule whose name the team has stays the same one, so that what is
 * counted for a day goes on; one that reads as before is not written (rules.operator).
 */
export const replaceRules: InternalHandler<"ReplaceRules"> = async ({ team, rules }, call) => {
  const { operator } = call.deps;
  const { drafts, errors } = draftsOf(rules);
  if (errors.length > 0) throw validationFailed(errors);
  const teamId = await findTeam(operator, team);
  const context = platformContext(teamId, call);
  return operator.transaction(async (tx) => {
    await tx.query(lockRules(teamId));
    const before = await lockLiveRules(tx, teamId);
    const faults = await faultsOfDrafts((one) => tx.query(one), teamId, drafts, before);
    if (faults.length > 0) throw validationFailed(faults);
    const values = drafts.map(({ draft }) => draft);
    const changes = [
      ...(await removed(tx, context, values, before)),
      ...(await written(tx, context, values, before)),
    ];
    for (const statement of changeStatements(context, changes)) tx.defer(statement);
    return { body: { rules: writtenRules(await liveRules(tx, teamId)) } };
  });
};

/** Deletes the rules that the list does not name. */
async function removed(
  tx: Tx,
  { teamId }: TeamContext,
  drafts: readonly ApprovalRuleValues[],
  before: ReadonlyMap<string, ApprovalRule>,
): Promise<RuleChange[]> {
  const names = new Set(drafts.map(({ name }) => name));
  const gone = [...before.values()].filter(({ name }) => !names.has(name));
  for (const { id } of gone)
    await tx.query({
      name: "approval_rules.operator_delete",
      text: approvalRules.store.texts.delete,
      values: [teamId, id, null],
    });
  return gone.map((rule) => ({ id: rule.id, name: rule.name, before: ownOf(rule), after: null }));
}

/** Stores the rules that are new or read otherwise than before. */
async function written(
  tx: Tx,
  { teamId, actorType, actorId }: TeamContext,
  drafts: readonly ApprovalRuleValues[],
  before: ReadonlyMap<string, ApprovalRule>,
): Promise<RuleChange[]> {
  const { insert, update } = approvalRules.store.texts;
  const changes: RuleChange[] = [];
  for (const draft of drafts) {
    const { name } = draft;
    const former = before.get(name);
    if (former !== undefined && isSameJson(ownOf(former), draft)) continue;
    const statement =
      former === undefined
        ? {
            name: "approval_rules.operator_insert",
            text: insert,
            values: [teamId, draft, actorType, actorId],
          }
        : { name: "approval_rules.operator_update", text: update, values: [teamId, former.id, draft] };
    const [row] = await tx.query<{ id: string }>(statement);
    if (row === undefined) throw new Error("A rule that was written was not answered.");
    changes.push({ id: row.id, name, before: former === undefined ? null : ownOf(former), after: draft });
  }
  return changes;
}
