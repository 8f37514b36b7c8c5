import { AppError, type FieldError } from "@jst/errors";
import type { ApprovalRuleValues } from "../../gen/resources.ts";
import type { ApprovalRule, ApprovalRuleCreate } from "../../gen/rpc.ts";
import { approvalRules } from "./approval-rule.ts";
import { LAST_POSITION, type Query } from "./queries.ts";
import { referenceFaults } from "./references.ts";

/** A rule of a list as it would be stored, with its place in the list. */
export interface PlacedDraft {
  at: number;
  draft: ApprovalRuleValues;
}

/** Returns the rules of a list as they would be stored, and the faults of the others at their places. */
export function draftsOf(rules: readonly ApprovalRuleCreate[]): {
  drafts: PlacedDraft[];
  errors: FieldError[];
} {
  const errors: FieldError[] = [];
  const drafts: PlacedDraft[] = [];
  const names = new Set<string>();
  let last = 0;
  for (const [at, rule] of rules.entries()) {
    last = rule.position ?? Math.min(last + 1, LAST_POSITION);
    const draft = draftOf({ ...rule, position: last }, at, errors);
    if (draft === undefined) continue;
    const message = "Two rules in the list have this name. Give each rule its own name.";
    if (names.has(draft.name)) errors.push({ field: `rules.${at}.name`, code: "duplicate", message });
    names.add(draft.name);
    drafts.push({ at, draft });
  }
  return { drafts, errors };
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

/** Finds what the rules name that is unknown. A rule whose name the team has may name what it named before. */
export async function faultsOfDrafts(
  query: Query,
  teamId: string,
  drafts: readonly PlacedDraft[],
  before: ReadonlyMap<string, ApprovalRule>,
): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  for (const { at, draft } of drafts)
    errors.push(...placed(await referenceFaults(query, teamId, draft, before.get(draft.name)), at));
  return errors;
}

function placed(errors: readonly FieldError[], at: number): FieldError[] {
  return errors.map((error) => ({ ...error, field: `rules.${at}.${error.field}` }));
}
