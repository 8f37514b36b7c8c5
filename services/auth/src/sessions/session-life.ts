/** Seconds that a session lives at most, and so its cookie. */
export const LIFE_S = 7 * 24 * 3_600;

/** When the session of alias s ends by itself: 12 hours after its last use, 7 days after sign-in (sessions.cookie). */
export const EXPIRES_AT = "least(s.last_used_at + interval '12 hours', s.created_at + interval '7 days')";

/** How long a proof of the member counts: a sign-in, or the use of a passkey. */
const PROOF_LIFE = "interval '10 minutes'";

/**
 * True in SQL of a session of alias s whose member was proved at most ten minutes ago, by sign-in or passkey
 * (sessions.fresh).
 */
export const IS_FRESH = `greatest(s.authenticated_at, s.passkey_at) > now() - ${PROOF_LIFE}`;

/** When the step-up of the session of alias s ends; null where no passkey was used in it (passkeys.step-up). */
export const STEPPED_UP_UNTIL = `(s.passkey_at + ${PROOF_LIFE})`;

/** True in SQL of a session of alias s in which a passkey was used in the last ten minutes (passkeys.step-up). */
export const IS_STEPPED_UP = `coalesce(${STEPPED_UP_UNTIL} > now(), false)`;

/** True in SQL of a session of alias s that neither was ended nor has ended by itself. */
export const IS_OPEN = `s.ended_at is null and ${EXPIRES_AT} > now()`;
