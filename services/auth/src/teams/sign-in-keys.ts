/** Keys of `jst config set` by which members sign in with a provider of their team (sessions.provider). */
export const ISSUER = "sign_in.oidc.issuer";
export const CLIENT_ID = "sign_in.oidc.client_id";
export const CLIENT_SECRET = "sign_in.oidc.client_secret";

/** True for a team, of alias t, that has set an issuer: the provider of the fleet opens no such team. */
export const HAS_OWN_PROVIDER = `exists (select from auth.settings o where o.team_id = t.team_id
  and o.key = '${ISSUER}' and o.value <> 'null')`;

const CHARS_MAX = 1_000;

export function isSignInKey(key: string): boolean {
  return [ISSUER, CLIENT_ID, CLIENT_SECRET].includes(key);
}

/**
 * Returns the fault of a value as a sentence; undefined if it is valid. The guard checks whether an issuer is public.
 */
export function signInFault(key: string, value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > CHARS_MAX || !/^[\x20-\x7e]+$/.test(value))
    return `Must be a text of at most ${CHARS_MAX} ASCII characters.`;
  const isIssuer = /^(?:https:\/\/|http:\/\/127\.0\.0\.1:)[^?#@\s]+$/.test(value) && URL.canParse(value);
  return key !== ISSUER || isIssuer
    ? undefined
    : "Must be an https URL without a user, a query and a fragment.";
}
