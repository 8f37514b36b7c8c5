import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const algorithm = "aes-256-gcm";
const format = 1;
const nonceBytes = 12;
const tagBytes = 16;

/** Keys that seal secrets: the current one seals, every listed one opens, so that keys can be rotated. */
export interface SecretKeys {
  current: string;
  keys: ReadonlyMap<string, Buffer>;
}

/** Reads the content of ENDPOINT_SECRET_KEYS_FILE: `{"current":"k1","keys":{"k1":"<base64 32 bytes>"}}`. */
export function readSecretKeys(text: string): SecretKeys {
  const file = JSON.parse(text) as { current: string; keys: Record<string, string> };
  const keys = new Map(Object.entries(file.keys).map(([id, key]) => [id, Buffer.from(key, "base64")]));
  for (const [id, key] of keys) {
    if (key.length !== 32 || Buffer.byteLength(id) > 32)
      throw new Error(`Secret key ${id} is not 32 bytes long.`);
  }
  if (!keys.has(file.current))
    throw new Error(`Secret key ${file.current} is named current and is not listed.`);
  return { current: file.current, keys };
}

/** Seals secrets so that the database alone gives none of them away. */
export class SecretBox {
  readonly #keys: SecretKeys;

  constructor(keys: SecretKeys) {
    this.#keys = keys;
  }

  /** Name of the key that seals. */
  get current(): string {
    return this.#keys.current;
  }

  /** Whether it was sealed with the key that seals now. */
  isCurrent(box: Buffer): boolean {
    return keyOf(box) === this.#keys.current;
  }

  /** Sealed for one owner: opened for another it fails. A text is sealed as UTF-8. */
  seal(secret: string | Buffer, owner: string): Buffer {
    const { current } = this.#keys;
    const head = Buffer.concat([Buffer.from([format, Buffer.byteLength(current)]), Buffer.from(current)]);
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, this.#key(current), nonce).setAAD(bound(head, owner));
    const sealed = Buffer.concat([
      cipher.update(typeof secret === "string" ? Buffer.from(secret) : secret),
      cipher.final(),
    ]);
    return Buffer.concat([head, nonce, sealed, cipher.getAuthTag()]);
  }

  /** Opens the secret. Throws if a byte was changed, the owner differs or the key is no longer listed. */
  open(box: Buffer, owner: string): string {
    return this.openBytes(box, owner).toString();
  }

  /** The same of a secret that was sealed as bytes. */
  openBytes(box: Buffer, owner: string): Buffer {
    const headEnd = 2 + (box[1] ?? 0);
    const head = box.subarray(0, headEnd);
    if (box[0] !== format) throw new Error("The sealed secret has an unknown format.");
    const nonce = box.subarray(headEnd, headEnd + nonceBytes);
    const tagAt = box.length - tagBytes;
    const decipher = createDecipheriv(algorithm, this.#key(keyOf(box)), nonce, {
      authTagLength: tagBytes,
    });
    decipher.setAAD(bound(head, owner)).setAuthTag(box.subarray(tagAt));
    return Buffer.concat([decipher.update(box.subarray(headEnd + nonceBytes, tagAt)), decipher.final()]);
  }

  #key(id: string): Buffer {
    const key = this.#keys.keys.get(id);
    if (key === undefined) throw new Error(`There is no secret key ${id}.`);
    return key;
  }
}

/** Name of the key it was sealed with. */
function keyOf(box: Buffer): string {
  return box.toString("utf8", 2, 2 + (box[1] ?? 0));
}

function bound(head: Buffer, owner: string): Buffer {
  return Buffer.concat([head, Buffer.from(`\0${owner}`)]);
}
