import { UnreadablePicture } from "./edits.ts";

/** Items that are looked at, and parts of one. */
const ITEMS_MAX = 10_000;
const EXTENTS_MAX = 1_000;

/** An item of HEIF, and where its bytes are. */
export interface Item {
  type: string;
  contentType: string;
  /** Its bytes are in the box of data, rather than in the file. */
  isInBox: boolean;
  /** An extent without a length ends with the file. */
  extents: { offset: number; length: number | undefined }[];
}

/** Reads numbers and texts one behind the other. */
class Reading {
  readonly #bytes: Buffer;
  at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.at >= this.#bytes.length;
  }

  /** A number of that many bytes; 0 for none. */
  number(length: number): number {
    if (length > 4 && length !== 8) throw new UnreadablePicture();
    const place = this.#take(length);
    if (length === 8) return Number(this.#bytes.readBigUInt64BE(place));
    return length === 0 ? 0 : this.#bytes.readUIntBE(place, length);
  }

  type(): string {
    const place = this.#take(4);
    return this.#bytes.toString("latin1", place, place + 4);
  }

  /** A text up to its NUL. */
  text(): string {
    const end = this.#bytes.indexOf(0, this.at);
    const to = end < 0 ? this.#bytes.length : end;
    const text = this.#bytes.toString("latin1", this.at, to);
    this.at = to + 1;
    return text;
  }

  part(length: number): Reading {
    const place = this.#take(length);
    return new Reading(this.#bytes.subarray(place, place + length));
  }

  #take(length: number): number {
    const place = this.at;
    this.at += length;
    if (length < 0 || this.at > this.#bytes.length) throw new UnreadablePicture();
    return place;
  }
}

/** Reads the items that the tables `iinf` and `iloc` name, without the heads of these boxes. */
export function itemsOf(iinf: Buffer, iloc: Buffer): Item[] {
  const places = placesOf(new Reading(iloc));
  return typesOf(new Reading(iinf)).flatMap(({ id, ...kind }) => {
    const place = places.get(id);
    return place === undefined ? [] : [{ ...kind, ...place }];
  });
}

interface Kind {
  id: number;
  type: string;
  contentType: string;
}

function typesOf(table: Reading): Kind[] {
  const version = table.number(1);
  table.number(3);
  table.number(version === 0 ? 2 : 4);
  const kinds: Kind[] = [];
  while (!table.isAtEnd) {
    const size = table.number(4);
    const entry = table.part(size - 4);
    const kind = entry.type() === "infe" ? kindOf(entry) : undefined;
    if (kind !== undefined) kinds.push(kind);
    if (kinds.length > ITEMS_MAX) throw new UnreadablePicture();
  }
  return kinds;
}

/** Reads an entry; those of the first versions are of no picture. */
function kindOf(entry: Reading): Kind | undefined {
  const version = entry.number(1);
  entry.number(3);
  if (version < 2) return undefined;
  const id = entry.number(version === 2 ? 2 : 4);
  entry.number(2);
  const type = entry.type();
  entry.text();
  return { id, type, contentType: type === "mime" ? entry.text().toLowerCase() : "" };
}

function placesOf(table: Reading): Map<number, Pick<Item, "isInBox" | "extents">> {
  const version = table.number(1);
  table.number(3);
  const sizes = table.number(2);
  const [ofOffset, ofLength, ofBase] = [12, 8, 4].map((shift) => (sizes >> shift) & 15) as [
    number,
    number,
    number,
  ];
  const ofIndex = version === 0 ? 0 : sizes & 15;
  const count = table.number(version < 2 ? 2 : 4);
  if (count > ITEMS_MAX) throw new UnreadablePicture();
  const places = new Map<number, Pick<Item, "isInBox" | "extents">>();
  for (let item = 0; item < count; item += 1) {
    const id = table.number(version < 2 ? 2 : 4);
    const isInBox = version > 0 && (table.number(2) & 15) === 1;
    table.number(2);
    const base = table.number(ofBase);
    const extentCount = table.number(2);
    if (extentCount > EXTENTS_MAX) throw new UnreadablePicture();
    const extents = Array.from({ length: extentCount }, () => {
      table.number(ofIndex);
      const offset = base + table.number(ofOffset);
      return { offset, length: (ofLength === 0 ? 0 : table.number(ofLength)) || undefined };
    });
    places.set(id, { isInBox, extents });
  }
  return places;
}
