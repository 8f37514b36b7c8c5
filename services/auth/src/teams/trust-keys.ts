/** Key of the setting by which approving and trust itself need a passkey (passkeys.trust). */
export const STEP_UP = "trust.step_up";

/** SQL that is true for a team, of alias t, in which approving needs a passkey. */
export const NEEDS_STEP_UP = `exists (select from auth.settings u where u.team_id = t.team_id
  and u.key = '${STEP_UP}' and u.value = '"passkey"')`;
