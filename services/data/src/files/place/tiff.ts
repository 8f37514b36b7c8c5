import { UnreadablePicture } from "./edits.ts";
import type { PictureBytes } from "./picture-bytes.ts";

const ENTRY_BYTES = 12;
const DIRECTORIES_MAX = 4_096;
const POINTERS_MAX = 256;
/** Bytes of one value of each type, by its number. */
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];

const GPS = 0x8825;
const MAKER_NOTE = 0x927c;
/** Exif, interoperability, and further directories. */
const DIRECTORIES = [0x8769, 0xa005, 0x014a];

/** Goes through what one tag has. */
export type DropPlaceOfTag = (tag: number, value: PictureBytes) => Promise<void>;

/**
 * Drops the GPS directory of TIFF: the entry that leads to it goes, and its bytes with their values are blanked; the
 * rest stays at its place. Exif (`isExif`) loses the maker's note too, whose form only the maker knows. Exif that does
 * not begin as TIFF does is blanked whole.
 */
export async function dropPlaceOfTiff(
  tiff: PictureBytes,
  isExif: boolean,
  dropPlaceOfTag: DropPlaceOfTag,
): Promise<void> {
  const head = await tiff.read(0, 8);
  const isLittle = head.toString("latin1", 0, 4) === "II*\0";
  if (head.length < 8 || (!isLittle && head.toString("latin1", 0, 4) !== "MM\0*")) {
    if (isExif) tiff.fill();
    return;
  }
  await new Directories(tiff, isLittle, { isExif, dropPlaceOfTag }).walk(numberAt(head, 4, 4, isLittle));
}

interface Handling {
  isExif: boolean;
  dropPlaceOfTag: DropPlaceOfTag;
}

interface Directory {
  at: number;
  /** Entries that there is room for. */
  entries: Buffer[];
  /** Place of the next one, in its four bytes. */
  next: Buffer;
}

class Directories {
  readonly #tiff: PictureBytes;
  readonly #isLittle: boolean;
  readonly #handling: Handling;
  readonly #seen = new Set<number>();
  readonly #due: number[] = [];

  constructor(tiff: PictureBytes, isLittle: boolean, handling: Handling) {
    this.#tiff = tiff;
    this.#isLittle = isLittle;
    this.#handling = handling;
  }

  async walk(first: number): Promise<void> {
    this.#due.push(first);
    for (let at = this.#due.pop(); at !== undefined; at = this.#due.pop()) {
      if (at === 0 || at >= this.#tiff.size || this.#seen.has(at)) continue;
      this.#seen.add(at);
      if (this.#seen.size > DIRECTORIES_MAX) throw new UnreadablePicture();
      const directory = await this.#read(at);
      await this.#drop(directory);
      if (directory.next.length === 4) this.#due.push(this.#number(directory.next, 0, 4));
    }
  }

  async #drop({ at, entries, next }: Directory): Promise<void> {
    const kept: Buffer[] = [];
    for (const [index, entry] of entries.entries())
      if (await this.#isKept(entry, at + 2 + index * ENTRY_BYTES)) kept.push(entry);
    if (kept.length === entries.length) return;
    const count = Buffer.alloc(2);
    if (this.#isLittle) count.writeUInt16LE(kept.length);
    else count.writeUInt16BE(kept.length);
    const rest = Buffer.alloc((entries.length - kept.length) * ENTRY_BYTES);
    this.#tiff.write(at, Buffer.concat([count, ...kept, next, rest]));
  }

  async #isKept(entry: Buffer, at: number): Promise<boolean> {
    const tag = this.#number(entry, 0, 2);
    const value = this.#valueOf(entry, at);
    if (tag === GPS) await this.#blank(this.#number(entry, 8, 4));
    else if (tag === MAKER_NOTE && this.#handling.isExif) value.fill();
    else if (DIRECTORIES.includes(tag)) await this.#follow(value);
    else await this.#handling.dropPlaceOfTag(tag, value);
    return tag !== GPS && (tag !== MAKER_NOTE || !this.#handling.isExif);
  }

  async #follow(value: PictureBytes): Promise<void> {
    const pointers = await value.read(0, POINTERS_MAX * 4);
    for (let at = 0; at + 4 <= pointers.length; at += 4) this.#due.push(this.#number(pointers, at, 4));
  }

  async #blank(at: number): Promise<void> {
    if (at >= this.#tiff.size) return;
    const { entries } = await this.#read(at);
    for (const [index, entry] of entries.entries()) this.#valueOf(entry, at + 2 + index * ENTRY_BYTES).fill();
    this.#tiff.fill(at, 2 + entries.length * ENTRY_BYTES + 4);
  }

  async #read(at: number): Promise<Directory> {
    const head = await this.#tiff.read(at, 2);
    const count = head.length < 2 ? 0 : this.#number(head, 0, 2);
    const body = Buffer.from(await this.#tiff.read(at + 2, count * ENTRY_BYTES + 4));
    const entries: Buffer[] = [];
    for (let place = 0; entries.length < count && place + ENTRY_BYTES <= body.length; place += ENTRY_BYTES)
      entries.push(body.subarray(place, place + ENTRY_BYTES));
    const end = entries.length * ENTRY_BYTES;
    return { at, entries, next: entries.length < count ? Buffer.alloc(0) : body.subarray(end, end + 4) };
  }

  /** Names the bytes of a value: in its entry if they fit into four, else where that leads to. */
  #valueOf(entry: Buffer, at: number): PictureBytes {
    const bytes = (TYPE_BYTES[this.#number(entry, 2, 2)] ?? 1) * this.#number(entry, 4, 4);
    return bytes <= 4 ? this.#tiff.part(at + 8, bytes) : this.#tiff.part(this.#number(entry, 8, 4), bytes);
  }

  #number(bytes: Buffer, at: number, length: 2 | 4): number {
    return numberAt(bytes, at, length, this.#isLittle);
  }
}

function numberAt(bytes: Buffer, at: number, length: 2 | 4, isLittle: boolean): number {
  return isLittle ? bytes.readUIntLE(at, length) : bytes.readUIntBE(at, length);
}
