import type { SecretBox } from "@jst/config";
import { cookieName, onlyCookie, setCookie } from "../sessions/cookies.ts";
import type { Checks } from "./providers.ts";

const COOKIE = "jst_sign_in";
/** Nothing else is sealed for this owner. */
const OWNER = "sign-in";
/** Seconds that somebody has at the provider. */
const LIFE_S = 600;

/** A sign-in that a browser has begun. */
export interface Attempt extends Checks {
  teamId: string;
}

/** Parts of what keeps an attempt in the browser, and reads it there. */
export interface AttemptParts {
  secrets: SecretBox;
  baseUrl: string;
}

/**
 * Builds the header by which the browser stores the attempt. It is sealed, because the answer of the provider is
 * checked by it.
 */
export function keepAttempt(attempt: Attempt, { secrets, baseUrl }: AttemptParts): string {
  const text = JSON.stringify({ ...attempt, until: Date.now() + LIFE_S * 1_000 });
  const value = secrets.seal(text, OWNER).toString("base64url");
  return setCookie({ name: COOKIE, value, lifeS: LIFE_S }, baseUrl);
}

/** Builds the header by which the browser forgets the attempt. */
export function forgetAttempt({ baseUrl }: Pick<AttemptParts, "baseUrl">): string {
  return setCookie({ name: COOKIE, value: "", lifeS: 0 }, baseUrl);
}

/** Reads the attempt of this browser; undefined without one, and for an expired or unsealed one. */
export function keptAttempt(
  cookies: string | undefined,
  { secrets, baseUrl }: AttemptParts,
): Attempt | undefined {
  const value = onlyCookie(cookies, cookieName(COOKIE, baseUrl));
  if (value === undefined) return undefined;
  try {
    const opened = secrets.open(Buffer.from(value, "base64url"), OWNER);
    const { until, ...attempt } = JSON.parse(opened) as Attempt & { until: number };
    return until > Date.now() ? attempt : undefined;
  } catch {
    return undefined;
  }
}
