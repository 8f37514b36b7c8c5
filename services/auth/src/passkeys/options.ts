import type { NamedCredential } from "./queries.ts";
import type { RelyingParty } from "./relying-party.ts";
import { ALGORITHMS, handleBytes } from "./verify.ts";

/** Milliseconds that a person has at the authenticator, and a challenge is good (passkeys.challenge). */
const LIFE_MS = 300_000;

/** Builds the options by which a browser makes a passkey for the member. */
export async function creationOptions(
  party: RelyingParty,
  challenge: string,
  member: { id: string; email: string; team: string },
  existing: readonly NamedCredential[],
): Promise<Record<string, unknown>> {
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  const options = await generateRegistrationOptions({
    rpName: party.id,
    rpID: party.id,
    userID: new Uint8Array(handleBytes(member.id)),
    userName: member.email,
    userDisplayName: `${member.email} (${member.team})`,
    challenge: new Uint8Array(Buffer.from(challenge, "base64url")),
    timeout: LIFE_MS,
    attestationType: "none",
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: existing.map((one) => named(one)),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return { ...options };
}

/** Builds the options by which a browser has a passkey sign: one of those that are named, or any of the host. */
export async function requestOptions(
  party: RelyingParty,
  challenge: string,
  allowed?: readonly NamedCredential[],
): Promise<Record<string, unknown>> {
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: new Uint8Array(Buffer.from(challenge, "base64url")),
    timeout: LIFE_MS,
    userVerification: "required",
    ...(allowed === undefined ? {} : { allowCredentials: allowed.map((one) => named(one)) }),
  });
  return { ...options };
}

function named({ credential_id: id, transports }: NamedCredential): { id: string; transports: string[] } {
  return { id: id.toString("base64url"), transports };
}
