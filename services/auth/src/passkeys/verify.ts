import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { AppError } from "@jst/errors";
import type { RelyingParty } from "./relying-party.ts";

/** A credential that an authenticator has made. */
export interface MadeCredential {
  credentialId: Buffer;
  publicKey: Buffer;
  counter: number;
  transports: string[];
}

/** A stored credential whose signature is to be verified. */
interface StoredCredential {
  credential_id: Buffer;
  public_key: Buffer;
  counter: number;
  member_id: string;
}

/** Page and challenge that a response has to be for. */
export interface Expected {
  party: RelyingParty;
  challenge: string;
}

/** Signatures by Ed25519, ECDSA of P-256, and RSA, by their numbers of COSE. */
export const ALGORITHMS = [-8, -7, -257];

/** Transports that options name again; an authenticator may name others. */
const TRANSPORTS = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"];

/** Refuses a response, whatever is wrong with it: one answer for all (passkeys.refusal). */
export function refusedPasskey(): AppError {
  return new AppError(
    "sign_in_refused",
    "This passkey is not known here, or its check failed. Try again, or ask for a sign-in link.",
  );
}

/** Most characters of a response; those of authenticators have a few thousand. */
const RESPONSE_MAX = 65_536;

/** Most bytes of the id of a credential (WebAuthn), and of a public key. */
const ID_MAX = 1_023;
const PUBLIC_KEY_MAX = 8_192;

/** Reads the challenge that a response says it answers; undefined for a response of another shape or size. */
export function challengeOf(response: unknown): Promise<string | undefined> {
  return quietly(async () => {
    if (JSON.stringify(response).length > RESPONSE_MAX) return undefined;
    const { decodeClientDataJSON } = await import("@simplewebauthn/server/helpers");
    const { challenge } = decodeClientDataJSON(
      (response as RegistrationResponseJSON).response.clientDataJSON,
    );
    return typeof challenge === "string" ? challenge : undefined;
  });
}

/** Reads the new credential of a response; undefined for one that is not valid in any way. */
export function madeCredential(
  response: unknown,
  { party, challenge }: Expected,
): Promise<MadeCredential | undefined> {
  const sent = response as RegistrationResponseJSON;
  return quietly(async () => {
    if (!(await isUnattested(sent))) return undefined;
    const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
    const { verified, registrationInfo: info } = await verifyRegistrationResponse({
      response: sent,
      supportedAlgorithmIDs: ALGORITHMS,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
    });
    if (!verified) return undefined;
    const { id, publicKey, counter } = info.credential;
    const named: unknown = sent.response.transports;
    const transports = TRANSPORTS.filter((one) => Array.isArray(named) && named.includes(one));
    const credentialId = bytesOf(id);
    const isStorable =
      credentialId.length >= 1 && credentialId.length <= ID_MAX && publicKey.length <= PUBLIC_KEY_MAX;
    return isStorable ? { credentialId, publicKey: Buffer.from(publicKey), counter, transports } : undefined;
  });
}

/** Returns the count of a signature by the credential; undefined for a response that is not valid in any way. */
export function signedCount(
  response: unknown,
  stored: StoredCredential,
  { party, challenge }: Expected,
): Promise<number | undefined> {
  const sent = response as AuthenticationResponseJSON;
  return quietly(async () => {
    const handle = sent.response.userHandle;
    if (typeof handle === "string" && handle !== handleBytes(stored.member_id).toString("base64url"))
      return undefined;
    const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
    const { verified, authenticationInfo: info } = await verifyAuthenticationResponse({
      response: sent,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: stored.credential_id.toString("base64url"),
        publicKey: new Uint8Array(stored.public_key),
        counter: stored.counter,
      },
    });
    return verified ? info.newCounter : undefined;
  });
}

/** Returns the id of the credential that a response names; undefined where it names none. */
export function credentialIdOf(response: unknown): Buffer | undefined {
  const { id } = (response ?? {}) as { id?: unknown };
  return typeof id === "string" && /^[\w-]{1,1364}$/.test(id) ? bytesOf(id) : undefined;
}

/** Returns the user handle of a member: the bytes of the member's id, which tell nothing of the person. */
export function handleBytes(memberId: string): Buffer<ArrayBuffer> {
  return Buffer.from(memberId.replaceAll("-", ""), "hex");
}

/**
 * True for a response without an attestation by somebody else. None is asked for, and to check one, addresses that it
 * names could be opened.
 */
async function isUnattested({ response }: RegistrationResponseJSON): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await import("@simplewebauthn/server/helpers");
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  const format = attestation.get("fmt");
  return format === "none" || (format === "packed" && attestation.get("attStmt").get("x5c") === undefined);
}

/** Runs a check over a response of any shape: what it throws there says that the response is not valid. */
async function quietly<T>(check: () => T | undefined | Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await check();
  } catch {
    return undefined;
  }
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text, "base64url");
}
