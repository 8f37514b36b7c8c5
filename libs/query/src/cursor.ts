import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
} from "node:crypto";
import { type TextLocale, textLocaleOf } from "@jst/db";
import { AppError } from "@jst/errors";
import type { KeyValues } from "./keyset.ts";
import { CURSOR_PATTERN } from "./patterns.ts";

/** Format for a list whose order follows from its rows alone: without texts, or with texts by bytes. */
const PLAIN_FORMAT = 2;
/** Format for a list in the order of a locale or of choices. */
const ORDERED_FORMAT = 3;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FORM = new RegExp(CURSOR_PATTERN);

/** Keys that seal cursors: the current one seals, every listed one is accepted, so keys can be rotated. */
export interface CursorKeys {
  current: string;
  keys: ReadonlyMap<string, Buffer>;
}

/** Scope in which a cursor is valid. Elsewhere it is refused. */
export interface CursorScope {
  teamId: string;
  /** The rpc and its path values, such as `data.v1.Rows/ListRows:<table id>`: an alias path continues the same list. */
  route: string;
  /** Canonical sort. */
  sort: string;
  /** Base of the order beside the rows, such as a locale; absent if there is none. */
  order?: string | undefined;
  /** Everything else that decides which rows are listed: filter, q and the like, in a fixed order. */
  filter: string;
}

/** Reads the content of CURSOR_KEYS_FILE: `{"current":"k1","keys":{"k1":"<base64 32 bytes>"}}`. */
export function readCursorKeys(text: string): CursorKeys {
  const file = JSON.parse(text) as { current: string; keys: Record<string, string> };
  const keys = new Map(Object.entries(file.keys).map(([id, key]) => [id, Buffer.from(key, "base64")]));
  const weak = [...keys].find(([id, key]) => key.length < 32 || Buffer.byteLength(id) > 32);
  if (weak !== undefined) throw new Error(`cursor key ${weak[0]} needs 32 bytes and an id of at most 32`);
  if (!keys.has(file.current))
    throw new Error(`cursor key ${file.current} is named current and is not listed`);
  return { current: file.current, keys };
}

interface Key {
  seal: KeyObject;
  nonce: KeyObject;
}

/**
 * Makes and reads opaque cursors: base64url of format, key id, nonce, and the key values sealed with AES-256-GCM, bound
 * to their scope. Nobody reads in one what a list is sorted by, and equal values make equal cursors: the nonce follows
 * from all that is sealed.
 */
export class CursorCodec {
  readonly #current: string;
  readonly #keys: ReadonlyMap<string, Key>;

  constructor({ current, keys }: CursorKeys) {
    this.#current = current;
    this.#keys = new Map(
      [...keys].map(([id, key]) => [id, { seal: derived(key, "seal"), nonce: derived(key, "nonce") }]),
    );
  }

  /** The cursor that continues after the row with these key values. */
  encode(scope: CursorScope, values: KeyValues): string {
    const key = this.#keys.get(this.#current);
    if (key === undefined) throw new Error(`no cursor key ${this.#current}`);
    const id = Buffer.from(this.#current);
    const plain = Buffer.from(JSON.stringify(values));
    const bound = boundTo(scope);
    const nonce = createHmac("sha256", key.nonce)
      .update(plain)
      .update("\0")
      .update(bound)
      .digest()
      .subarray(0, NONCE_BYTES);
    const cipher = createCipheriv("aes-256-gcm", key.seal, nonce).setAAD(bound);
    const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
    const head = Buffer.from([formatOf(scope), id.length]);
    return Buffer.concat([head, id, nonce, sealed, cipher.getAuthTag()]).toString("base64url");
  }

  /** The key values of a cursor made for this scope, `count` of them; anything else is a 400 `invalid_cursor`. */
  decode(scope: CursorScope, cursor: string, count: number): KeyValues {
    const values = FORM.test(cursor) ? this.#open(scope, cursor) : undefined;
    if (values?.length !== count) throw invalidCursor();
    return values;
  }

  #open(scope: CursorScope, cursor: string): KeyValues | undefined {
    const bytes = Buffer.from(cursor, "base64url");
    // Node skips characters that are not base64; one text only may stand for a cursor.
    if (bytes.toString("base64url") !== cursor || bytes.length < 2) return undefined;
    if (bytes[0] !== formatOf(scope)) return undefined;
    const nonceAt = 2 + (bytes[1] ?? 0);
    const [sealedAt, tagAt] = [nonceAt + NONCE_BYTES, bytes.length - TAG_BYTES];
    if (sealedAt > tagAt) return undefined;
    const key = this.#keys.get(bytes.toString("utf8", 2, nonceAt));
    if (key === undefined) return undefined;
    const decipher = createDecipheriv("aes-256-gcm", key.seal, bytes.subarray(nonceAt, sealedAt))
      .setAAD(boundTo(scope))
      .setAuthTag(bytes.subarray(tagAt));
    const plain = decipher.update(bytes.subarray(sealedAt, tagAt));
    try {
      decipher.final();
    } catch {
      return undefined;
    }
    return JSON.parse(plain.toString()) as KeyValues;
  }
}

/** A key for one use, of the one that is kept. */
function derived(key: Buffer, use: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync("sha256", key, "", `jst cursor ${use}`, 32)));
}

function boundTo({ teamId, route, sort, filter, order }: CursorScope): Buffer {
  return Buffer.from(JSON.stringify([teamId, route, sort, filter, ...(order === undefined ? [] : [order])]));
}

function formatOf({ order }: CursorScope): number {
  return order === undefined ? PLAIN_FORMAT : ORDERED_FORMAT;
}

/**
 * The order of texts of the list that goes on from the cursor: a list that began before texts had one goes on by bytes.
 */
export function listLocale(cursor: string | undefined, locale: string | undefined): TextLocale | undefined {
  const format = cursor === undefined ? undefined : Buffer.from(cursor.slice(0, 4), "base64url")[0];
  return format === PLAIN_FORMAT ? undefined : textLocaleOf(locale);
}

function invalidCursor(): AppError {
  return new AppError(
    "invalid_cursor",
    "The cursor does not belong to this list, sort or filter. Start again without a cursor.",
  );
}
