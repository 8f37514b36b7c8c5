import {
  createLocalJWKSet,
  importJWK,
  jwtVerify,
  SignJWT,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
} from "jose";
import { parseSigningKey, type SigningKey } from "./signing-key.ts";

/** Seconds a service's proof lives; it is renewed when less than a request's time of it is left (limits.time). */
const LIFETIME_S = 60;
const REMAINING_MS = 30_000;
/** Seconds by which `iat` is set back, for a peer whose clock is behind. */
const BACKDATING_S = 5;
const TYPE = "service+jwt";

/** Options of a service's signer; `privateJwk` is JSON text whose `kid` is `<service>:<anything>`. */
export interface ServiceSignerOptions {
  privateJwk: string;
  audience: string;
  /** Milliseconds of Unix time; tests replace it. */
  now?: () => number;
}

/**
 * Proves to another service which one calls (operation.service-identity). A proof names its receiver, so nobody who got
 * it can pass it on as its own; one signature serves all calls of half a minute.
 */
export class ServiceSigner {
  readonly #jwk: SigningKey;
  readonly #audience: string;
  readonly #now: () => number;
  readonly #proofs = new Map<string, { proof: Promise<string>; until: number }>();

  constructor(options: ServiceSignerOptions) {
    this.#jwk = parseSigningKey(options.privateJwk, "service");
    if (serviceOfKey(this.#jwk.kid) === undefined) throw new Error("A service key's kid is <service>:<id>.");
    this.#audience = options.audience;
    this.#now = options.now ?? Date.now;
  }

  /** A proof for the named service that lives at least 30 s. */
  proofFor(receiver: string): Promise<string> {
    const known = this.#proofs.get(receiver);
    if (known !== undefined && known.until - this.#now() >= REMAINING_MS) return known.proof;
    const nowS = Math.floor(this.#now() / 1000);
    const proof = this.#sign(receiver, nowS);
    this.#proofs.set(receiver, { proof, until: (nowS + LIFETIME_S - BACKDATING_S) * 1000 });
    // The caller gets the error; the next one tries again.
    proof.catch(() => this.#proofs.delete(receiver));
    return proof;
  }

  async #sign(receiver: string, nowS: number): Promise<string> {
    const { alg = "EdDSA", kid } = this.#jwk;
    return new SignJWT({})
      .setProtectedHeader({ alg, kid, typ: TYPE })
      .setIssuedAt(nowS - BACKDATING_S)
      .setExpirationTime(nowS + LIFETIME_S - BACKDATING_S)
      .setAudience(audienceOf(this.#audience, receiver))
      .sign(await importJWK(this.#jwk, alg));
  }
}

/** Options of a receiver; `jwks` is JSON text with the public keys of every service of the deployment. */
export interface ServiceVerifierOptions {
  jwks: string;
  audience: string;
  /** Name of the service that verifies. */
  self: string;
  /** Milliseconds of Unix time; tests replace it. */
  now?: () => number;
}

/** Tells which service calls. The name is that of the key, never one that the caller chose. */
export class ServiceVerifier {
  readonly #keys: JWTVerifyGetKey;
  readonly #audience: string;
  readonly #now: () => number;
  readonly #verified = new Map<string, { service: string; expiresAt: number }>();

  constructor(options: ServiceVerifierOptions) {
    const jwks = JSON.parse(options.jwks) as JSONWebKeySet;
    if (jwks.keys.some((key) => "d" in key)) throw new Error("The service key set holds a private key.");
    this.#keys = createLocalJWKSet(jwks);
    this.#audience = audienceOf(options.audience, options.self);
    this.#now = options.now ?? Date.now;
  }

  /** Name of the service behind a proof; rejects when it is forged, out of time or meant for another. */
  async verify(proof: string): Promise<string> {
    const known = this.#verified.get(proof);
    if (known !== undefined && known.expiresAt > this.#now()) return known.service;
    const { payload, protectedHeader } = await jwtVerify(proof, this.#keys, {
      algorithms: ["EdDSA", "Ed25519"],
      audience: this.#audience,
      requiredClaims: ["exp", "iat"],
      maxTokenAge: `${LIFETIME_S}s`,
      typ: TYPE,
      currentDate: new Date(this.#now()),
    });
    const service = serviceOfKey(protectedHeader.kid ?? "");
    if (service === undefined || payload.exp === undefined) throw new Error("The proof names no service.");
    this.#remember(proof, { service, expiresAt: payload.exp * 1000 });
    return service;
  }

  /** A handful of callers with a few replicas each: what has run out is dropped whenever something is added. */
  #remember(proof: string, verified: { service: string; expiresAt: number }): void {
    for (const [old, { expiresAt }] of this.#verified)
      if (expiresAt <= this.#now()) this.#verified.delete(old);
    this.#verified.set(proof, verified);
  }
}

function serviceOfKey(kid: string): string | undefined {
  return /^([a-z][a-z0-9_]*):./.exec(kid)?.[1];
}

function audienceOf(deployment: string, receiver: string): string {
  return `${deployment}/${receiver}`;
}
