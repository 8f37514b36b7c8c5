import type { JWK } from "jose";

/** A private key with a name. */
export type SigningKey = JWK & { kid: string };

/** The private Ed25519 key of a JWK text; its content is in no error. `whose` is a word for the message. */
export function parseSigningKey(text: string, whose: string): SigningKey {
  const jwk = parseJson(text);
  const isUsable = jwk?.kty === "OKP" && jwk.crv === "Ed25519" && typeof jwk.d === "string";
  if (!isUsable || typeof jwk.kid !== "string") {
    throw new Error(`The ${whose} signing key must be a private Ed25519 JWK with a kid.`);
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
