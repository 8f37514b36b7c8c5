import type { FieldError } from "@jst/errors";
import type { ApprovalRuleValues } from "../../gen/resources.ts";
import { fieldFaults } from "./fields.ts";
import { activeMembers, countApprovers, knownTokens, type Query } from "./queries.ts";

type Values = Pick<ApprovalRuleValues, "when" | "approvers" | "needed">;

/**
 * Finds the places at which the rule names a field that no resource has, or a token or member whom the team lacks. The
 * same holds for more approvals than its approvers can give. What the rule had before stays, even if it is gone.
 */
export async function referenceFaults(
  query: Query,
  teamId: string,
  next: Values,
  before?: Values,
): Promise<FieldError[]> {
  return [
    ...fieldFaults(next.when, before?.when),
    ...(await tokenFaults(query, teamId, next, before)),
    ...(await approverFaults(query, teamId, next, before)),
  ];
}

async function tokenFaults(
  query: Query,
  teamId: string,
  next: Values,
  before: Values | undefined,
): Promise<FieldError[]> {
  const former = before?.when.token_ids ?? [];
  const ids = next.when.token_ids ?? [];
  if (ids.every((id) => former.includes(id))) return [];
  const known = await knownTokens(query, teamId, ids);
  return ids.flatMap((id, at) =>
    known.has(id) || former.includes(id) ? [] : [unknown("token or connected app", `when.token_ids.${at}`)],
  );
}

async function approverFaults(
  query: Query,
  teamId: string,
  { approvers, needed }: Values,
  before: Values | undefined,
): Promise<FieldError[]> {
  if (approvers === null || isSame({ approvers, needed }, before)) return [];
  const { roles = [], members = [] } = approvers;
  const former = before?.approvers?.members ?? [];
  const active =
    members.length === 0 ? new Map<string, string>() : await activeMembers(query, teamId, members);
  const errors = members.flatMap((id, at) => {
    const field = `approvers.members.${at}`;
    if (former.includes(id)) return [];
    const role = active.get(id);
    if (role === undefined) return [unknown("member", field)];
    if (role !== "viewer") return [];
    return [
      {
        field,
        code: "not_allowed",
        message: "A viewer cannot approve or reject. Choose a member with another role.",
      },
    ];
  });
  if (errors.length > 0) return errors;
  const count = await countApprovers(query, teamId, { roles, members });
  if ((needed ?? 1) <= count) return [];
  const message = `Must be at most ${count}, the number of active members who are approvers.`;
  return [{ field: "needed", code: "too_large", message }];
}

function isSame({ approvers, needed }: Pick<Values, "approvers" | "needed">, before?: Values): boolean {
  return (
    before !== undefined &&
    needed === before.needed &&
    JSON.stringify([approvers?.roles, approvers?.members]) ===
      JSON.stringify([before.approvers?.roles, before.approvers?.members])
  );
}

function unknown(noun: string, field: string): FieldError {
  return { field, code: "not_found", message: `The team has no ${noun} with this id.` };
}
