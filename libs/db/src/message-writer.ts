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

/**
 * Writes the messages of one exchange one behind the other: node-postgres makes a buffer of each, and the socket a vector
 * of them (ADR 22). Statements and portals are as in the extended query protocol.
 */
export class MessageWriter {
  #bytes = Buffer.allocUnsafe(START_BYTES);
  #end = 0;
  #begunAt = 0;

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
    const hasBytes = values.some((value) => Buffer.isBuffer(value));
    this.#int16(hasBytes ? values.length : 0);
    if (hasBytes) for (const value of values) this.#int16(Buffer.isBuffer(value) ? 1 : 0);
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

  /** What was written since the last time, as memory of its own. */
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.#end));
    this.#end = 0;
    if (this.#bytes.length > KEPT_BYTES_MAX) this.#bytes = Buffer.allocUnsafe(START_BYTES);
    return taken;
  }

  #begin(code: number): void {
    this.#byte(code);
    this.#begunAt = this.#end;
    this.#int32(0);
  }

  #finish(): void {
    this.#bytes.writeInt32BE(this.#end - this.#begunAt, this.#begunAt);
  }

  #value(value: Encoded): void {
    if (value === null) {
      this.#int32(-1);
      return;
    }
    if (typeof value !== "string") {
      this.#int32(value.length);
      this.#reserve(value.length);
      this.#end += value.copy(this.#bytes, this.#end);
      return;
    }
    this.#int32(0);
    const from = this.#end;
    this.#utf8(value);
    this.#bytes.writeInt32BE(this.#end - from, from - 4);
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
