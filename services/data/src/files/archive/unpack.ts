import { pipeline, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { crc32, createInflateRaw, inflateRawSync } from "node:zlib";
import { uuidv7 } from "@jst/db";
import { AppError } from "@jst/errors";
import type { Entry } from "yauzl";
import type { StagedEntry, SkippedEntry } from "../../../gen/rpc.ts";
import type { BlobKey } from "../store/file-store.ts";
import { Measuring } from "../upload/measured.ts";
import { mimeTypeOf } from "../upload/mime-type.ts";
import { storeFault } from "../upload/store-fault.ts";
import { readDirectory, tooMuch, type Archive, type LocatedEntry } from "./directory.ts";
import type { Encoding } from "./encodings.ts";
import { foldedPlace, nameOf, placeOf, shownName } from "./entry-name.ts";
import type { EntryName, EntryPlace, SkipReason } from "./entry-name.ts";

const STORED = 0;
const DEFLATED = 8;
/** Kind of a file in the upper half of its attributes, as Unix has it. */
const KIND = 0xf000;
const REGULAR = 0x8000;
const FOLDER = 0x4000;

const KEPT_BYTES_MAX = 524_288_000;
const RATIO_MAX = 100;
/** Up to here no ratio counts. */
const FREE_BYTES = 1_048_576;
/** Entries that are written at once: the disk takes several in the time of one. */
const AT_ONCE = 8;
/** Inflated at a time: each piece is a step of its own through sums, types and store. */
const CHUNK_BYTES = 131_072;
/** Up to so many an entry is inflated at once, packed and inflated. */
const SMALL_BYTES = 262_144;

const ARCHIVES: ReadonlySet<string> = new Set([
  "application/zip",
  "application/gzip",
  "application/x-tar",
  "application/x-bzip2",
  "application/x-xz",
  "application/zstd",
  "application/x-7z-compressed",
  "application/x-rar-compressed",
]);

/** Options of unpacking besides the archive. */
export interface Unpacking {
  /** Folder of the archive. */
  folder: string | null;
  /** Most bytes of an entry. */
  maxBytes: number;
  /** Most bytes of all entries that are kept; 500 MiB where nothing is said. */
  keptBytesMax?: number;
  /** Encoding of names that are not marked as UTF-8. */
  encoding?: Encoding;
  /** Told of every key before something is stored under it. */
  keeps: (key: BlobKey) => void;
}

/** Outcome of each entry of an archive, in the order of its directory. */
export interface Unpacked {
  extracted: StagedEntry[];
  skipped: SkippedEntry[];
  /** Names whose encoding is a guess. */
  guessed_names: string[];
}

interface NamedEntry extends LocatedEntry, EntryName {}

/** An entry is left out. */
class Skipped extends Error {
  readonly reason: SkipReason;

  constructor(reason: SkipReason, cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

/** Unpacks an archive into the store (files.archive); entries that are not taken are named with the reason. */
export async function unpack(archive: Archive, unpacking: Unpacking): Promise<Unpacked> {
  const entries = await readDirectory(archive);
  const run = new Run(archive, unpacking);
  const seen = new Set<string>();
  const named = entries
    .map((located) => ({ ...located, ...nameOf(located.entry, unpacking.encoding) }))
    .filter((one) => !isFolder(one));
  const work = named.map((one) => run.planned(one, seen));
  const results: (StagedEntry | SkippedEntry)[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < work.length; at = next++) results[at] = await (work[at] as Planned)();
  };
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
  for (const end of ended) if (end.status === "rejected") throw end.reason;
  return {
    extracted: results.filter((result) => "checksum_sha256" in result),
    skipped: results.filter((result) => "reason" in result),
    guessed_names: named
      .filter(({ isGuessed }) => isGuessed)
      .map(({ entry, name }) => shownName(entry, name)),
  };
}

type Planned = () => Promise<StagedEntry | SkippedEntry>;

class Run {
  readonly #archive: Archive;
  readonly #unpacking: Unpacking;
  #keptBytes = 0;
  #isRefused = false;

  constructor(archive: Archive, unpacking: Unpacking) {
    this.#archive = archive;
    this.#unpacking = unpacking;
  }

  /** Plans an entry; its name counts against later ones. */
  planned(located: NamedEntry, seen: Set<string>): Planned {
    const { entry, name } = located;
    const place = placeIn(name, seen);
    const skip = typeof place === "string" ? place : refusedKind(entry);
    if (skip !== undefined || typeof place === "string")
      return () => Promise.resolve({ name: shownName(entry, name), reason: skip ?? "bad_name" });
    return async () => {
      try {
        return await this.#kept(located, place);
      } catch (thrown) {
        if (!(thrown instanceof Skipped)) {
          this.#isRefused = true;
          throw thrown;
        }
        return { name: shownName(entry, name), reason: thrown.reason };
      }
    };
  }

  async #kept({ entry, dataStart }: LocatedEntry, { folders, name }: EntryPlace): Promise<StagedEntry> {
    if (dataStart === undefined) throw new Skipped("unreadable");
    if (this.#isRefused) throw new Skipped("unreadable");
    const { maxBytes, folder, keeps } = this.#unpacking;
    const { store, key: of } = this.#archive;
    const key = { teamId: of.teamId, id: uuidv7() };
    keeps(key);
    const measuring = new Measuring(maxBytes);
    await store.put(key, measuring.through(this.#inflated(entry, dataStart))).catch(asSkipped);
    const { size, sha256, ...sniffed } = measuring.measure;
    const mime_type = await mimeTypeOf(sniffed, name);
    if (ARCHIVES.has(mime_type)) {
      await store.remove([key]);
      throw new Skipped("nested_archive");
    }
    this.#count(size);
    const path = [...(folder === null ? [] : [folder]), ...folders].join("/");
    const place = { name, folder: path === "" ? null : path };
    return { id: key.id, ...place, mime_type, size_bytes: size, checksum_sha256: sha256 };
  }

  #count(size: number): void {
    this.#keptBytes += size;
    const { keptBytesMax = KEPT_BYTES_MAX } = this.#unpacking;
    if (this.#keptBytes > keptBytesMax) throw tooMuch("too_large");
    if (this.#keptBytes > FREE_BYTES && this.#keptBytes > RATIO_MAX * this.#archive.size)
      throw tooMuch("ratio");
  }

  /** The bytes of an entry, counted as they are and not as somebody says they are. */
  async *#inflated(entry: Entry, dataStart: number): AsyncGenerator<Buffer> {
    const { compressedSize, uncompressedSize } = entry;
    const isDeflated = entry.compressionMethod === DEFLATED;
    let size = 0;
    let sum = 0;
    try {
      const stream = await opened(this.#archive, dataStart, compressedSize, isDeflated);
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        size += chunk.length;
        sum = crc32(chunk, sum);
        if (size > FREE_BYTES && size > RATIO_MAX * compressedSize) throw new Skipped("ratio");
        yield chunk;
      }
    } catch (thrown) {
      // An error of the store is not a fault of the entry.
      throw thrown instanceof Skipped || thrown instanceof AppError
        ? thrown
        : new Skipped("unreadable", thrown);
    }
    if (size !== uncompressedSize || sum !== entry.crc32) throw new Skipped("unreadable");
  }
}

/** The bytes of an entry as they were packed, or inflated. */
async function opened(
  { store, key }: Archive,
  start: number,
  size: number,
  isDeflated: boolean,
): Promise<AsyncIterable<Buffer> | Iterable<Buffer>> {
  const read = async () =>
    size === 0 ? Readable.from([]) : store.read(key, { start, end: start + size - 1 });
  if (!isDeflated) return (await read()) as AsyncIterable<Buffer>;
  const whole = size > SMALL_BYTES ? undefined : inflated(await buffer(await read()));
  // An error on either side, or a reader that stops, ends both.
  const inflate = () => createInflateRaw({ chunkSize: CHUNK_BYTES });
  return whole === undefined ? pipeline(await read(), inflate(), () => undefined) : [whole];
}

/** A stream costs a small entry more than its bytes do. Undefined for what is not small, or cannot be inflated. */
function inflated(packed: Buffer): Buffer | undefined {
  try {
    return inflateRawSync(packed, { maxOutputLength: SMALL_BYTES });
  } catch {
    return undefined;
  }
}

/** Folders are where something is in them. */
function isFolder({ entry, name }: NamedEntry): boolean {
  return name?.endsWith("/") === true || kindOf(entry) === FOLDER;
}

function kindOf({ externalFileAttributes: attributes }: Entry): number {
  return (attributes >>> 16) & KIND;
}

function placeIn(name: string | undefined, seen: Set<string>): EntryPlace | SkipReason {
  const place = placeOf(name);
  if (typeof place === "string") return place;
  const folded = foldedPlace(place);
  if (seen.has(folded)) return "name_taken";
  seen.add(folded);
  return place;
}

function refusedKind(entry: Entry): SkipReason | undefined {
  const kind = kindOf(entry);
  if (kind !== 0 && kind !== REGULAR) return "symlink";
  if (entry.isEncrypted()) return "encrypted";
  const { compressionMethod: method } = entry;
  return method === STORED || method === DEFLATED ? undefined : "unreadable";
}

function asSkipped(thrown: unknown): never {
  if (thrown instanceof AppError && thrown.code === "file_too_large") throw new Skipped("too_large");
  if (thrown instanceof Skipped) throw thrown;
  return storeFault(thrown);
}
