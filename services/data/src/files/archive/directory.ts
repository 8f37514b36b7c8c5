import { PassThrough, type Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream";
import { AppError, validationFailed } from "@jst/errors";
import { fromRandomAccessReaderPromise, RandomAccessReader, type Entry, type ZipFile } from "yauzl";
import type { BlobKey, FileStore } from "../store/file-store.ts";

/** Records of the directory, folders counted. */
const RECORDS_MAX = 1_000;
/** A thousand records with long names and comments; all of it is in memory at once. */
const DIRECTORY_BYTES_MAX = 4_194_304;

/** Sizes and signatures of the records at the end (APPNOTE 4.3). */
const END_BYTES = 22;
const END = 0x06054b50;
const LOCATOR_BYTES = 20;
const LOCATOR = 0x07064b50;
const END64_BYTES = 56;
const END64 = 0x06064b50;
const COMMENT_MAX = 65_535;
const RECORD_BYTES = 46;
const STRONGLY_ENCRYPTED = 0x40;

/** An archive in the store. */
export interface Archive {
  store: FileStore;
  key: BlobKey;
  size: number;
}

/** A part of an archive whose bytes belong to no other. */
export interface LocatedEntry {
  entry: Entry;
  /** Where its data begins; undefined where there is no entry at its place. */
  dataStart: number | undefined;
}

/** Refuses an archive without a sound structure (files.archive). */
export function unsound(cause?: unknown): AppError {
  const message = "The archive is damaged. Pack it again, or send extract=false.";
  const { errors = [] } = validationFailed([{ field: "file", code: "unreadable", message }]);
  return new AppError("validation_failed", message, { errors, cause });
}

/** Refuses an archive that is too much. */
export function tooMuch(reason: "too_many" | "too_large" | "ratio"): AppError {
  return new AppError(
    "archive_too_large",
    "The archive contains too many files or bytes. Split it, or send extract=false.",
    {
      extension: { reason },
    },
  );
}

/**
 * Reads the directory of an archive. Throws 413 for too many records. Throws 422 unless the directory ends at its
 * declared place, has the declared number of records, and no two entries share a byte.
 */
export async function readDirectory(archive: Archive): Promise<LocatedEntry[]> {
  const end = await endOf(archive);
  if (end.records > RECORDS_MAX) throw tooMuch("too_many");
  const bytes = await bytesOf(archive, end.start, archive.size);
  clearStrongEncryption(bytes, end);
  const reader = new StoreReader(archive, end.start, bytes);
  try {
    const options = { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: false };
    const zip = await fromRandomAccessReaderPromise(reader, archive.size, options);
    const entries: Entry[] = [];
    for await (const entry of zip.eachEntry()) entries.push(entry);
    const read = entries.reduce((sum, one) => sum + recordBytes(one), 0);
    if (read !== end.bytes || entries.length !== end.records) throw unsound();
    const located = await locate(zip, entries);
    requireDisjoint(located, end.start);
    return located;
  } catch (thrown) {
    throw thrown instanceof AppError ? thrown : unsound(thrown);
  }
}

interface End {
  /** Start of the directory, its bytes and its records. */
  start: number;
  bytes: number;
  records: number;
}

/** Reads the end record of an archive, which describes the directory before it. */
async function endOf(archive: Archive): Promise<End> {
  const tailBytes = Math.min(archive.size, END_BYTES + COMMENT_MAX + LOCATOR_BYTES + END64_BYTES);
  const tailStart = archive.size - tailBytes;
  const tail = await bytesOf(archive, tailStart, archive.size);
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== END) continue;
    if (tail.readUInt16LE(at + 20) !== tail.length - at - END_BYTES) throw unsound();
    const isLarge = at >= LOCATOR_BYTES && tail.readUInt32LE(at - LOCATOR_BYTES) === LOCATOR;
    const end = isLarge ? largeEnd(tail, tailStart, at) : smallEnd(tail, at);
    const endsAt = isLarge ? at - LOCATOR_BYTES - END64_BYTES : at;
    if (end.start + end.bytes !== tailStart + endsAt) throw unsound();
    if (end.bytes > DIRECTORY_BYTES_MAX) throw tooMuch("too_many");
    return end;
  }
  throw unsound();
}

