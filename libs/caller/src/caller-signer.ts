import { importJWK, SignJWT } from "jose";
import type { Caller } from "./caller.ts";
import { parseSigningKey } from "./signing-key.ts";

/** Seconds a caller token lives. With the backdating it stays within the 60 s (operation.caller). */
const LIFETIME_S = 50;

/** Seconds by which `iat` is set back, so that a service whose clock is behind does not find it in the future. */
const BACKDATING_S = 5;

/** The claim that holds the caller and the team facts. The rest of the token is standard JWT. */
export const CALLER_CLAIM = "caller";

/**
 * The claim in its place where the team has approval rules. Code that does not judge by rules does not know it and
 * refuses the token, so that no write passes unjudged (rules.version).
 */
export const RULED_CALLER_CLAIM = "ruled_caller";

/** A signed caller and the moment it stops being valid, in milliseconds of Unix time. */
export interface SignedCaller {
  token: string;
  expiresAt: number;
}

/** Options of a signer; `privateJwk` is JSON text with `kid`. */
export interface CallerSignerOptions {
  privateJwk: string;
  audience: string;
  /** Milliseconds of Unix time; tests replace it. */
  now?: () => number;
}

/** Signs callers as compact Ed25519 JWS for one deployment, each for at most 60 s. */
export class CallerSigner {
  readonly #key: Promise<Awaited<ReturnType<typeof importJWK>>>;
  readonly #header: { alg: string; kid: string; typ: string };
  readonly #audience: string;
  readonly #now: () => number;

  constructor(options: CallerSignerOptions) {
    const jwk = parseSigningKey(options.privateJwk, "caller");
    this.#header = { alg: jwk.alg ?? "EdDSA", kid: jwk.kid, typ: "JWT" };
    this.#key = importJWK(jwk, this.#header.alg);
    // A broken key is reported by the first sign(); it must not end the process as an unhandled rejection.
    this.#key.catch(() => undefined);
    this.#audience = options.audience;
    this.#now = options.now ?? Date.now;
  }

  /** A token for the caller that never outlives `notAfter` (milliseconds of Unix time: the API token's expiry). */
  async sign(caller: Caller, notAfter?: number): Promise<SignedCaller> {
    const nowS = Math.floor(this.#now() / 1000);
    const expiresS = Math.min(nowS + LIFETIME_S, Math.floor((notAfter ?? Infinity) / 1000));
    const claim = caller.team.rules === undefined ? CALLER_CLAIM : RULED_CALLER_CLAIM;
    const token = await new SignJWT({ [claim]: caller })
      .setProtectedHeader(this.#header)
      .setIssuedAt(nowS - BACKDATING_S)
      .setExpirationTime(expiresS)
      .setAudience(this.#audience)
      .sign(await this.#key);
    return { token, expiresAt: expiresS * 1000 };
  }
}
