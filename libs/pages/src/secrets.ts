import { createHash, createHmac, randomBytes } from "node:crypto";

/** A secret of 256 bits for an address, and what is stored of it: it cannot be found out from that. */
export function newSecret(): { secret: string; hash: Buffer } {
  const secret = randomBytes(32).toString("base64url");
  return { secret, hash: hashOf(secret) };
}

/**
 * The secret of 256 bits that follows from a key for this name, each time the same, and its hash. Without the key
 * nobody finds it out; another name has another one.
 */
export function derivedSecret(key: Buffer, name: string): { secret: string; hash: Buffer } {
  const secret = createHmac("sha256", key).update(name).digest("base64url");
  return { secret, hash: hashOf(secret) };
}

/** Hashes the secret of an address, by which its row is found; undefined for an invalid one. */
export function secretHash(secret: string): Buffer | undefined {
  // The last sign of 43 holds four bits: in another spelling of them it is not the secret that was given out.
  return /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/.test(secret) ? hashOf(secret) : undefined;
}

function hashOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
