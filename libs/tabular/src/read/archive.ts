import { isUtf8 } from "node:buffer";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { crc32 } from "node:zlib";
import { openPromise, validateFileName, type Entry, type ZipFile } from "yauzl";
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
  close: () => Promise<void>;
}

const damaged = (cause?: unknown): SourceRefused =>
  new SourceRefused("unreadable", "The file is damaged. Save it again.", cause);

/** Files that systems add to archives. */
export const SYSTEM_FILE = /(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$)/;

/** Bytes that an archive may still have, and the files that it has. */
interface Budget {
  /** Bytes of the archive. */
  packed: number;
  unpacked: number;
  count: number;
}

/** An archive, and the folder in which it lies if it was in another one. */
interface OpenZip {
  zip: ZipFile;
  entries: ReadonlyMap<string, Entry>;
}

/**
 * Opens an archive; one of archives alone is opened one level deep. Throws SourceRefused for one that is damaged or
 * encrypted, that has more than 2 GiB unpacked, or more than 100 bytes for each packed one. No entry yields more bytes
 * than the directory says.
 */
export async function openArchive(place: string, size: number): Promise<Archive> {
  const budget: Budget = { packed: size, unpacked: 0, count: 0 };
  const outer = await openZip(place, budget);
  const names = [...outer.entries.keys()].filter((name) => !SYSTEM_FILE.test(name));
  const isNest = names.length > 0 && names.every((name) => ARCHIVE.test(name));
  if (!isNest) return archiveOf([outer], () => Promise.resolve());
  const folder = await mkdtemp(path.join(tmpdir(), "jst-archive-"));
  const opened: OpenZip[] = [];
  const close = async () => {
    for (const { zip } of opened) zip.close();
    await rm(folder, { recursive: true });
  };
  try {
    for (const [at, name] of names.entries()) {
      const file = path.join(folder, String(at));
      const entry = outer.entries.get(name);
      if (entry !== undefined) await pipeline(unpacked(outer.zip, entry), createWriteStream(file));
      opened.push(await openZip(file, budget));
    }
    return archiveOf(opened, () => rm(folder, { recursive: true }));
  } catch (thrown) {
    await close();
    throw thrown;
  } finally {
    outer.zip.close();
  }
}

const ARCHIVE = /\.zip$/i;

async function openZip(place: string, budget: Budget): Promise<OpenZip> {
  const zip = await openPromise(place, { lazyEntries: true, autoClose: false }).catch((cause: unknown) => {
    throw damaged(cause);
  });
  try {
    return { zip, entries: await readEntries(zip, budget) };
  } catch (thrown) {
    zip.close();
    throw thrown instanceof SourceRefused ? thrown : damaged(thrown);
  }
}

/** Makes one archive of several. */
function archiveOf(zips: readonly OpenZip[], removed: () => Promise<void>): Archive {
  const files = new Map<string, Bytes>();
  const close = async () => {
    for (const { zip } of zips) zip.close();
    await removed();
  };
  for (const { zip, entries } of zips)
    for (const [name, entry] of entries) {
      if (files.has(name)) throw twice(name);
      files.set(name, { size: entry.uncompressedSize, chunks: () => unpacked(zip, entry) });
    }
  return { names: [...files.keys()], file: (name) => files.get(name), close };
}

async function readEntries(zip: ZipFile, budget: Budget): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw encrypted();
    budget.unpacked += entry.uncompressedSize;
    budget.count += 1;
    const { unpacked: bytes, packed, count } = budget;
    if (count > ENTRIES_MAX)
      throw new SourceRefused("limit_reached", `The archive has more than ${ENTRIES_MAX} files. Split it.`);
    if (bytes > UNPACKED_BYTES_MAX || (bytes > FREE_BYTES && bytes > RATIO_MAX * packed))
      throw new SourceRefused(
        "too_large",
        "The file is larger than 2 GiB, or 100 times larger than it is packed, when it is unpacked. Split it.",
      );
    const name = nameOf(entry);
    if (name.endsWith("/")) continue;
    if (entries.has(name)) throw twice(name);
    entries.set(name, entry);
  }
  return entries;
}

const UTF8_NAMES = 0x800;
/** Extra field of an entry with its name in UTF-8. */
const UNICODE_PATH = 0x7075;

/** Reads the name of an entry: many programs write UTF-8 and do not say so. */
function nameOf({ fileName, fileNameRaw, extraFields, generalPurposeBitFlag: flags }: Entry): string {
  const isSaid = (flags & UTF8_NAMES) !== 0 || extraFields.some(({ id }) => id === UNICODE_PATH);
  if (isSaid || !isUtf8(fileNameRaw)) return fileName;
  const name = fileNameRaw.toString("utf8").replaceAll("\\", "/");
  const fault = validateFileName(name);
  if (fault !== null) throw damaged(fault);
  return name;
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
