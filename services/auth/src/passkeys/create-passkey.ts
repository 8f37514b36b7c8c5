import { AppError } from "@jst/errors";
import { recordAudit } from "@jst/events";
import type { Handler } from "../../gen/rpc.ts";
import { signedInMember } from "../sessions/signed-in-member.ts";
import { spendChallenge } from "./challenges.ts";
import { insertPasskey, lockPasskeys, PASSKEYS_MAX } from "./queries.ts";
import { relyingPartyOf } from "./relying-party.ts";
import { requireFreshSignIn } from "./step-up-guard.ts";
import { challengeOf, madeCredential, refusedPasskey } from "./verify.ts";

/** Stores the passkey that the browser has made, after a fresh sign-in (passkeys.create). */
export const createPasskey: Handler<"CreatePasskey"> = async ({ body }, call) => {
  const { operator } = call.deps;
  const { teamId, memberId, sessionId } = signedInMember(call.caller);
  const party = await relyingPartyOf(call.host ?? "", call.deps);
  await requireFreshSignIn(call);
  const challenge = await challengeOf(body.response);
  const use = { purpose: "create", session: { teamId, sessionId }, rpId: party.id } as const;
  if (challenge === undefined || !(await spendChallenge(operator, challenge, use))) throw refusedPasskey();
  const made = await madeCredential(body.response, { party, challenge });
  if (made === undefined) throw refusedPasskey();
  return call.write(async (tx) => {
    const count = await lockPasskeys(tx, memberId);
    if (count === undefined) throw refusedPasskey();
    if (count >= PASSKEYS_MAX) throw tooMany();
    const passkey = await insertPasskey(tx, { ...made, memberId, rpId: party.id, name: body.name });
    if (passkey === undefined) throw refusedPasskey();
    const entry = { action: "create", resource: "passkeys", resourceId: passkey.id } as const;
    recordAudit(tx, { ...entry, outcome: "success" });
    return { body: { ...passkey } };
  });
};

function tooMany(): AppError {
  const detail = `A member has at most ${PASSKEYS_MAX} passkeys. Delete one that you no longer use.`;
  return new AppError("limit_reached", detail);
}
