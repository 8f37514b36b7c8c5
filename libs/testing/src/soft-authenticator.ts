import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";

/** Options of WebAuthn in JSON, as far as an authenticator reads them. */
export interface SoftOptions {
  challenge: string;
  user?: { id: string };
}

/** Deviations of a response from an honest one. */
export interface Deviation {
  /** Host of the page in place of the authenticator's own. */
  host?: string;
  /** The person was not verified. */
  isUnverified?: boolean;
  /** Count of signatures in place of the next one. */
  counter?: number;
  /** A certificate that attests the authenticator. */
  isAttested?: boolean;
  userHandle?: string;
  type?: string;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** Encodes as much of CBOR as attestations need: integers, texts, bytes and maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string")
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map((one) => cbor(one))]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([head(5, entries.length), ...entries.flat().map((one) => cbor(one))]);
}

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size]);
  if (size < 256) return Buffer.from([(major << 5) | 24, size]);
  return Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
}

const sha256 = (bytes: Buffer | string): Buffer => createHash("sha256").update(bytes).digest();

/** An authenticator in software with one credential, and the browser around it. */
export class SoftAuthenticator {
  readonly #key: KeyObject;
  readonly #public: KeyObject;
  readonly #origin: (host: string) => string;
  readonly #host: string;
  readonly credentialId = randomBytes(32);
  #userHandle: string | undefined;
  counter = 0;

  constructor(host: string, originOf: (host: string) => string) {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    [this.#key, this.#public, this.#host, this.#origin] = [privateKey, publicKey, host, originOf];
  }

  /** Makes the credential; the response as toJSON of a browser has it. */
  create(options: SoftOptions, deviation: Deviation = {}): Record<string, unknown> {
    this.#userHandle = options.user?.id;
    const statement = deviation.isAttested === true ? new Map([["x5c", [randomBytes(64)]]]) : new Map();
    const attestation = new Map<string, unknown>([
      ["fmt", deviation.isAttested === true ? "packed" : "none"],
      ["attStmt", statement],
      ["authData", this.#data(deviation, true)],
    ]);
    return this.#shown({
      clientDataJSON: this.#client("webauthn.create", options, deviation).toString("base64url"),
      attestationObject: cbor(attestation).toString("base64url"),
      transports: ["internal", "unheard-of"],
    });
  }

  /** Signs the challenge; the response as toJSON of a browser has it. */
  sign(options: SoftOptions, deviation: Deviation = {}): Record<string, unknown> {
    this.counter += 1;
    const client = this.#client("webauthn.get", options, deviation);
    const data = this.#data(deviation, false);
    const signature = sign("sha256", Buffer.concat([data, sha256(client)]), this.#key);
    return this.#shown({
      clientDataJSON: client.toString("base64url"),
      authenticatorData: data.toString("base64url"),
      signature: signature.toString("base64url"),
      userHandle: deviation.userHandle ?? this.#userHandle,
    });
  }

  #shown(response: Record<string, unknown>): Record<string, unknown> {
    const id = this.credentialId.toString("base64url");
    return { id, rawId: id, type: "public-key", clientExtensionResults: {}, response };
  }

  #client(type: string, { challenge }: SoftOptions, { host = this.#host, type: other }: Deviation): Buffer {
    const origin = this.#origin(host);
    return Buffer.from(JSON.stringify({ type: other ?? type, challenge, origin, crossOrigin: false }));
  }

  #data({ host = this.#host, isUnverified, counter = this.counter }: Deviation, isNew: boolean): Buffer {
    const flags = PRESENT | (isUnverified === true ? 0 : VERIFIED) | (isNew ? HAS_CREDENTIAL : 0);
    const fixed = Buffer.alloc(5);
    fixed.writeUInt8(flags, 0);
    fixed.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(host), fixed, ...(isNew ? this.#credential() : [])]);
  }

  #credential(): Buffer[] {
    const { x = "", y = "" } = this.#public.export({ format: "jwk" });
    const size = Buffer.alloc(2);
    size.writeUInt16BE(this.credentialId.length);
    const key = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ]);
    return [Buffer.alloc(16), size, this.credentialId, cbor(key)];
  }
}
