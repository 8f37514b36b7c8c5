import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import type { TokenType } from "@jst/caller";

/** Kinds of secret text that start with `jst_` (tokens.format, oauth.tokens); a session has none. */
export type TokenKind =
  | Exclude<TokenType, "oauth_app" | "member">
  | "refresh"
  | "oauth_access"
  | "oauth_refresh";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const MARK: Record<TokenKind, string> = {
  service: "s",
  human: "h",
  break_glass: "b",
  refresh: "r",
  oauth_access: "at_",
  oauth_refresh: "rt_",
};
const SECRET_BYTES = 32;
/** Base62 digits that hold 256 bits. */
const SECRET_DIGITS = 43;
/** Base62 digits that hold 32 bits. */
const CHECKSUM_DIGITS = 6;
const ACCESS_TOKEN = /^jst_(?:[shb]|at_)[0-9A-Za-z]{49}$/;
const REFRESH_TOKEN = /^jst_r[0-9A-Za-z]{49}$/;
const OAUTH_REFRESH_TOKEN = /^jst_rt_[0-9A-Za-z]{49}$/;

/** Makes a new token value of 256 random bits (tokens.format). Show it once and store only its hash. */
export function newTokenValue(kind: TokenKind): string {
  const secret = BigInt(`0x${randomBytes(SECRET_BYTES).toString("hex")}`);
  const body = `jst_${MARK[kind]}${base62(secret, SECRET_DIGITS)}`;
  return body + checksum(body);
}

/** True for text that newTokenValue made for access: a typo or a refresh token is told apart without any lookup. */
export function isAccessTokenValue(value: string): boolean {
  return ACCESS_TOKEN.test(value) && hasChecksum(value);
}

/** True for text that newTokenValue made for refreshing. */
export function isRefreshTokenValue(value: string): boolean {
  return REFRESH_TOKEN.test(value) && hasChecksum(value);
}

/** True for text that newTokenValue made for refreshing what was granted to an app. */
export function isOAuthRefreshValue(value: string): boolean {
  return OAUTH_REFRESH_TOKEN.test(value) && hasChecksum(value);
}

/**
 * SHA-256 of a token value as a string of 32 one-byte characters: the key of every cache and, as bytes, of the
 * table. 256 random bits need no stretching.
 */
export function tokenHash(value: string): string {
  return hash("sha256", value, "binary");
}

/** Returns the parts of a value that a list may show: its prefix and its last four characters. */
export function visibleParts(value: string): { prefix: string; last4: string } {
  return { prefix: value.slice(0, 9), last4: value.slice(-4) };
}

function hasChecksum(value: string): boolean {
  const body = value.slice(0, -CHECKSUM_DIGITS);
  return checksum(body) === value.slice(body.length);
}

function checksum(body: string): string {
  return base62(BigInt(crc32(body)), CHECKSUM_DIGITS);
}

function base62(value: bigint, digits: number): string {
  let rest = value;
  let text = "";
  for (let index = 0; index < digits; index += 1) {
    text = ALPHABET.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}
