import type { TokenType } from "@jst/caller";
import { AppError } from "@jst/errors";

/** Seconds of the sliding window (limits.rate). */
export const WINDOW_S = 60;

/** Requests per window and token: 10,000 for service tokens, 1,000 for every other (limits.rate). */
export function requestsPerWindow(type: TokenType): number {
  return type === "service" ? 10_000 : 1_000;
}

/** Value of the RateLimit-Policy header (conventions.headers: no blank after a semicolon). */
export function rateLimitPolicy(type: TokenType): string {
  return `"token";q=${requestsPerWindow(type)};w=${WINDOW_S}`;
}

/** Result of the limiter for one request. */
export interface RateLimit {
  isAllowed: boolean;
  /** Requests left right after this one. */
  remaining: number;
  /** Seconds until the current window ends, 1 to 60. */
  resetS: number;
  /** Seconds until a request will be allowed again; 0 when this one was. */
  retryAfterS: number;
}

/** Value of the RateLimit header. */
export function rateLimitState(limit: RateLimit): string {
  return `"token";r=${limit.remaining};t=${limit.resetS}`;
}

/** Throws 429 when the limiter refused; an answer it could not give lets pass. `what` is counted, in the plural. */
export function requireWithinLimit(limit: RateLimit | undefined, what: string): void {
  if (limit === undefined || limit.isAllowed) return;
  throw new AppError("rate_limited", `Too many ${what}. Try again in ${limit.retryAfterS} seconds.`, {
    extension: { retry_after_seconds: limit.retryAfterS },
    headers: { "retry-after": String(limit.retryAfterS) },
  });
}
