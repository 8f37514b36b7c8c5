import { mkdtemp, open, rm, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Bytes } from "../bytes.ts";
import { SheetText } from "./sheet-text.ts";
import { readXml } from "./xml.ts";

/** Strings that are written and read together. */
const BLOCK_STRINGS = 64;
/** Characters of strings that are in memory at most, the last used ones. */
const CACHE_CHARS_MAX = 16_777_216;

interface Block {
  strings: readonly (string | null)[];
  chars: number;
}

/**
 * Shared strings of a workbook. They lie in a file, so that their number and length cost no memory; those of the rows
 * that were read last are in a cache, because a workbook names its strings mostly in the order of its rows.
 */
export class SharedStrings {
  readonly #folder: string;
  readonly #file: FileHandle;
  /** Places of the blocks in the file; one more than there are blocks. */
  readonly #places: number[] = [0];
  readonly #cache = new Map<number, Block>();
  #cachedChars = 0;
  #count = 0;

  private constructor(folder: string, file: FileHandle) {
    this.#folder = folder;
    this.#file = file;
  }

  /** Writes the strings of a workbook to a file of its own; undefined for a workbook without any. */
  static async read(bytes: Bytes | undefined): Promise<SharedStrings | undefined> {
    if (bytes === undefined) return undefined;
    const folder = await mkdtemp(path.join(tmpdir(), "jst-strings-"));
    const strings = new SharedStrings(folder, await open(path.join(folder, "strings"), "wx+", 0o600));
    try {
      await strings.#write(bytes);
      return strings;
    } catch (thrown) {
      await strings.close();
      throw thrown;
    }
  }

  async #write(bytes: Bytes): Promise<void> {
    let waiting: (string | null)[] = [];
    let text: SheetText | undefined;
    const reading = readXml(bytes, {
      open: (name) => {
        if (name === "si") text = new SheetText();
        else text?.open(name);
      },
      text: (piece) => text?.add(piece),
      close: (name) => {
        text?.close(name);
        if (name !== "si" || text === undefined) return;
        waiting.push(text.whole());
        text = undefined;
      },
    });
    while ((await reading.next()).done !== true)
      for (; waiting.length >= BLOCK_STRINGS; waiting = waiting.slice(BLOCK_STRINGS))
        await this.#append(waiting.slice(0, BLOCK_STRINGS));
    for (; waiting.length > 0; waiting = waiting.slice(BLOCK_STRINGS))
      await this.#append(waiting.slice(0, BLOCK_STRINGS));
  }

  async #append(strings: (string | null)[]): Promise<void> {
    const bytes = Buffer.from(JSON.stringify(strings));
    const place = this.#places.at(-1) ?? 0;
    await this.#file.write(bytes, 0, bytes.length, place);
    this.#places.push(place + bytes.length);
    this.#count += strings.length;
  }

  /** Whether the string of this number exists. */
  has(index: number): boolean {
    return Number.isInteger(index) && index >= 0 && index < this.#count;
  }

  /** Finds a string: null for one that is too long; undefined for one that `load` has to bring into memory first. */
  cached(index: number): string | null | undefined {
    const number = Math.floor(index / BLOCK_STRINGS);
    const block = this.#cache.get(number);
    return block === undefined ? undefined : (block.strings[index % BLOCK_STRINGS] ?? null);
  }

  /** Brings a string into memory, with its neighbours. */
  async load(index: number): Promise<string | null> {
    const found = this.cached(index);
    if (found !== undefined) return found;
    const number = Math.floor(index / BLOCK_STRINGS);
    const [start = 0, end = 0] = this.#places.slice(number, number + 2);
    const { buffer } = await this.#file.read(Buffer.alloc(end - start), 0, end - start, start);
    const strings = JSON.parse(buffer.toString()) as (string | null)[];
    this.#remember(number, { strings, chars: end - start });
    return strings[index % BLOCK_STRINGS] ?? null;
  }

  #remember(number: number, block: Block): void {
    this.#cache.set(number, block);
    this.#cachedChars += block.chars;
    for (const [oldest, { chars }] of this.#cache) {
      if (this.#cachedChars <= CACHE_CHARS_MAX || oldest === number) break;
      this.#cache.delete(oldest);
      this.#cachedChars -= chars;
    }
  }

  /** Removes the file. */
  async close(): Promise<void> {
    await this.#file.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
