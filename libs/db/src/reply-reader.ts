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
  /** Receives one row; the content of its message begins at `from`. The bytes do not change afterwards. */
  takeRow(bytes: Buffer, from: number): void;
  /** Receives the end of a statement that succeeded, with its command tag. */
  takeTag(tag: string): void;
}

/**
 * Reads what comes back on a connection. Rows and command tags go to the receiver as the bytes they are; node-postgres
 * makes an object and an event of each message and a string of each column, which is dear for a page that is only
 * passed on (ADR 22). Every other message goes on to node-postgres, in its turn.
 */
export class ReplyReader {
  /** Receiver of the statements in progress; without one, messages go on to node-postgres. */
  receiver: Receiver | undefined;
  readonly #others: (bytes: Buffer) => void;
  /** The message that has begun to arrive: as many bytes as are known to come, and how many of them are there. */
  #begun: Buffer = nothing;
  #arrived = 0;

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
    let from = 0;
    while (this.#arrived > 0) {
      const copied = chunk.copy(this.#begun, this.#arrived, from);
      from += copied;
      this.#arrived += copied;
      if (this.#arrived < this.#begun.length) return;
      this.#completeBegun();
    }
    from = this.#takeWhole(chunk, from);
    if (from < chunk.length) this.#begin(chunk.subarray(from));
  }

  /** Completes the begun message once all bytes that were known to come are there. */
  #completeBegun(): void {
    const message = this.#begun;
    this.#arrived = 0;
    if (sizeOf(message, 0) > message.length) this.#begin(message);
    else this.#hand(message, 0, message.length);
  }

  #begin(start: Buffer): void {
    this.#begun = Buffer.allocUnsafe(start.length < HEAD_BYTES ? HEAD_BYTES : sizeOf(start, 0));
    this.#arrived = start.copy(this.#begun);
  }

  /** Hands on every whole message; answers where the first that is not begins. */
  #takeWhole(bytes: Buffer, start: number): number {
    let from = start;
    while (from + HEAD_BYTES <= bytes.length) {
      const to = from + sizeOf(bytes, from);
      if (to > bytes.length) return from;
      this.#hand(bytes, from, to);
      from = to;
    }
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

const nothing: Buffer = Buffer.alloc(0);

/** Bytes of the message that begins there, with its code. */
function sizeOf(bytes: Buffer, from: number): number {
  return 1 + bytes.readUInt32BE(from + 1);
}
