import { randomBytes } from "node:crypto";

const prefix = "whsec_";

/** A new secret as its owner gets it: `whsec_` and 32 random bytes in base64 (events.secret). */
export function newEndpointSecret(): string {
  return `${prefix}${randomBytes(32).toString("base64")}`;
}

/** The bytes that key the Standard Webhooks signature. */
export function secretBytes(secret: string): Buffer {
  return Buffer.from(secret.slice(prefix.length), "base64");
}

/** Names the owner of a secret: a sealed secret is useless in another endpoint's row. */
export function secretOwner(teamId: string, endpointId: string): string {
  return `${teamId}/${endpointId}`;
}
