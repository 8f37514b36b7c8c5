import { AppError } from "@jst/errors";
import { createHash } from "node:crypto";
import { TextDecoder } from "node:util";
import { guessCharset, NO_TEXT } from "./charset.ts";
import type { Sniffed } from "./mime-type.ts";

/** Bytes that are kept to tell their type by: more than any format needs, and little beside a file. */
const HEAD_BYTES = 65_536;

/** Bytes of a text beyond ASCII by which its charset is guessed. */
const SAMPLE_BYTES = 16_384;
/** Characters that no text has, and binary data read as UTF-16 have. */
const NO_UNMARKED = /[\u0080-\u009f\p{Cn}\p{Co}]/u;
/** Bytes by which UTF-16 is told from UTF-8. */
const START_BYTES = 4_096;

/** Facts found about bytes as they passed. */
export interface Measure extends Sniffed {
  size: number;
  sha256: string;
}

/** Hands bytes on and measures them; throws file_too_large with the first byte beyond the limit. */
export class Measuring {
  readonly #maxBytes: number;
  readonly #hash = createHash("sha256");
  readonly #head: Buffer[] = [];
  #headBytes = 0;
  #size = 0;
  readonly #text = new Charset();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  async *through(bytes: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of bytes) {
      this.#size += chunk.length;
      if (this.#size > this.#maxBytes) throw tooLarge(this.#maxBytes);
      this.#hash.update(chunk);
      this.#keepHead(chunk);
      this.#text.read(chunk);
      yield chunk;
    }
  }

  /** The measure of all that went through; asked for once. */
  get measure(): Measure {
    const head = Buffer.concat(this.#head);
    return { size: this.#size, sha256: this.#hash.digest("hex"), head, charset: this.#text.end() };
  }

  #keepHead(chunk: Buffer): void {
    const part = chunk.subarray(0, HEAD_BYTES - this.#headBytes);
    if (part.length === 0) return;
    this.#headBytes += part.length;
    this.#head.push(Buffer.from(part));
  }
}

/** Finds out the charset of a text from its bytes as they come. */
class Charset {
  #decoder: TextDecoder | undefined;
  #isText = true;
  /** In UTF-8, or in UTF-16 that begins with its mark. */
  #isMarked = true;
  #start: Buffer = Buffer.alloc(0);
  #isPlain = true;
  #sample: Buffer = Buffer.alloc(0);

  read(chunk: Buffer): void {
    if (this.#decoder !== undefined) {
      this.#take(chunk);
      return;
    }
    this.#start = Buffer.concat([this.#start, chunk]);
    if (this.#start.length >= START_BYTES) this.#begin();
  }

  /** Answers the charset; undefined for bytes that are not text. Called once, at the end. */
  end(): string | undefined {
    if (this.#decoder === undefined) this.#begin();
    this.#decode(Buffer.alloc(0), false);
    const unicode = this.#decoder?.encoding;
    if (this.#isText) return unicode;
    return this.#isPlain && unicode === "utf-8" ? guessCharset(this.#sample) : undefined;
  }

  #begin(): void {
    const unicode = unicodeOf(this.#start);
    this.#decoder = new TextDecoder(unicode, { fatal: true });
    this.#isMarked = unicode === "utf-8" || (this.#start[0] ?? 0) >= 0xfe;
    this.#take(this.#start);
    this.#start = Buffer.alloc(0);
  }

  #take(chunk: Buffer): void {
    this.#decode(chunk, true);
    // UTF-8 that was text up to here had none of these bytes.
    if (!this.#isText) this.#isPlain &&= !NO_TEXT.test(chunk.toString("latin1"));
    if (!this.#isPlain || this.#sample.length >= SAMPLE_BYTES) return;
    const from = this.#sample.length > 0 ? 0 : chunk.findIndex((byte) => byte >= 0x80);
    if (from < 0) return;
    const before = this.#sample.length > 0 ? from : Math.max(0, from - SAMPLE_BYTES / 2);
    const room = SAMPLE_BYTES - this.#sample.length;
    this.#sample = Buffer.concat([this.#sample, chunk.subarray(before, before + room)]);
  }

  #decode(chunk: Buffer, stream: boolean): void {
    if (!this.#isText) return;
    try {
      const text = this.#decoder?.decode(chunk, { stream }) ?? "";
      this.#isText = !NO_TEXT.test(text) && (this.#isMarked || !NO_UNMARKED.test(text));
    } catch {
      this.#isText = false;
    }
  }
}

/** Tells by the first bytes which form of Unicode they are in, if they are in one. */
function unicodeOf(start: Buffer): string {
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le";
  if (start[0] === 0xfe && start[1] === 0xff) return "utf-16be";
  const zeros = [0, 0];
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  // Without a mark, letters of the West have a zero in each pair, and line ends and blanks of every language.
  const least = start.length / 64;
  if (odd > least && even === 0) return "utf-16le";
  return even > least && odd === 0 ? "utf-16be" : "utf-8";
}

/** The 413 of a file beyond the limit. */
export function tooLarge(limit: number): AppError {
  return new AppError(
    "file_too_large",
    `The file is larger than the maximum of ${limit} bytes. Send a smaller file.`,
    {
      extension: { limit },
    },
  );
}
