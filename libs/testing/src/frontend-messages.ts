/** One message from a PostgreSQL client: its type letter, and its body as text (NUL-separated fields). */
export interface FrontendMessage {
  type: string;
  body: string;
}

/**
 * Reads what clients say from the bytes of one connection, however they are cut. The first message has no type
 * letter; it is skipped.
 */
export class FrontendReader {
  #rest: Buffer = Buffer.alloc(0);
  #hasStarted = false;

  /** The messages that these bytes complete. */
  read(chunk: Buffer): FrontendMessage[] {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    const messages: FrontendMessage[] = [];
    for (;;) {
      const lengthAt = this.#hasStarted ? 1 : 0;
      if (this.#rest.length < lengthAt + 4) return messages;
      const end = lengthAt + this.#rest.readUInt32BE(lengthAt);
      if (this.#rest.length < end) return messages;
      if (this.#hasStarted) {
        messages.push({
          type: this.#rest.toString("latin1", 0, 1),
          body: this.#rest.toString("utf8", 5, end),
        });
      }
      this.#hasStarted = true;
      this.#rest = this.#rest.subarray(end);
    }
  }
}
