import { Edits, UnreadablePicture, type Edit } from "./edits.ts";

/** Bytes that are fetched at a time; a picture has two such blocks in memory at most. */
const BLOCK_BYTES = 262_144;
/** Most bytes that are read in one piece. */
const PIECE_BYTES_MAX = 4_194_304;
/** Parts of a picture that are looked at: segments, chunks, boxes. */
const PARTS_MAX = 100_000;

/** Reads bytes from `start` to before `end`, which are all there. */
export type ReadBytes = (start: number, end: number) => Promise<Buffer>;

/** Bytes of a picture, read in blocks, with what is to change in them. */
class Source {
  readonly edits = new Edits();
  readonly #read: ReadBytes;
  readonly #size: number;
  #block: Buffer = Buffer.alloc(0);
  #blockStart = 0;
  #parts = 0;

  constructor(read: ReadBytes, size: number) {
    this.#read = read;
    this.#size = size;
  }

  countPart(): void {
    this.#parts += 1;
    if (this.#parts > PARTS_MAX) throw new UnreadablePicture();
  }

  async read(start: number, end: number): Promise<Buffer> {
    if (end - start > PIECE_BYTES_MAX) throw new UnreadablePicture();
    const blockEnd = this.#blockStart + this.#block.length;
    if (start < this.#blockStart || end > blockEnd) {
      const blockTo = Math.min(Math.max(start + BLOCK_BYTES, end), this.#size);
      this.#block = await this.#read(start, blockTo);
      this.#blockStart = start;
    }
    return this.#block.subarray(start - this.#blockStart, end - this.#blockStart);
  }
}

/** Part of the bytes of a picture, with places of its own: nothing outside of it is read or changed. */
export class PictureBytes {
  readonly size: number;
  readonly #source: Source;
  readonly #start: number;

  private constructor(source: Source, start: number, size: number) {
    this.#source = source;
    this.#start = start;
    this.size = size;
  }

  static of(read: ReadBytes, size: number): PictureBytes {
    return new PictureBytes(new Source(read, size), 0, size);
  }

  get edits(): readonly Edit[] {
    return this.#source.edits.list;
  }

  /** Reads `length` bytes, or as many as there are. */
  read(at: number, length: number): Promise<Buffer> {
    const [start, end] = this.#range(at, length);
    return start === end ? Promise.resolve(Buffer.alloc(0)) : this.#source.read(start, end);
  }

  /** Reads all of it; undefined if that is more than `mostBytes`. */
  async readAll(mostBytes = 1_048_576): Promise<Buffer | undefined> {
    return this.size > mostBytes ? undefined : Buffer.from(await this.read(0, this.size));
  }

  /** Counts one more part of the picture; throws UnreadablePicture beyond what any picture has. */
  countPart(): void {
    this.#source.countPart();
  }

  /** Names a part of it; what lies beyond its end is not in it. */
  part(at: number, length = this.size): PictureBytes {
    this.countPart();
    const [start, end] = this.#range(at, length);
    return new PictureBytes(this.#source, start, end - start);
  }

  /** Puts one byte in place of `length` others. */
  fill(at = 0, length = this.size, byte = 0): void {
    this.#source.edits.fill(...this.#range(at, length), byte);
  }

  /** Puts these bytes in place of as many; those beyond the end are left out. */
  write(at: number, bytes: Buffer): void {
    const [start, end] = this.#range(at, bytes.length);
    if (end > start) this.#source.edits.write(start, bytes.subarray(0, end - start));
  }

  #range(at: number, length: number): [start: number, end: number] {
    const start = Math.min(Math.max(at, 0), this.size);
    return [this.#start + start, this.#start + Math.min(start + Math.max(length, 0), this.size)];
  }
}
