import { AppError } from "@jst/errors";
import type { KnownToken } from "./known-token.ts";

/** Builds the one answer for every token that is not ours: details would help only an attacker who guesses tokens. */
export function notOurs(): AppError {
  return new AppError(
    "invalid_token",
    "This token is not known here. Check that you copied the whole token, and that it belongs to a team of this host.",
  );
}

/** Throws 401 for a token of a deleted team, a revoked one, or one whose member is suspended (ADR 8). */
export function requireLiving({ stored }: KnownToken): void {
  if (stored.is_team_deleted) throw notOurs();
  if (stored.is_revoked) throw new AppError("revoked_token", "This token is revoked. Create a new one.");
  if (stored.is_suspended)
    throw new AppError(
      "revoked_token",
      "The member of this token is suspended. Ask an owner or admin of the team.",
    );
}

/** Throws 401 when the token's life has ended; `now` in milliseconds of Unix time. */
export function requireUnexpired(token: KnownToken, now: number): void {
  if (token.expiresAt <= now)
    throw new AppError("expired_token", "This token has expired. Create a new one.");
}
