import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { Readable } from "node:stream";

/** Bytes that are read at a time: some milliseconds of work, between which others have their turn. */
export const PIECE_BYTES = 65_536;

/** Bytes that can be read from their start any number of times. */
export interface Bytes {
  size: number;
  chunks: () => AsyncIterable<Buffer>;
}

/** Reads a file on the disk, piece by piece. */
export async function bytesOfFile(path: string): Promise<Bytes> {
  const { size } = await stat(path);
  return {
    size,
    chunks: () => createReadStream(path, { highWaterMark: PIECE_BYTES }) as AsyncIterable<Buffer>,
  };
}

/** Reads a text as its bytes in UTF-8. */
export function bytesOfText(text: string): Bytes {
  const all = Buffer.from(text);
  return { size: all.length, chunks: () => Readable.from(piecesOf(all)) };
}

function* piecesOf(all: Buffer): Generator<Buffer> {
  for (let at = 0; at < all.length; at += PIECE_BYTES) yield all.subarray(at, at + PIECE_BYTES);
}

/** Reads the first bytes, at most so many. */
export async function firstBytes({ chunks }: Bytes, most: number): Promise<Buffer> {
  const taken: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks()) {
    taken.push(chunk);
    length += chunk.length;
    if (length >= most) break;
  }
  return Buffer.concat(taken).subarray(0, most);
}

/** Reads bytes of a file from a place on. */
export async function bytesAt(path: string, start: number, length: number): Promise<Buffer> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
  return buffer.subarray(0, bytesRead);
}
