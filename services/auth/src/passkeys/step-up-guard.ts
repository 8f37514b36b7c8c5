import type { Caller } from "@jst/caller";
import { passkeyRequired, stepUpRequired } from "@jst/errors";
import type { Operator } from "../operator.ts";
import { IS_FRESH, IS_OPEN, IS_STEPPED_UP } from "../sessions/session-life.ts";
import { signedInMember } from "../sessions/signed-in-member.ts";
import { NEEDS_STEP_UP } from "../teams/trust-keys.ts";

/** Facts of a session that guards read, as the database has them now. */
interface SessionProof extends Record<string, unknown> {
  is_fresh: boolean;
  is_stepped_up: boolean;
  has_passkey: boolean;
  needs_step_up: boolean;
}

/** Parts of a call of a signed-in member that guards read. */
interface GuardedCall {
  caller: Caller;
  deps: { operator: Operator };
}

/**
 * SQL that is true if the member of session s has a passkey of the host of the session (passkeys.host). A session
 * without a host is at one that every team is reached by, so a passkey of a host of the team does not count there.
 */
export const HAS_PASSKEY = `exists (select from auth.passkeys p
  where p.team_id = s.team_id and p.member_id = s.member_id
    and (p.rp_id = s.host or (s.host is null and not exists (select from auth.hosts h where h.host = p.rp_id))))`;

/**
 * Throws 403 step_up_required unless the session of the caller used a passkey in the last ten minutes, in a team that
 * has set trust.step_up to passkey. With `isAlways` every team needs one. Rpcs that only signed-in members call have
 * this guard where they change who decides (passkeys.trust).
 */
export async function requireStepUp(call: GuardedCall, { isAlways = false } = {}): Promise<void> {
  const proof = await proofOf(call);
  if (proof.is_stepped_up || (!proof.needs_step_up && !isAlways)) return;
  throw passkeyRequired(proof.has_passkey);
}

/** Throws as requireStepUp does, for a session that changes who leads the team; tokens need no passkey for that. */
export async function requireStepUpForRoles(call: GuardedCall): Promise<void> {
  if (call.caller.token_type === "member") await requireStepUp(call);
}

/** Throws 403 step_up_required unless the sign-in of the caller is fresh (sessions.fresh). */
export async function requireFreshSignIn(call: GuardedCall): Promise<void> {
  const proof = await proofOf(call);
  if (!proof.is_fresh) throw stepUpRequired(proof.has_passkey ? ["sign_in", "passkey"] : ["sign_in"]);
}

async function proofOf({ caller, deps: { operator } }: GuardedCall): Promise<SessionProof> {
  const { teamId, sessionId } = signedInMember(caller);
  const [proof] = await operator.query<SessionProof>({
    name: "passkeys.proof",
    text: `select coalesce(${IS_FRESH}, false) as is_fresh, ${IS_STEPPED_UP} as is_stepped_up,
        ${HAS_PASSKEY} as has_passkey, ${NEEDS_STEP_UP} as needs_step_up
      from auth.teams t left join auth.sessions s on s.team_id = t.team_id and s.id = $2 and ${IS_OPEN}
      where t.team_id = $1`,
    values: [teamId, sessionId],
  });
  return proof ?? { is_fresh: false, is_stepped_up: false, has_passkey: false, needs_step_up: true };
}
