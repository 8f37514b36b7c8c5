import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, rm, type FileHandle } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { AppError } from "@jst/errors";

const CHUNK_BYTES = 65_536;

/** Bytes that are aside, whole, and what is known of them; they are read as often as it takes. */
export interface Spooled {
  size: number;
  sha256: Buffer;
  read: () => Readable;
  close: () => Promise<void>;
}

/**
 * Bytes on their way to a store that must know how many they are. They wait in files without a name, which end with
 * the process that has them; all together they take no more room than they may.
 */
export class Spool {
  readonly #folder: string;
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(folder: string, maxBytes: number) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  /** Takes bytes in, to their end; rejects with unavailable where there is no room for them. */
  async take(bytes: AsyncIterable<Buffer>): Promise<Spooled> {
    const file = await this.#unnamed();
    const hash = createHash("sha256");
    let size = 0;
    const close = async (): Promise<void> => {
      this.#bytes -= size;
      await file.close();
    };
    try {
      for await (const chunk of bytes) {
        if (this.#bytes + chunk.length > this.#maxBytes) throw noRoom();
        this.#bytes += chunk.length;
        size += chunk.length;
        hash.update(chunk);
        await file.appendFile(chunk);
      }
    } catch (thrown) {
      await close();
      throw thrown;
    }
    return {
      size,
      sha256: hash.digest(),
      read: () => Readable.from(fromStart(file, size), { objectMode: false }),
      close,
    };
  }

  async #unnamed(): Promise<FileHandle> {
    const place = path.join(this.#folder, `jst-spool-${randomUUID()}`);
    await mkdir(this.#folder, { recursive: true });
    const file = await open(place, "wx+", 0o600);
    await rm(place);
    return file;
  }
}

/** Reads by position, so that the file stays open for another reading. */
async function* fromStart(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size;) {
    const part = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size - at));
    const { bytesRead } = await file.read(part, 0, part.length, at);
    at += bytesRead;
    yield part.subarray(0, bytesRead);
  }
}

function noRoom(): AppError {
  return new AppError("unavailable", "The server is busy with too many uploads. Try again later.");
}
