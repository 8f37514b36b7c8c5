import { crc32, deflateRawSync } from "node:zlib";

/** An entry of an archive, and what its records say of it where that is not so. */
export interface TestEntry {
  name: string | Buffer;
  content?: string | Buffer;
  /** 8 by default; the content is deflated with 8 alone. */
  method?: number;
  /** General purpose bits; bit 11 by default. */
  flags?: number;
  /** Kind and rights as Unix has them. */
  mode?: number;
  /** System of the program that packed it: 3, Unix, by default. */
  madeBy?: number;
  crc?: number;
  size?: number;
  compressedSize?: number;
  /** Where its directory record says that it is. */
  offset?: number;
  /** Local header of the entry. */
  local?: { name?: string; crc?: number; size?: number; compressedSize?: number };
  /** Further facts in its directory record (APPNOTE 4.5). */
  extra?: Buffer;
}

/** End record of an archive, if it differs from the truth. */
export interface TestEnd {
  records?: number;
  recordsHere?: number;
  bytes?: number;
  start?: number;
  disk?: number;
  comment?: string;
  /** As archives beyond 65,535 entries or 4 GiB have it (APPNOTE 4.3.14), with another count where given. */
  large?: { records?: number };
}

/** An archive to the letter. */
export function zipOf(entries: readonly TestEntry[], end: TestEnd = {}): Buffer {
  const locals: Buffer[] = [];
  const records: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    const data = dataOf(entry);
    const local = Buffer.concat([localOf(entry, data), data]);
    records.push(recordOf(entry, data, at));
    locals.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(records);
  const comment = Buffer.from(end.comment ?? "");
  const large =
    end.large === undefined ? Buffer.alloc(0) : largeEnd(end.large.records ?? entries.length, directory, at);
  const last = Buffer.alloc(22);
  last.writeUInt32LE(0x06054b50, 0);
  last.writeUInt16LE(end.disk ?? 0, 4);
  last.writeUInt16LE(end.recordsHere ?? end.records ?? entries.length, 8);
  last.writeUInt16LE(end.records ?? entries.length, 10);
  last.writeUInt32LE(end.bytes ?? directory.length, 12);
  last.writeUInt32LE(end.start ?? at, 16);
  last.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...locals, directory, large, last, comment]);
}

/** The end of a large archive, and where that is. */
function largeEnd(records: number, directory: Buffer, start: number): Buffer {
  const end = Buffer.alloc(76);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeBigUInt64LE(BigInt(records), 24);
  end.writeBigUInt64LE(BigInt(records), 32);
  end.writeBigUInt64LE(BigInt(directory.length), 40);
  end.writeBigUInt64LE(BigInt(start), 48);
  end.writeUInt32LE(0x07064b50, 56);
  end.writeBigUInt64LE(BigInt(start + directory.length), 64);
  end.writeUInt32LE(1, 72);
  return end;
}

function dataOf({ content = "", method = 8 }: TestEntry): Buffer {
  const bytes = Buffer.from(content);
  return method === 8 ? deflateRawSync(bytes) : bytes;
}

function localOf(entry: TestEntry, data: Buffer): Buffer {
  const name = Buffer.from(entry.local?.name ?? entry.name);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  common({ ...entry, ...entry.local }, data).copy(head, 6);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

function recordOf(entry: TestEntry, data: Buffer, offset: number): Buffer {
  const name = Buffer.from(entry.name);
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(((entry.madeBy ?? 3) << 8) | 20, 4);
  head.writeUInt16LE(20, 6);
  common(entry, data).copy(head, 8);
  head.writeUInt16LE(name.length, 28);
  head.writeUInt16LE(entry.extra?.length ?? 0, 30);
  head.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 38);
  head.writeUInt32LE(entry.offset ?? offset, 42);
  return Buffer.concat([head, name, entry.extra ?? Buffer.alloc(0)]);
}

/** Flags, method, time, sum and sizes: the same in both records. */
function common({ content = "", ...entry }: TestEntry, data: Buffer): Buffer {
  const bytes = Buffer.alloc(20);
  bytes.writeUInt16LE(entry.flags ?? 0x800, 0);
  bytes.writeUInt16LE(entry.method ?? 8, 2);
  bytes.writeUInt32LE(entry.crc ?? crc32(Buffer.from(content)), 8);
  bytes.writeUInt32LE(entry.compressedSize ?? data.length, 12);
  bytes.writeUInt32LE(entry.size ?? Buffer.byteLength(content), 16);
  return bytes;
}
