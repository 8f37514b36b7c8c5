/**
 * Protocol buffers by hand, only as far as the wire needs them: texts, bytes and messages. A generic decoder costs more
 * than many an answer (docs/adr/0002, 0011).
 */

const LENGTH_DELIMITED = 2;

/** Walks the fields of the message in bytes[start, end) and stops at the length-delimited ones. */
export class Fields {
  readonly #bytes: Buffer;
  readonly #end: number;
  #position: number;
  /** Number of the current field. */
  field = 0;
  /** Position of the current field's tag. */
  tagAt = 0;
  /** The current field's content is bytes[from, to). */
  from = 0;
  to = 0;

  constructor(bytes: Buffer, start: number, end: number) {
    this.#bytes = bytes;
    this.#position = start;
    this.#end = end;
  }

  /** Moves to the next length-delimited field; false at the end. Throws on invalid bytes. */
  next(): boolean {
    while (this.#position < this.#end) {
      this.tagAt = this.#position;
      const tag = this.#varint();
      this.field = tag >>> 3;
      if ((tag & 7) === LENGTH_DELIMITED) {
        const length = this.#varint();
        this.from = this.#position;
        this.to = this.#position + length;
        this.#advance(length);
        return true;
      }
      this.#skip(tag & 7);
    }
    return false;
  }

  /** Returns the current content as text; every byte becomes one character. */
  text(): string {
    return this.#bytes.toString("latin1", this.from, this.to);
  }

  /** Returns the current content as text in UTF-8. */
  utf8(): string {
    return this.#bytes.toString("utf8", this.from, this.to);
  }

  /** Returns the current content itself, not a copy. */
  bytes(): Buffer {
    return this.#bytes.subarray(this.from, this.to);
  }

  /** Returns the current content as a message. */
  message(): Fields {
    return new Fields(this.#bytes, this.from, this.to);
  }

  #skip(wireType: number): void {
    if (wireType === 0) this.#varint();
    else if (wireType === 1) this.#advance(8);
    else if (wireType === 5) this.#advance(4);
    else throw new Error(`Wire type ${wireType} is not of proto3.`);
  }

  #advance(length: number): void {
    this.#position += length;
    if (this.#position > this.#end) throw new Error("The message is cut off.");
  }

  #varint(): number {
    let result = 0;
    let factor = 1;
    for (let length = 1; length <= 10; length += 1) {
      const byte = this.#position < this.#end ? this.#bytes[this.#position] : undefined;
      if (byte === undefined) throw new Error("The message is cut off.");
      this.#position += 1;
      result += (byte & 127) * factor;
      if (byte < 128) return result;
      factor *= 128;
    }
    throw new Error("A number of the message is too long.");
  }
}

/** Encodes a field of bytes: a text, or a message that is already encoded. */
export function bytesField(field: number, content: Buffer | string): Buffer {
  const data = typeof content === "string" ? Buffer.from(content) : content;
  return Buffer.concat([lengthPrefix(field, data.length), data]);
}

/** Prefix of the content of a field that holds `length` bytes. */
export function lengthPrefix(field: number, length: number): Buffer {
  return varint((field << 3) | LENGTH_DELIMITED, length);
}

/** Encodes a field of a small whole number. */
export function numberField(field: number, value: number): Buffer {
  return varint(field << 3, value);
}

function varint(...values: number[]): Buffer {
  const bytes: number[] = [];
  for (const value of values) {
    let rest = value;
    while (rest > 127) {
      bytes.push((rest & 127) | 128);
      rest >>>= 7;
    }
    bytes.push(rest);
  }
  return Buffer.from(bytes);
}
