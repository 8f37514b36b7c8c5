export interface Cookie {
  name: string;
  value: string;
  /** Seconds; 0 takes it away. */
  lifeS: number;
}

/** The cookie of a session (sessions.cookie). */
export const SESSION_COOKIE = "jst_session";

/**
 * Returns the name of the cookie in browsers. Over https no other host can plant a cookie of this name, and none is
 * sent without TLS.
 */
export function cookieName(name: string, baseUrl: string): string {
  return isSecure(baseUrl) ? `__Host-${name}` : name;
}

/**
 * Returns the value of the one cookie of this name; undefined without one, and with several, of which either may be
 * planted.
 */
export function onlyCookie(header: string | undefined, name: string): string | undefined {
  const values = (header ?? "").split(";").flatMap((pair) => {
    const at = pair.indexOf("=");
    return at > 0 && pair.slice(0, at).trim() === name ? [pair.slice(at + 1).trim()] : [];
  });
  return values.length === 1 ? values[0] : undefined;
}

/**
 * Builds the Set-Cookie header: for this host alone, out of reach for scripts, and absent from requests that other
 * sites cause.
 */
export function setCookie({ name, value, lifeS }: Cookie, baseUrl: string): string {
  const attributes = `Path=/; Max-Age=${lifeS}; HttpOnly; SameSite=Lax${isSecure(baseUrl) ? "; Secure" : ""}`;
  return `${cookieName(name, baseUrl)}=${value}; ${attributes}`;
}

function isSecure(baseUrl: string): boolean {
  return new URL(baseUrl).protocol === "https:";
}
