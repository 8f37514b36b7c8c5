import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { newTokenValue } from "../tokens/token-format.ts";

/** Makes a code for one exchange: 256 bits. */
export function newCode(): string {
  return `jst_ac_${randomBytes(32).toString("base64url")}`;
}

export function newClientId(): string {
  return `jst_cl_${randomBytes(32).toString("base64url")}`;
}

export function newPair(): { access: string; refresh: string } {
  return { access: newTokenValue("oauth_access"), refresh: newTokenValue("oauth_refresh") };
}

/** True for text that can be a challenge of S256 (RFC 7636, 4.2). */
export function isChallenge(text: string): boolean {
  return /^[A-Za-z0-9._~-]{43,128}$/.test(text);
}

/** True if the challenge was made of the verifier. */
export function provesChallenge(verifier: string, challenge: string): boolean {
  if (!isChallenge(verifier)) return false;
  const made = Buffer.from(createHash("sha256").update(verifier).digest("base64url"));
  const kept = Buffer.from(challenge);
  return made.length === kept.length && timingSafeEqual(made, kept);
}
