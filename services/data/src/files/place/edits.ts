import { pipeline, Transform, type Readable } from "node:stream";

/** Edits of one picture: no picture of a camera needs as many. */
const EDITS_MAX = 2_000;
/** Bytes that are written in place of others, in all edits of a picture. */
const WRITTEN_BYTES_MAX = 262_144;

/** Bytes that stand in place of as many others: given ones, or one byte again and again. */
export interface Edit {
  start: number;
  end: number;
  bytes: Buffer | number;
}

/** A picture whose parts are not where they say, or are more than any picture has. */
export class UnreadablePicture extends Error {}

/** Changes to the bytes of a picture, whose size stays; of two edits of one byte the later counts. */
export class Edits {
  readonly list: Edit[] = [];
  #writtenBytes = 0;

  /** Puts one byte in place of all from `start` to before `end`. */
  fill(start: number, end: number, byte = 0): void {
    if (end > start) this.#add({ start, end, bytes: byte });
  }

  /** Puts these bytes in place of as many. */
  write(start: number, bytes: Buffer): void {
    this.#writtenBytes += bytes.length;
    if (this.#writtenBytes > WRITTEN_BYTES_MAX) throw new UnreadablePicture();
    this.#add({ start, end: start + bytes.length, bytes });
  }

  #add(edit: Edit): void {
    if (this.list.length >= EDITS_MAX) throw new UnreadablePicture();
    this.list.push(edit);
  }
}

/** Applies the edits to some bytes, of which the first has the place `start`. */
export function edited(edits: readonly Edit[], bytes: Buffer, start: number): Buffer {
  const end = start + bytes.length;
  const due = edits.filter((edit) => edit.start < end && edit.end > start);
  if (due.length === 0) return bytes;
  const copy = Buffer.from(bytes);
  for (const edit of due) {
    const [from, to] = [Math.max(edit.start, start), Math.min(edit.end, end)];
    if (typeof edit.bytes === "number") copy.fill(edit.bytes, from - start, to - start);
    else edit.bytes.copy(copy, from - start, from - edit.start, to - edit.start);
  }
  return copy;
}

/** Applies the edits to a stream of bytes, of which the first has the place `start`. */
export function editedStream(edits: readonly Edit[], stream: Readable, start: number): Readable {
  let place = start;
  const transform = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const bytes = edited(edits, chunk, place);
      place += chunk.length;
      done(null, bytes);
    },
  });
  return pipeline(stream, transform, () => undefined);
}
