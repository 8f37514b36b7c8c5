import type { Operator } from "../operator.ts";
import { spendChallenge, type ChallengeUse } from "./challenges.ts";
import { findPasskey, type FoundPasskey } from "./queries.ts";
import type { RelyingParty } from "./relying-party.ts";
import { challengeOf, credentialIdOf, signedCount } from "./verify.ts";

/** A response, verified. */
export interface Use {
  /** The passkey that it names; undefined where the host has no such one. */
  passkey: FoundPasskey | undefined;
  /** Count of its signature, to be noted; undefined for a response that is refused. */
  counter: number | undefined;
}

/**
 * Verifies that a response is signed by a passkey of the host, over a challenge of this use. The challenge is spent
 * whatever comes of it (passkeys.challenge).
 */
export async function verifyUse(
  operator: Operator,
  response: unknown,
  party: RelyingParty,
  use: Omit<ChallengeUse, "rpId">,
): Promise<Use> {
  const credentialId = credentialIdOf(response);
  const challenge = await challengeOf(response);
  const isGood =
    challenge !== undefined && (await spendChallenge(operator, challenge, { ...use, rpId: party.id }));
  const passkey =
    credentialId === undefined ? undefined : await findPasskey(operator, credentialId, party.id);
  if (!isGood || passkey === undefined) return { passkey, counter: undefined };
  const counter = await signedCount(response, passkey, { party, challenge });
  return { passkey, counter };
}
