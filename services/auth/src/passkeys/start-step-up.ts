import type { Handler } from "../../gen/rpc.ts";
import { signedInMember } from "../sessions/signed-in-member.ts";
import { newChallenge } from "./challenges.ts";
import { requestOptions } from "./options.ts";
import { credentialsOf } from "./queries.ts";
import { relyingPartyOf } from "./relying-party.ts";
import { refusedPasskey } from "./verify.ts";

/** Answers the options by which a passkey of the member steps the session up; 403 without one (passkeys.step-up). */
export const startStepUp: Handler<"StartStepUp"> = async (_request, call) => {
  const { operator } = call.deps;
  const { teamId, memberId, sessionId } = signedInMember(call.caller);
  const party = await relyingPartyOf(call.host ?? "", call.deps);
  const allowed = await credentialsOf(operator, { teamId, memberId }, party.id);
  // An empty list would have the browser offer passkeys of other people.
  if (allowed.length === 0) throw refusedPasskey();
  const session = { teamId, sessionId };
  const challenge = await newChallenge(operator, { purpose: "step_up", session, rpId: party.id });
  const options = await requestOptions(party, challenge, allowed);
  return { body: { options }, headers: { "cache-control": "no-store" } };
};
