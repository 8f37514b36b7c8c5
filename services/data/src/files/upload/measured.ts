import { AppError } from "@jst/errors";
import { createHash } from "node:crypto";
import type { Sniffed } from "./mime-type.ts";

/** Bytes that are kept to tell their type by: more than any format needs, and little beside a file. */
const HEAD_BYTES = 65_536;

/** What no text has: all controls but those that texts are written with. */

const NO_TEXT = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f]/;

/** What was found out of bytes as they went by. */
export interface Measure extends Sniffed {
  size: number;
  sha256: string;
}

/** Hands bytes on and measures them; throws file_too_large with the first byte beyond the limit. */
export class Measuring {
  readonly #maxBytes: number;
  readonly #hash = createHash("sha256");
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });
  readonly #head: Buffer[] = [];
  #headBytes = 0;
  #size = 0;
  #isText = true;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  async *through(bytes: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of bytes) {
      this.#size += chunk.length;
      if (this.#size > this.#maxBytes) throw tooLarge(this.#maxBytes);
      this.#hash.update(chunk);
      this.#keepHead(chunk);
      this.#read(chunk, true);
      yield chunk;
    }
    this.#read(Buffer.alloc(0), false);
  }

  /** The measure of all that went through; asked for once. */
  get measure(): Measure {
    const head = Buffer.concat(this.#head);
    return { size: this.#size, sha256: this.#hash.digest("hex"), head, isText: this.#isText };
  }

  #keepHead(chunk: Buffer): void {
    const part = chunk.subarray(0, HEAD_BYTES - this.#headBytes);
    if (part.length === 0) return;
    this.#headBytes += part.length;
    this.#head.push(Buffer.from(part));
  }

  #read(chunk: Buffer, stream: boolean): void {
    if (!this.#isText) return;
    try {
      this.#isText = !NO_TEXT.test(this.#decoder.decode(chunk, { stream }));
    } catch {
      this.#isText = false;
    }
  }
}

/** The 413 of a file beyond the limit. */
export function tooLarge(limit: number): AppError {
  return new AppError("file_too_large", `A file has at most ${limit} bytes here. Send a smaller one.`, {
    extension: { limit },
  });
}
