/** Seconds that a session lives at most, and so its cookie. */
export const LIFE_S = 7 * 24 * 3_600;

/** When the session of alias s ends by itself: 12 hours after its last use, 7 days after sign-in (sessions.cookie). */
export const EXPIRES_AT = "least(s.last_used_at + interval '12 hours', s.created_at + interval '7 days')";

/** True in SQL of a session of alias s whose sign-in is fresh: proved at most ten minutes ago (sessions.fresh). */
export const IS_FRESH = "s.authenticated_at > now() - interval '10 minutes'";

/** True in SQL of a session of alias s that neither was ended nor has ended by itself. */
export const IS_OPEN = `s.ended_at is null and ${EXPIRES_AT} > now()`;
