import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from "node:crypto";
import { AppError } from "@jst/errors";
import type { KeyValues } from "./keyset.ts";

const FORMAT = 1;
const MAC_BYTES = 16;
const CURSOR_CHARS_MAX = 16_384;

/** Keys that sign cursors: the current one signs, every listed one is accepted, so keys can be rotated. */
export interface CursorKeys {
  current: string;
  keys: ReadonlyMap<string, Buffer>;
}

/** What a cursor is good for. One that comes back elsewhere is refused. */
export interface CursorScope {
  teamId: string;
  /** The rpc and its path values, such as `data.v1.Rows/ListRows:<table id>`: an alias path continues the same list. */
  route: string;
  /** Canonical sort. */
  sort: string;
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

/** Makes and reads opaque cursors: base64url of format, key id, key values and a MAC over these and their scope. */
export class CursorCodec {
  readonly #current: string;
  readonly #keys: ReadonlyMap<string, KeyObject>;

  constructor({ current, keys }: CursorKeys) {
    this.#current = current;
    // Made once: of raw bytes Node would make one for each cursor.
    this.#keys = new Map([...keys].map(([id, key]) => [id, createSecretKey(key)]));
  }

  /** The cursor that continues after the row with these key values. */
  encode(scope: CursorScope, values: KeyValues): string {
    const id = Buffer.from(this.#current);
    const head = Buffer.concat([Buffer.from([FORMAT, id.length]), id, Buffer.from(JSON.stringify(values))]);
    return Buffer.concat([head, this.#mac(this.#current, scope, head)]).toString("base64url");
  }

  /** The key values of a cursor made for this scope, `count` of them; anything else is a 400 `invalid_cursor`. */
  decode(scope: CursorScope, cursor: string, count: number): KeyValues {
    const values = cursor.length <= CURSOR_CHARS_MAX ? this.#open(scope, cursor) : undefined;
    if (values?.length !== count) throw invalidCursor();
    return values;
  }

  #open(scope: CursorScope, cursor: string): KeyValues | undefined {
    const bytes = Buffer.from(cursor, "base64url");
    // Node skips characters that are not base64; one text only may stand for a cursor.
    if (bytes.toString("base64url") !== cursor || bytes.length < 2 + MAC_BYTES || bytes[0] !== FORMAT)
      return undefined;
    const valuesAt = 2 + (bytes[1] ?? 0);
    const macAt = bytes.length - MAC_BYTES;
    if (valuesAt >= macAt) return undefined;
    const keyId = bytes.toString("utf8", 2, valuesAt);
    if (!this.#keys.has(keyId)) return undefined;
    if (!timingSafeEqual(this.#mac(keyId, scope, bytes.subarray(0, macAt)), bytes.subarray(macAt)))
      return undefined;
    return JSON.parse(bytes.toString("utf8", valuesAt, macAt)) as KeyValues;
  }

  #mac(keyId: string, scope: CursorScope, head: Buffer): Buffer {
    const key = this.#keys.get(keyId);
    if (key === undefined) throw new Error(`no cursor key ${keyId}`);
    const bound = JSON.stringify([scope.teamId, scope.route, scope.sort, scope.filter]);
    return createHmac("sha256", key).update(head).update("\0").update(bound).digest().subarray(0, MAC_BYTES);
  }
}

function invalidCursor(): AppError {
  return new AppError("invalid_cursor", "The cursor does not belong to this list; start again without it.");
}
