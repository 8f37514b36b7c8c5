import { createLocalJWKSet, jwtVerify, type JSONWebKeySet, type JWTVerifyGetKey } from "jose";
import type { Caller } from "./caller.ts";
import { CALLER_CLAIM, RULED_CALLER_CLAIM } from "./caller-signer.ts";

/** Longest life of a caller token, from `iat` on (operation.caller). */
const MAX_AGE = "60s";

/** Verified tokens kept by default: one per API token and door that is in use. */
const CACHE_SIZE = 10_000;

/** Options of a verifier; `jwks` is JSON text. Several keys in the set are a rotation in progress. */
export interface CallerVerifierOptions {
  jwks: string;
  audience: string;
  cacheSize?: number;
  /** Milliseconds of Unix time; tests replace it. */
  now?: () => number;
}

interface Verified {
  caller: Caller;
  expiresAt: number;
}

/**
 * Accepts a caller only when one of our keys signed it for this deployment and it has not expired. A verified
 * token is remembered until its expiry and never longer.
 */
export class CallerVerifier {
  readonly #keys: JWTVerifyGetKey;
  readonly #audience: string;
  readonly #cacheSize: number;
  readonly #now: () => number;
  readonly #verified = new Map<string, Verified>();

  constructor(options: CallerVerifierOptions) {
    const jwks = JSON.parse(options.jwks) as JSONWebKeySet;
    if (jwks.keys.some((key) => "d" in key)) throw new Error("The caller key set holds a private key.");
    this.#keys = createLocalJWKSet(jwks);
    this.#audience = options.audience;
    this.#cacheSize = options.cacheSize ?? CACHE_SIZE;
    this.#now = options.now ?? Date.now;
  }

  /** The caller of a token; rejects when the token is forged, out of time or for another deployment. */
  verify(token: string): Caller | Promise<Caller> {
    const known = this.#verified.get(token);
    if (known === undefined) return this.#verifyAnew(token);
    if (known.expiresAt > this.#now()) return known.caller;
    this.#verified.delete(token);
    return this.#verifyAnew(token);
  }

  async #verifyAnew(token: string): Promise<Caller> {
    const { payload } = await jwtVerify<{ [CALLER_CLAIM]?: Caller; [RULED_CALLER_CLAIM]?: Caller }>(
      token,
      this.#keys,
      {
        algorithms: ["EdDSA", "Ed25519"],
        audience: this.#audience,
        requiredClaims: ["exp", "iat"],
        maxTokenAge: MAX_AGE,
        currentDate: new Date(this.#now()),
      },
    );
    const caller = payload[RULED_CALLER_CLAIM] ?? payload[CALLER_CLAIM];
    if (caller === undefined || payload.exp === undefined) throw new Error("The token names no caller.");
    this.#remember(token, { caller, expiresAt: payload.exp * 1000 });
    return caller;
  }

  #remember(token: string, verified: Verified): void {
    if (this.#verified.size >= this.#cacheSize) {
      const oldest = this.#verified.keys().next();
      if (!oldest.done) this.#verified.delete(oldest.value);
    }
    this.#verified.set(token, verified);
  }
}
