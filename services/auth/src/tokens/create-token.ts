import { validationFailed } from "@jst/errors";
import { recordAudit } from "@jst/events";
import type { Handler, TokenDraft } from "../../gen/rpc.ts";
import type { Operator } from "../operator.ts";
import { misfits, withoutDuplicates } from "./draft.ts";
import { insertToken, isActiveMember } from "./queries.ts";
import { requireNoBroader, requireServiceToken } from "./require-no-broader.ts";
import { newTokenValue } from "./token-format.ts";

/** Mints a token that may do no more than its minter, and shows its value this once. */
export const createToken: Handler<"CreateToken"> = async ({ body }, call) => {
  const { type, name, member_id, reason } = body;
  requireServiceToken(call.caller);
  const scopes = withoutDuplicates(body.scopes ?? []);
  requireNoBroader(call.caller, scopes);
  const errors = misfits({ type, member: member_id, reason }, "member_id");
  if (errors.length > 0) throw validationFailed(errors);
  const value = newTokenValue(type);
  const refreshToken = type === "human" ? newTokenValue("refresh") : undefined;
  return call.write(async (tx) => {
    const { teamId } = tx.context;
    await requireMember(tx, teamId, body);
    const stored = await insertToken(tx, {
      teamId,
      memberId: member_id ?? null,
      type,
      name,
      scopes,
      reason: reason ?? null,
      value,
      refreshToken,
    });
    recordAudit(tx, {
      action: "mint",
      resource: "tokens",
      resourceId: stored.id,
      outcome: "success",
      reason,
    });
    const shown = JSON.parse(stored.body) as Record<string, unknown>;
    const secrets = { value, ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }) };
    return { body: { ...shown, ...secrets }, headers: { "cache-control": "no-store" } };
  });
};

/** A member of another team is no member, and a suspended one gets no new token. */
async function requireMember(tx: Operator, teamId: string, { member_id }: TokenDraft): Promise<void> {
  if (member_id === undefined || (await isActiveMember(tx, teamId, member_id))) return;
  const message = "The team has no active member with this id.";
  throw validationFailed([{ field: "member_id", code: "not_found", message }]);
}
