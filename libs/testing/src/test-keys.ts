import { ServiceSigner } from "@jst/caller";
import { services } from "@jst/fleet";
import { generateKeyPairSync, type JsonWebKey } from "node:crypto";

/** The deployment that tests are. */
export const TEST_AUDIENCE = "test";

/** An Ed25519 key as a deployment's files hold it. */
export interface TestKeyPair {
  privateJwk: JsonWebKey;
  publicJwk: JsonWebKey;
}

/** A new signing key of this name. */
export function testKeyPair(kid: string): TestKeyPair {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const named = (key: typeof privateKey) => ({
    ...key.export({ format: "jwk" }),
    kid,
    alg: "EdDSA",
    use: "sig",
  });
  return { privateJwk: named(privateKey), publicJwk: named(publicKey) };
}

/** Every service of a deployment with a key of its own. */
export class TestServices {
  /** The key set all of them know. */
  readonly jwks: string;
  readonly #keys: ReadonlyMap<string, TestKeyPair>;
  readonly #audience: string;

  constructor(audience: string) {
    this.#audience = audience;
    this.#keys = new Map(services.map(({ name }) => [name, testKeyPair(`${name}:test`)]));
    this.jwks = JSON.stringify({ keys: [...this.#keys.values()].map(({ publicJwk }) => publicJwk) });
  }

  /** Private JWK of the service, as text. */
  privateJwk(service: string): string {
    const key = this.#keys.get(service);
    if (key === undefined) throw new Error(`There is no service ${service}.`);
    return JSON.stringify(key.privateJwk);
  }

  /** Signs proofs of the service's identity. */
  signer(service: string): ServiceSigner {
    return new ServiceSigner({ privateJwk: this.privateJwk(service), audience: this.#audience });
  }
}
