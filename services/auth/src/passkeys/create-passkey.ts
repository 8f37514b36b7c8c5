import { AppError, asAppError } from "@jst/errors";
import { auditStatement, recordAudit } from "@jst/events";
import type { Handler } from "../../gen/rpc.ts";
import { memberActor } from "../sessions/member-actor.ts";
import { signedInMember, type SignedInMember } from "../sessions/signed-in-member.ts";
import { spendChallenge } from "./challenges.ts";
import { insertPasskey, lockPasskeys, PASSKEYS_MAX } from "./queries.ts";
import { relyingPartyOf, type RelyingParty } from "./relying-party.ts";
import { requireFreshSignIn } from "./step-up-guard.ts";
import { challengeOf, madeCredential, refusedPasskey } from "./verify.ts";

/** Stores the passkey that the browser has made, after a fresh sign-in; a refusal is on record (passkeys.create). */
export const createPasskey: Handler<"CreatePasskey"> = async (input, call) => {
  const member = signedInMember(call.caller);
  const party = await relyingPartyOf(call.host ?? "", call.deps);
  await requireFreshSignIn(call);
  try {
    return await create(input, call, { ...member, party });
  } catch (thrown) {
    if (asAppError(thrown).code === "sign_in_refused") await recordRefusal(call, member);
    throw thrown;
  }
};

const CREATE = { action: "create", resource: "passkeys" } as const;

async function create(
  { body }: Parameters<Handler<"CreatePasskey">>[0],
  call: Parameters<Handler<"CreatePasskey">>[1],
  { teamId, memberId, sessionId, party }: SignedInMember & { party: RelyingParty },
): ReturnType<Handler<"CreatePasskey">> {
  const challenge = await challengeOf(body.response);
  const use = { purpose: "create", session: { teamId, sessionId }, rpId: party.id } as const;
  if (challenge === undefined || !(await spendChallenge(call.deps.operator, challenge, use)))
    throw refusedPasskey();
  const made = await madeCredential(body.response, { party, challenge });
  if (made === undefined) throw refusedPasskey();
  return call.write(async (tx) => {
    const count = await lockPasskeys(tx, memberId);
    if (count === undefined) throw refusedPasskey();
    if (count >= PASSKEYS_MAX) throw tooMany();
    const passkey = await insertPasskey(tx, { ...made, memberId, rpId: party.id, name: body.name });
    if (passkey === undefined) throw refusedPasskey();
    recordAudit(tx, { ...CREATE, resourceId: passkey.id, outcome: "success" });
    return { body: { ...passkey } };
  });
}

async function recordRefusal(
  call: Parameters<Handler<"CreatePasskey">>[1],
  { teamId, memberId, sessionId }: SignedInMember,
): Promise<void> {
  const actor = memberActor({ teamId, memberId, id: sessionId }, call);
  const refused = {
    resourceId: null,
    outcome: "denied",
    code: "sign_in_refused",
    changesetId: null,
  } as const;
  await call.deps.operator.transaction((tx) => {
    tx.defer(auditStatement(actor, { ...CREATE, ...refused }));
    return Promise.resolve();
  });
}

function tooMany(): AppError {
  const detail = `A member has at most ${PASSKEYS_MAX} passkeys. Delete one that you no longer use.`;
  return new AppError("limit_reached", detail);
}
