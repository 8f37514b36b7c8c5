import { AppError } from "@jst/errors";
import { secretHash } from "@jst/pages";
import { cookieName, onlyCookie, SESSION_COOKIE } from "../sessions/cookies.ts";
import type { CheckRequest } from "./check-request.ts";
import type { KnownToken } from "./known-token.ts";
import type { RouteFacts } from "./route-facts.ts";

type SentCredentials = Pick<CheckRequest, "authorization" | "cookie" | "requestedWith" | "fetchSite">;

/**
 * True for a request of the console: no other site can send both headers, and a door of agents takes no cookie. An
 * Authorization header wins (sessions.api).
 */
export function isOfConsole(request: SentCredentials, route: RouteFacts, baseUrl: string): boolean {
  return (
    request.authorization === undefined &&
    route.surface === "rest" &&
    request.requestedWith === "console" &&
    request.fetchSite === "same-origin" &&
    request.cookie?.includes(`${cookieName(SESSION_COOKIE, baseUrl)}=`) === true
  );
}

/** Returns the hash that finds the session; throws 401 for an invalid cookie and for more than one. */
export function sessionHash({ cookie }: Pick<SentCredentials, "cookie">, baseUrl: string): string {
  const hash = secretHash(onlyCookie(cookie, cookieName(SESSION_COOKIE, baseUrl)) ?? "");
  if (hash === undefined) throw endedSession();
  return hash.toString("latin1");
}

/** Throws 401 unless the session lives: ended, of a member or team that is gone, or never begun are all alike. */
export function requireOpen(session: KnownToken | undefined, now: number): asserts session is KnownToken {
  if (session === undefined) throw endedSession();
  const { is_team_deleted, is_revoked, is_suspended } = session.stored;
  if (is_team_deleted || is_revoked || is_suspended) throw endedSession();
  if (session.expiresAt <= now)
    throw new AppError("expired_token", "Your session has expired. Sign in again.");
}

function endedSession(): AppError {
  return new AppError("invalid_token", "Your session has ended. Sign in again.");
}
