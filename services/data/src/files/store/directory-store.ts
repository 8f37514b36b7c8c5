import { createReadStream } from "node:fs";
import { open, readdir, rename, rm, stat, type FileHandle } from "node:fs/promises";
import path from "node:path";
import { once } from "node:events";
import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import type { BlobKey, ByteRange, FileStore } from "./file-store.ts";
import { Folders } from "./folders.ts";

/** Folder of what is being written. No team has such an id. */
const INCOMING = "incoming";

/** A folder for each team, a file for each key. Bytes are written aside, and get their name when the disk has them. */
export class DirectoryStore implements FileStore {
  readonly #root: string;
  readonly #folders = new Folders();

  constructor(root: string) {
    this.#root = path.resolve(root);
  }

  async put(key: BlobKey, bytes: AsyncIterable<Buffer>): Promise<void> {
    const aside = path.join(this.#root, INCOMING, randomUUID());
    const place = this.#placeOf(key);
    try {
      await this.#folders.made(path.dirname(aside));
      await written(aside, bytes);
      await this.#folders.made(path.dirname(place));
      await rename(aside, place);
      await this.#folders.synced(path.dirname(place));
    } catch (thrown) {
      await rm(aside, { force: true });
      throw thrown;
    }
  }

  async read(key: BlobKey, { start, end }: ByteRange): Promise<Readable> {
    const stream = createReadStream(this.#placeOf(key), { start, end });
    await once(stream, "open");
    return stream;
  }

  async remove(keys: readonly BlobKey[]): Promise<void> {
    for (const key of keys) await rm(this.#placeOf(key), { force: true });
  }

  async teams(): Promise<string[]> {
    return (await namesIn(this.#root)).filter((name) => name !== INCOMING);
  }

  async olderThan(teamId: string, time: Date): Promise<BlobKey[]> {
    const folder = path.join(this.#root, teamId);
    return (await oldIn(folder, time)).map((id) => ({ teamId, id }));
  }

  async clear(time: Date): Promise<void> {
    const folder = path.join(this.#root, INCOMING);
    for (const name of await oldIn(folder, time)) await rm(path.join(folder, name), { force: true });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #placeOf({ teamId, id }: BlobKey): string {
    return path.join(this.#root, teamId, id);
  }
}

async function written(place: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  const file = await open(place, "wx", 0o600);
  try {
    for await (const chunk of bytes) await writeAll(file, chunk);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function writeAll(file: FileHandle, chunk: Buffer): Promise<void> {
  let at = 0;
  while (at < chunk.length) at += (await file.write(chunk, at)).bytesWritten;
}

/** Names in a folder; none where there is no such folder. */
async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((thrown: unknown) => {
    if (isAbsent(thrown)) return [];
    throw thrown;
  });
}

/** Names of what was last written before that time; what goes meanwhile is left out. */
async function oldIn(folder: string, time: Date): Promise<string[]> {
  const old: string[] = [];
  for (const name of await namesIn(folder)) {
    const found = await stat(path.join(folder, name)).catch((thrown: unknown) => {
      if (isAbsent(thrown)) return undefined;
      throw thrown;
    });
    if (found !== undefined && found.mtime < time) old.push(name);
  }
  return old;
}

function isAbsent(thrown: unknown): boolean {
  return thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT";
}
