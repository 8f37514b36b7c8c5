import type { Handler } from "../../gen/rpc.ts";
import { livingSession } from "../sessions/get-session.ts";
import { signedInMember } from "../sessions/signed-in-member.ts";
import { newChallenge } from "./challenges.ts";
import { creationOptions } from "./options.ts";
import { credentialsOf } from "./queries.ts";
import { relyingPartyOf } from "./relying-party.ts";
import { requireFreshSignIn } from "./step-up-guard.ts";

/** Answers the options by which the browser makes a passkey for the member, after a fresh sign-in (passkeys.create). */
export const startPasskey: Handler<"StartPasskey"> = async (_request, call) => {
  const { operator } = call.deps;
  const { teamId, memberId, sessionId } = signedInMember(call.caller);
  const party = await relyingPartyOf(call.host ?? "", call.deps);
  await requireFreshSignIn(call);
  const { email, slug } = await livingSession(operator, { teamId, id: sessionId });
  const existing = await credentialsOf(operator, { teamId, memberId }, party.id);
  const session = { teamId, sessionId };
  const challenge = await newChallenge(operator, { purpose: "create", session, rpId: party.id });
  const options = await creationOptions(party, challenge, { id: memberId, email, team: slug }, existing);
  return { body: { options }, headers: { "cache-control": "no-store" } };
};
