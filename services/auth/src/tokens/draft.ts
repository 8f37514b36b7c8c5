import type { FieldError } from "@jst/errors";
import type { Scope, TokenCreate } from "../../gen/rpc.ts";

/** Fields of a new token that both ways of minting share, under one name for the member. */
export interface Personal {
  type: TokenCreate["type"];
  member: string | undefined;
  reason: string | undefined;
}

/**
 * Finds fields that do not fit the token's type, which the schema cannot express. `memberField` is the name of the
 * member's field.
 */
export function misfits({ type, member, reason }: Personal, memberField: string): FieldError[] {
  const errors: FieldError[] = [];
  const isPersonal = type !== "service";
  if (isPersonal && member === undefined)
    errors.push(required(memberField, `A ${type} token belongs to a member. Send the field member.`));
  if (!isPersonal && member !== undefined) {
    const message = "A service token does not belong to a member. Remove the field, or create a human token.";
    errors.push({ field: memberField, code: "invalid_value", message });
  }
  if (type === "break_glass" && reason === undefined) {
    errors.push(
      required("reason", 'A break_glass token needs the field reason, such as "restore after an incident".'),
    );
  }
  return errors;
}

function required(field: string, message: string): FieldError {
  return { field, code: "required", message };
}

/** Returns every permission once, in the order given: scopes may repeat a resource, and a resource its actions. */
export function withoutDuplicates(scopes: readonly Scope[]): Scope[] {
  const actions = new Map<Scope["resource"], Set<Scope["actions"][number]>>();
  for (const { resource, actions: given } of scopes) {
    const known = actions.get(resource) ?? new Set();
    for (const action of given) known.add(action);
    actions.set(resource, known);
  }
  return [...actions].map(([resource, all]) => ({ resource, actions: [...all] }));
}
