import { validationFailed, type FieldError } from "@jst/errors";
import type { InternalHandler, NewToken } from "../../gen/rpc.ts";
import { insertToken } from "../tokens/queries.ts";
import { newTokenValue } from "../tokens/token-format.ts";
import { findMember, findTeam } from "./queries.ts";

/** Mints a token and shows its value this once. Human and break_glass tokens belong to a member (contract 22). */
export const mintToken: InternalHandler<"MintToken"> = async (body, { deps }) => {
  const errors = misfits(body);
  if (errors.length > 0) throw validationFailed(errors);
  const teamId = await findTeam(deps.operator, body.team);
  const memberId = body.member === undefined ? null : await findMember(deps.operator, teamId, body.member);
  const value = newTokenValue(body.type);
  const refreshToken = body.type === "human" ? newTokenValue("refresh") : undefined;
  const stored = await insertToken(deps.operator, {
    teamId,
    memberId,
    type: body.type,
    name: body.name ?? `${body.type} token`,
    scopes: body.scopes ?? [],
    reason: body.reason ?? null,
    value,
    refreshToken,
  });
  return {
    body: {
      id: stored.id,
      type: body.type,
      value,
      ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
      expires_at: stored.expires_at,
    },
    headers: { "cache-control": "no-store" },
  };
};

/** What the schema cannot say: which members belong to which type. */
function misfits({ type, member, reason }: NewToken): FieldError[] {
  const errors: FieldError[] = [];
  const isPersonal = type !== "service";
  if (isPersonal && member === undefined)
    errors.push(required("member", `A ${type} token belongs to a member.`));
  if (!isPersonal && member !== undefined) errors.push(misplaced("member", "A service token has no member."));
  if (type === "break_glass" && reason === undefined) {
    errors.push(required("reason", "A break_glass token needs a reason."));
  }
  return errors;
}

function required(field: string, message: string): FieldError {
  return { field, code: "required", message };
}

function misplaced(field: string, message: string): FieldError {
  return { field, code: "invalid_value", message };
}
