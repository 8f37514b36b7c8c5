import { importJWK, SignJWT, type JWK } from "jose";
import type { Caller } from "./caller.ts";

/** Seconds a caller token lives. With the backdating it stays within the 60 s of architecture 7. */
const LIFETIME_S = 50;

/** Seconds by which `iat` is set back, so that a service whose clock is behind does not find it in the future. */
const BACKDATING_S = 5;

/** The claims that hold the caller and the team facts. The rest of the token is standard JWT. */
export const CALLER_CLAIM = "caller";

/** A signed caller and the moment it stops being valid, in milliseconds of Unix time. */
export interface SignedCaller {
  token: string;
  expiresAt: number;
}

/** What a signer needs; `privateJwk` is JSON text with `kid`. */
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
    const jwk = parseSigningKey(options.privateJwk);
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
    const token = await new SignJWT({ [CALLER_CLAIM]: caller })
      .setProtectedHeader(this.#header)
      .setIssuedAt(nowS - BACKDATING_S)
      .setExpirationTime(expiresS)
      .setAudience(this.#audience)
      .sign(await this.#key);
    return { token, expiresAt: expiresS * 1000 };
  }
}

/** The private Ed25519 key of a JWK text; its content is in no error. */
function parseSigningKey(text: string): JWK & { kid: string } {
  const jwk = parseJson(text);
  const isUsable = jwk?.kty === "OKP" && jwk.crv === "Ed25519" && typeof jwk.d === "string";
  if (!isUsable || typeof jwk.kid !== "string") {
    throw new Error("The caller signing key must be a private Ed25519 JWK with a kid.");
  }
  return { ...jwk, kid: jwk.kid };
}

function parseJson(text: string): JWK | undefined {
  try {
    return JSON.parse(text) as JWK;
  } catch {
    return undefined;
  }
}
