import pg from "pg";

export type ArrayItem = string | number | boolean | null;

export type ArrayType = "boolean" | "float8" | "text" | "uuid";

/** How PostgreSQL's binary form writes values of a type. */
interface Form {
  oid: number;
  size: (item: NonNullable<ArrayItem>) => number;
  write: (item: NonNullable<ArrayItem>, bytes: Buffer, at: number) => void;
}

const { BOOL, FLOAT8, TEXT, UUID } = pg.types.builtins;

const forms: Record<ArrayType, Form> = {
  boolean: { oid: BOOL, size: () => 1, write: (item, bytes, at) => bytes.writeUInt8(Number(item), at) },
  float8: { oid: FLOAT8, size: () => 8, write: (item, bytes, at) => bytes.writeDoubleBE(Number(item), at) },
  text: {
    oid: TEXT,
    size: (item) => Buffer.byteLength(String(item)),
    write: (item, bytes, at) => bytes.write(String(item), at),
  },
  uuid: {
    oid: UUID,
    size: () => 16,
    write: (item, bytes, at) => bytes.write(String(item).replaceAll("-", ""), at, "hex"),
  },
};

const LENGTH_BYTES = 4;
const PIECE_BYTES_MIN = 1_024;
const PIECE_BYTES_MAX = 65_536;

/**
 * Array parameter of a statement, for many or long values. Each value is written in its wire form when it is added, so
 * the parameter takes the memory of these bytes once, however often it is sent. It retains no source text: JavaScript
 * retains a text as long as a slice of it exists.
 */
export class BinaryArray {
  readonly #form: Form;
  readonly #full: Buffer[] = [];
  #piece = Buffer.allocUnsafeSlow(PIECE_BYTES_MIN);
  #end = 0;
  #fullBytes = 0;
  #length = 0;
  #hasNull = false;

  constructor(type: ArrayType) {
    this.#form = forms[type];
  }

  /** Adds a value of the array's type. */
  add(item: ArrayItem): void {
    const size = item === null ? 0 : this.#form.size(item);
    this.#reserve(LENGTH_BYTES + size);
    const at = this.#piece.writeInt32BE(item === null ? -1 : size, this.#end);
    if (item === null) this.#hasNull = true;
    else this.#form.write(item, this.#piece, at);
    this.#end = at + size;
    this.#length += 1;
  }

  /** Returns the array as PostgreSQL reads it, in pieces. */
  pieces(): Buffer[] {
    return [this.#head(), ...this.#full, this.#piece.subarray(0, this.#end)];
  }

  /** Number of dimensions, whether there is a null, the type; then how many, counted from one. */
  #head(): Buffer {
    const isEmpty = this.#length === 0;
    const words = [
      isEmpty ? 0 : 1,
      Number(this.#hasNull),
      this.#form.oid,
      ...(isEmpty ? [] : [this.#length, 1]),
    ];
    const head = Buffer.alloc(words.length * LENGTH_BYTES);
    words.forEach((word, place) => head.writeInt32BE(word, place * LENGTH_BYTES));
    return head;
  }

  /** Pieces get larger with the array, and what stays unused of one is given back. */
  #reserve(bytes: number): void {
    if (this.#end + bytes <= this.#piece.length) return;
    this.#full.push(Buffer.from(this.#piece.subarray(0, this.#end)));
    this.#fullBytes += this.#end;
    const next = Math.min(Math.max(this.#fullBytes, PIECE_BYTES_MIN), PIECE_BYTES_MAX);
    this.#piece = Buffer.allocUnsafeSlow(Math.max(bytes, next));
    this.#end = 0;
  }
}
