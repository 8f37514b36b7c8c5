import type { TeamContext } from "@jst/db";
import { AppError, validationFailed, type FieldError } from "@jst/errors";
import { isSameJson } from "@jst/resource";
import { platformContext } from "@jst/rpc";
import type { ApprovalRuleValues } from "../../gen/resources.ts";
import type { ApprovalRule, ApprovalRuleCreate, InternalHandler } from "../../gen/rpc.ts";
import { approvalRules } from "../approval-rules/approval-rule.ts";
import { LAST_POSITION, lockRules } from "../approval-rules/queries.ts";
import { changeStatements, ownOf, type RuleChange } from "../approval-rules/record.ts";
import { referenceFaults } from "../approval-rules/references.ts";
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
  const drafts = draftsOf(rules);
  const teamId = await findTeam(operator, team);
  const context = platformContext(teamId, call);
  return operator.transaction(async (tx) => {
    await tx.query(lockRules(teamId));
    const before = await lockLiveRules(tx, teamId);
    await requireReferences(tx, teamId, drafts, before);
    const changes = [
      ...(await removed(tx, context, drafts, before)),
      ...(await written(tx, context, drafts, before)),
    ];
    for (const statement of changeStatements(context, changes)) tx.defer(statement);
    return { body: { rules: writtenRules(await liveRules(tx, teamId)) } };
  });
};

/** Returns the rules as they are stored; throws with the faults of all of them at their places. */
function draftsOf(rules: readonly ApprovalRuleCreate[]): ApprovalRuleValues[] {
  const errors: FieldError[] = [];
  const drafts: ApprovalRuleValues[] = [];
  const names = new Set<string>();
  let last = 0;
  for (const [at, rule] of rules.entries()) {
    last = rule.position ?? Math.min(last + 1, LAST_POSITION);
    const draft = draftOf({ ...rule, position: last }, at, errors);
    if (draft === undefined) continue;
    const message = "Two rules in the list have this name. Give each rule its own name.";
    if (names.has(draft.name)) errors.push({ field: `rules.${at}.name`, code: "duplicate", message });
    names.add(draft.name);
    drafts.push(draft);
  }
  if (errors.length > 0) throw validationFailed(errors);
  return drafts;
}

function draftOf(rule: ApprovalRuleCreate, at: number, errors: FieldError[]): ApprovalRuleValues | undefined {
  try {
    return approvalRules.draft(rule);
  } catch (error) {
    if (!(error instanceof AppError) || error.errors === undefined) throw error;
    errors.push(...placed(error.errors, at));
    return undefined;
  }
}

async function requireReferences(
  tx: Tx,
  teamId: string,
  drafts: readonly ApprovalRuleValues[],
  before: ReadonlyMap<string, ApprovalRule>,
): Promise<void> {
  const errors: FieldError[] = [];
  for (const [at, draft] of drafts.entries()) {
    const faults = await referenceFaults((one) => tx.query(one), teamId, draft, before.get(draft.name));
    errors.push(...placed(faults, at));
  }
  if (errors.length > 0) throw validationFailed(errors);
}

function placed(errors: readonly FieldError[], at: number): FieldError[] {
  return errors.map((error) => ({ ...error, field: `rules.${at}.${error.field}` }));
}

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
