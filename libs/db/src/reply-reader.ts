import type { Duplex } from "node:stream";

// Codes of messages from the server (PostgreSQL's manual, "Message Formats").
const PARSE_COMPLETE = 0x31;
const BIND_COMPLETE = 0x32;
const CLOSE_COMPLETE = 0x33;
const COMMAND_COMPLETE = 0x43;
const DATA_ROW = 0x44;

/** A code and a length, which counts itself. */
const HEAD_BYTES = 5;

/** Takes what the server answers a statement with. */
export interface Receiver {
  /** One row; the content of its message begins at `from`. The bytes are not written to afterwards. */
  takeRow(bytes: Buffer, from: number): void;
  /** The end of a statement that succeeded, with its command tag. */
  takeTag(tag: string): void;
}

/**
 * Reads what comes back on a connection. Rows and command tags go to the receiver as the bytes they are; node-postgres
 * makes an object and an event of each message and a string of each column, which is dear for a page that is only passed on
 * (ADR 22). Every other message goes on to node-postgres, in its turn.
 */
export class ReplyReader {
  /** Whose statements are under way; without one everything goes on to node-postgres. */
  receiver: Receiver | undefined;
  readonly #others: (bytes: Buffer) => void;
  /** Pieces of a message that has not arrived whole, and the bytes of it that are known to come. */
  #pieces: Buffer[] = [];
  #gathered = 0;
  #expected = HEAD_BYTES;

  /** `others` takes whole messages. */
  constructor(others: (bytes: Buffer) => void) {
    this.#others = others;
  }

  /** Puts a reader between the connection and node-postgres, which listens to it alone. */
  static interpose(stream: Duplex): ReplyReader {
    const [listener, ...more] = stream.listeners("data") as ((bytes: Buffer) => void)[];
    if (listener === undefined || more.length > 0)
      throw new Error("This version of pg does not read its connection by one listener.");
    stream.off("data", listener);
    const reader = new ReplyReader(listener);
    stream.on("data", (chunk: Buffer) => reader.take(chunk));
    return reader;
  }

  /** Takes the next piece of what arrives. */
  take(chunk: Buffer): void {
    let bytes = chunk;
    if (this.#gathered > 0) {
      this.#pieces.push(chunk);
      this.#gathered += chunk.length;
      if (this.#gathered < this.#expected) return;
      bytes = Buffer.concat(this.#pieces, this.#gathered);
    }
    const from = this.#takeWhole(bytes);
    this.#gathered = bytes.length - from;
    this.#pieces = this.#gathered === 0 ? [] : [bytes.subarray(from)];
  }

  /** Hands on every whole message; answers where the first that is not begins. */
  #takeWhole(bytes: Buffer): number {
    let from = 0;
    while (from + HEAD_BYTES <= bytes.length) {
      const to = from + 1 + bytes.readUInt32BE(from + 1);
      if (to > bytes.length) {
        this.#expected = to - from;
        return from;
      }
      this.#hand(bytes, from, to);
      from = to;
    }
    this.#expected = HEAD_BYTES;
    return from;
  }

  #hand(bytes: Buffer, from: number, to: number): void {
    const code = this.receiver === undefined ? undefined : bytes[from];
    switch (code) {
      case DATA_ROW:
        return this.receiver?.takeRow(bytes, from + HEAD_BYTES);
      case COMMAND_COMPLETE:
        return this.receiver?.takeTag(bytes.toString("latin1", from + HEAD_BYTES, to - 1));
      case PARSE_COMPLETE:
      case BIND_COMPLETE:
      case CLOSE_COMPLETE:
        return;
      default:
        this.#others(bytes.subarray(from, to));
    }
  }
}