function smallEnd(tail: Buffer, at: number): End {
  const records = tail.readUInt16LE(at + 10);
  const disks = [tail.readUInt16LE(at + 4), tail.readUInt16LE(at + 6)];
  if (disks.some((disk) => disk !== 0) || tail.readUInt16LE(at + 8) !== records) throw unsound();
  return { records, bytes: tail.readUInt32LE(at + 12), start: tail.readUInt32LE(at + 16) };
}

function largeEnd(tail: Buffer, tailStart: number, endAt: number): End {
  const at = endAt - LOCATOR_BYTES - END64_BYTES;
  const place = Number(tail.readBigUInt64LE(endAt - LOCATOR_BYTES + 8));
  if (at < 0 || place !== tailStart + at || tail.readUInt32LE(at) !== END64) throw unsound();
  const records = tail.readBigUInt64LE(at + 32);
  const disks = [tail.readUInt32LE(at + 16), tail.readUInt32LE(at + 20)];
  if (disks.some((disk) => disk !== 0) || tail.readBigUInt64LE(at + 24) !== records) throw unsound();
  const [bytes, start] = [tail.readBigUInt64LE(at + 40), tail.readBigUInt64LE(at + 48)];
  return { records: Number(records), bytes: Number(bytes), start: Number(start) };
}

/**
 * yauzl gives a whole archive up for an entry with strong encryption. Such an entry is marked as encrypted besides, so
 * that it is left out for that.
 */
function clearStrongEncryption(bytes: Buffer, { records }: End): void {
  for (let at = 0, seen = 0; seen < records && at + RECORD_BYTES <= bytes.length; seen += 1) {
    const flags = bytes.readUInt16LE(at + 8);
    if ((flags & STRONGLY_ENCRYPTED) !== 0) bytes.writeUInt16LE((flags & ~STRONGLY_ENCRYPTED) | 1, at + 8);
    const lengths = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place));
    at += lengths.reduce((sum, length) => sum + length, RECORD_BYTES);
  }
}

function recordBytes({ fileNameLength, extraFieldLength, fileCommentLength }: Entry): number {
  return RECORD_BYTES + fileNameLength + extraFieldLength + fileCommentLength;
}

async function locate(zip: ZipFile, entries: readonly Entry[]): Promise<LocatedEntry[]> {
  const located: LocatedEntry[] = [];
  for (const entry of entries) {
    const header = await zip.readLocalFileHeaderPromise(entry, { minimal: true }).catch(notThere);
    located.push({ entry, dataStart: header?.fileDataStart });
  }
  return located;
}

/** Ignores an entry without a header at its place. A store that cannot be reached is not a fault of the archive. */
function notThere(thrown: unknown): undefined {
  if (thrown instanceof AppError) throw thrown;
}

function requireDisjoint(located: readonly LocatedEntry[], directoryStart: number): void {
  const ranges = located
    .map(({ entry, dataStart }) => {
      const start = entry.relativeOffsetOfLocalHeader;
      return { start, end: (dataStart ?? start) + entry.compressedSize };
    })
    .sort((a, b) => a.start - b.start);
  let end = 0;
  for (const range of ranges) {
    if (range.start < end || range.end > directoryStart) throw unsound();
    end = Math.max(range.end, range.start + 1);
  }
}

async function bytesOf({ store, key }: Archive, start: number, end: number): Promise<Buffer> {
  return start >= end ? Buffer.alloc(0) : buffer(await store.read(key, { start, end: end - 1 }));
}

/** Reads an archive from the store, and its directory from memory. */
class StoreReader extends RandomAccessReader {
  readonly #archive: Archive;
  readonly #directoryStart: number;
  readonly #directory: Buffer;

  constructor(archive: Archive, directoryStart: number, directory: Buffer) {
    super();
    this.#archive = archive;
    this.#directoryStart = directoryStart;
    this.#directory = directory;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const through = new PassThrough();
    if (start >= this.#directoryStart) {
      through.end(this.#directory.subarray(start - this.#directoryStart, end - this.#directoryStart));
      return through;
    }
    const { store, key } = this.#archive;
    store.read(key, { start, end: end - 1 }).then(
      (bytes) => pipeline(bytes, through, () => undefined),
      (cause: unknown) => through.destroy(cause as Error),
    );
    return through;
  }
}
