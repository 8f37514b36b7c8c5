import { BinaryArray } from "./binary-array.ts";
import type { Encoded } from "./values.ts";

// Codes of messages to the server (PostgreSQL's manual, "Message Formats").
const PARSE = 0x50;
const BIND = 0x42;
const DESCRIBE = 0x44;
const EXECUTE = 0x45;
const CLOSE = 0x43;
const SYNC = 0x53;
const STATEMENT = 0x53;
const PORTAL = 0x50;

const START_BYTES = 16_384;
/** Memory above this is given back after the exchange that needed it. */
const KEPT_BYTES_MAX = 1 << 20;
/** Bytes from this length on are sent from where they are; shorter ones are copied. */
const OWN_PIECE_BYTES = 16_384;

/**
 * Writes the messages of one exchange one behind the other: node-postgres makes a buffer of each, and the socket a
 * vector of them (ADR 22). Statements and portals are as in the extended query protocol.
 */
export class MessageWriter {
  #bytes = Buffer.allocUnsafe(START_BYTES);
  #end = 0;
  #begunAt = 0;
  /** What is sent from where it is, and in front of which byte. */
  #others: { at: number; piece: Buffer }[] = [];
  #otherBytes = 0;

  parse(name: string, text: string): void {
    this.#begin(PARSE);
    this.#text(name);
    this.#text(text);
    this.#int16(0); // types of parameters follow from the text
    this.#finish();
  }

  /** Binds values to the statement of that name; all columns of the result are asked for as text. */
  bind(name: string, values: readonly Encoded[]): void {
    this.#begin(BIND);
    this.#text("");
    this.#text(name);
    const hasBytes = values.some(isBinary);
    this.#int16(hasBytes ? values.length : 0);
    if (hasBytes) for (const value of values) this.#int16(isBinary(value) ? 1 : 0);
    this.#int16(values.length);
    for (const value of values) this.#value(value);
    this.#int16(0);
    this.#finish();
  }

  describePortal(): void {
    this.#begin(DESCRIBE);
    this.#byte(PORTAL);
    this.#text("");
    this.#finish();
  }

  execute(): void {
    this.#begin(EXECUTE);
    this.#text("");
    this.#int32(0); // all rows
    this.#finish();
  }

  close(name: string): void {
    this.#begin(CLOSE);
    this.#byte(STATEMENT);
    this.#text(name);
    this.#finish();
  }

  sync(): void {
    this.#begin(SYNC);
    this.#finish();
  }

  /** What was written since the last time, piece by piece: memory of its own, and that of long values. */
  take(): Buffer[] {
    const taken = Buffer.from(this.#bytes.subarray(0, this.#end));
    const others = this.#others;
    this.#end = 0;
    if (this.#bytes.length > KEPT_BYTES_MAX) this.#bytes = Buffer.allocUnsafe(START_BYTES);
    if (others.length === 0) return [taken];
    this.#others = [];
    const pieces = others.flatMap(({ at, piece }, n) => [taken.subarray(others[n - 1]?.at ?? 0, at), piece]);
    return [...pieces, taken.subarray(others.at(-1)?.at ?? 0)].filter(({ length }) => length > 0);
  }

  #begin(code: number): void {
    this.#byte(code);
    this.#begunAt = this.#end;
    this.#otherBytes = 0;
    this.#int32(0);
  }

  #finish(): void {
    this.#bytes.writeInt32BE(this.#end - this.#begunAt + this.#otherBytes, this.#begunAt);
  }

  #value(value: Encoded): void {
    if (value === null) {
      this.#int32(-1);
      return;
    }
    if (typeof value !== "string") {
      this.#pieces(value instanceof BinaryArray ? value.pieces() : [value]);
      return;
    }
    this.#int32(0);
    const from = this.#end;
    this.#utf8(value);
    this.#bytes.writeInt32BE(this.#end - from, from - 4);
  }

  #pieces(pieces: readonly Buffer[]): void {
    this.#int32(pieces.reduce((bytes, { length }) => bytes + length, 0));
    for (const piece of pieces) {
      if (piece.length >= OWN_PIECE_BYTES) {
        this.#others.push({ at: this.#end, piece });
        this.#otherBytes += piece.length;
        continue;
      }
      this.#reserve(piece.length);
      this.#end += piece.copy(this.#bytes, this.#end);
    }
  }

  #text(text: string): void {
    this.#utf8(text);
    this.#byte(0);
  }

  #utf8(text: string): void {
    // A UTF-16 unit becomes three bytes at most.
    this.#reserve(text.length * 3);
    this.#end += this.#bytes.write(text, this.#end);
  }

  #byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#end] = value;
    this.#end += 1;
  }

  #int16(value: number): void {
    this.#reserve(2);
    this.#end = this.#bytes.writeUInt16BE(value, this.#end);
  }

  #int32(value: number): void {
    this.#reserve(4);
    this.#end = this.#bytes.writeInt32BE(value, this.#end);
  }

  #reserve(bytes: number): void {
    const needed = this.#end + bytes;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#end);
    this.#bytes = larger;
  }
}

const isBinary = (value: Encoded) => typeof value === "object" && value !== null;
