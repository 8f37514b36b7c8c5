import { platformContext } from "@jst/rpc";
import { validationFailed } from "@jst/errors";
import { auditStatement } from "@jst/events";
import type { InternalHandler } from "../../gen/rpc.ts";
import { misfits, withoutDuplicates } from "../tokens/draft.ts";
import { OF_OPERATOR } from "../tokens/minter.ts";
import { insertToken } from "../tokens/queries.ts";
import { newTokenValue } from "../tokens/token-format.ts";
import { findMember, findTeam } from "./queries.ts";

/** Mints a token and shows its value this once. Human and break_glass tokens belong to a member (tokens.mint). */
export const mintToken: InternalHandler<"MintToken"> = async (body, call) => {
  const { deps } = call;
  const { member, reason } = body;
  const errors = misfits({ type: body.type, member, reason }, "member");
  if (errors.length > 0) throw validationFailed(errors);
  const teamId = await findTeam(deps.operator, body.team);
  const memberId = member === undefined ? null : await findMember(deps.operator, teamId, member);
  const value = newTokenValue(body.type);
  const refreshToken = body.type === "human" ? newTokenValue("refresh") : undefined;
  const stored = await deps.operator.transaction(async (tx) => {
    const token = await insertToken(tx, {
      teamId,
      memberId,
      type: body.type,
      name: body.name ?? `${body.type} token`,
      scopes: withoutDuplicates(body.scopes ?? []),
      reason: reason ?? null,
      value,
      refreshToken,
      origin: OF_OPERATOR,
    });
    const minted = {
      action: "mint",
      resource: "tokens",
      resourceId: token.id,
      outcome: "success",
      reason,
    } as const;
    tx.defer(auditStatement(platformContext(teamId, call), minted));
    return token;
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
