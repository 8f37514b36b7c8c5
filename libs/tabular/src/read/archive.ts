import { crc32 } from "node:zlib";
import { openPromise, type Entry, type ZipFile } from "yauzl";
import type { Bytes } from "./bytes.ts";
import { SourceRefused } from "./source.ts";

const ENTRIES_MAX = 10_000;
/** Most bytes of an archive once it is unpacked, and of one packed byte (imports.limits). */
const UNPACKED_BYTES_MAX = 2_147_483_648;
const RATIO_MAX = 100;
/** Up to here no ratio counts. */
const FREE_BYTES = 1_048_576;

/** An archive of which nothing but its directory is in memory. */
export interface Archive {
  /** Names of the files in it, in their order. */
  names: readonly string[];
  /** The bytes of a file, unpacked as they are read; undefined if the archive has no file of this name. */
  file: (name: string) => Bytes | undefined;
  close: () => void;
}

const damaged = (cause?: unknown): SourceRefused =>
  new SourceRefused("unreadable", "The file is damaged. Save it again.", cause);

/**
 * Opens an archive. Throws SourceRefused for one that is damaged or encrypted, that has more than 2 GiB unpacked, or
 * more than 100 bytes for each packed one. No entry yields more bytes than the directory says.
 */
export async function openArchive(path: string, size: number): Promise<Archive> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch((cause: unknown) => {
    throw damaged(cause);
  });
  try {
    const entries = await readEntries(zip, size);
    return {
      names: [...entries.keys()],
      file: (name) => {
        const entry = entries.get(name);
        return entry && { size: entry.uncompressedSize, chunks: () => unpacked(zip, entry) };
      },
      close: () => zip.close(),
    };
  } catch (thrown) {
    zip.close();
    throw thrown instanceof SourceRefused ? thrown : damaged(thrown);
  }
}

async function readEntries(zip: ZipFile, size: number): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw encrypted();
    bytes += entry.uncompressedSize;
    if (entries.size >= ENTRIES_MAX)
      throw new SourceRefused("limit_reached", `The archive has more than ${ENTRIES_MAX} files. Split it.`);
    if (bytes > UNPACKED_BYTES_MAX || (bytes > FREE_BYTES && bytes > RATIO_MAX * size))
      throw new SourceRefused(
        "too_large",
        "The file is larger than 2 GiB, or 100 times larger than it is packed, when it is unpacked. Split it.",
      );
    if (entry.fileName.endsWith("/")) continue;
    if (entries.has(entry.fileName)) throw twice(entry.fileName);
    entries.set(entry.fileName, entry);
  }
  return entries;
}

const twice = (name: string): SourceRefused =>
  new SourceRefused("unreadable", `The archive has two files of the name ${name.slice(0, 200)}. Rename one.`);

/** Refuses a source that asks for a password. */
export const encrypted = (): SourceRefused =>
  new SourceRefused("encrypted", "The file is protected by a password. Save it without one.");

/** The bytes of an entry, whose number and checksum are those of the directory. */
async function* unpacked(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer, void, undefined> {
  let sum = 0;
  try {
    const stream = await zip.openReadStreamPromise(entry);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (thrown) {
    throw damaged(thrown);
  }
  if (sum !== entry.crc32) throw damaged();
}
