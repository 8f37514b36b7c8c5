import { createHash, randomBytes } from "node:crypto";
import type { Operator } from "../operator.ts";

/** Team of a challenge for which nobody is signed in. */
const NOBODYS = "00000000-0000-0000-0000-000000000000";

/** Use of a challenge; it counts for no other one. */
export interface ChallengeUse {
  purpose: "create" | "sign_in" | "step_up";
  /** Session that asks; absent where nobody is signed in. */
  session?: { teamId: string; sessionId: string };
  /** Host of the page. */
  rpId: string;
}

/** Stores a new challenge, which is good once and for five minutes, and returns it (passkeys.challenge). */
export async function newChallenge(
  operator: Operator,
  { purpose, session, rpId }: ChallengeUse,
): Promise<string> {
  const challenge = randomBytes(32).toString("base64url");
  await operator.query({
    name: "passkeys.challenge",
    text: `insert into auth.passkey_challenges (team_id, hash, purpose, session_id, rp_id)
      values ($1, $2, $3, $4, $5)`,
    values: [session?.teamId ?? NOBODYS, hashOf(challenge), purpose, session?.sessionId ?? null, rpId],
  });
  return challenge;
}

/**
 * Spends the challenge: true the first time, for this use alone. It commits at once, so that a refused response spends
 * its challenge too.
 */
export async function spendChallenge(
  operator: Operator,
  challenge: string,
  { purpose, session, rpId }: ChallengeUse,
): Promise<boolean> {
  const [spent] = await operator.query<{ is_good: boolean }>({
    name: "passkeys.spend",
    text: `delete from auth.passkey_challenges
      where team_id = $1 and hash = $2 and purpose = $3 and session_id is not distinct from $4::uuid and rp_id = $5
      returning expires_at > now() as is_good`,
    values: [session?.teamId ?? NOBODYS, hashOf(challenge), purpose, session?.sessionId ?? null, rpId],
  });
  return spent?.is_good === true;
}

/** Removes challenges that nobody has answered in time. */
export async function sweepChallenges(operator: Operator): Promise<void> {
  const text = "delete from auth.passkey_challenges where expires_at < now()";
  await operator.query({ name: "passkeys.sweep", text, values: [] });
}

function hashOf(challenge: string): Buffer {
  return createHash("sha256").update(challenge).digest();
}
