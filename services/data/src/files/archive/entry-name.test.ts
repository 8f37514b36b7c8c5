import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { after, test } from "node:test";
import { crc32 } from "node:zlib";
import { zipOf, type TestEntry } from "@jst/testing/zips";
import { DirectoryStore } from "../store/directory-store.ts";
import { readDirectory } from "./directory.ts";
import { nameOf, placeOf } from "./entry-name.ts";

const folder = await mkdtemp(path.join(tmpdir(), "jst-names-"));
after(() => rm(folder, { recursive: true }));
const store = new DirectoryStore(folder);

const [FAT, UNIX, NTFS, DARWIN] = [0, 3, 10, 19];
const MARKED = 0x800;

async function nameIn(entry: TestEntry): Promise<string | undefined> {
  const bytes = zipOf([entry]);
  const key = { teamId: randomUUID(), id: randomUUID() };
  await store.put(key, Readable.from([bytes]));
  const [located] = await readDirectory({ store, key, size: bytes.length });
  return located && nameOf(located.entry).name;
}

/** A Unicode Path field for the name in the record. */
function unicodePath(
  recorded: Buffer,
  name: string | Buffer,
  { version = 1, checksum = crc32(recorded) } = {},
): Buffer {
  const data = Buffer.concat([Buffer.alloc(5), Buffer.from(name)]);
  data.writeUInt8(version, 0);
  data.writeUInt32LE(checksum, 1);
  const head = Buffer.alloc(4);
  head.writeUInt16LE(0x7075, 0);
  head.writeUInt16LE(data.length, 2);
  return Buffer.concat([head, data]);
}

const latin = (text: string): Buffer => Buffer.from(text, "latin1");
/** Größe in code page 437. */
const GROESSE_437 = Buffer.from([0x47, 0x72, 0x94, 0xe1, 0x65]);

test("names of archives by the rules of ten programs are what their makers saw", async () => {
  const programs: Record<string, [entry: TestEntry, seen: string]> = {
    "Info-ZIP on Linux": [{ name: "Größe", madeBy: UNIX, flags: 0 }, "Größe"],
    "Archive Utility of macOS": [{ name: "Gro\u0308ße", madeBy: UNIX, flags: 0 }, "Gro\u0308ße"],
    "ditto of macOS": [{ name: "写真", madeBy: DARWIN, flags: 0 }, "写真"],
    "Explorer of Windows": [{ name: "日本語", madeBy: FAT, flags: MARKED }, "日本語"],
    "7-Zip, in UTF-8": [{ name: "Привет", madeBy: FAT, flags: MARKED }, "Привет"],
    "WinZip, of old": [{ name: GROESSE_437, madeBy: FAT, flags: 0 }, "Größe"],
    WinRAR: [
      { name: latin("___"), madeBy: FAT, flags: 0, extra: unicodePath(latin("___"), "七个房间") },
      "七个房间",
    ],
    "jar of Java": [{ name: "Ærø", madeBy: FAT, flags: MARKED }, "Ærø"],
    "zipfile of Python": [{ name: "Łódź", madeBy: UNIX, flags: MARKED }, "Łódź"],
    "a program of .NET without the mark": [{ name: "Größe", madeBy: NTFS, flags: 0 }, "Größe"],
  };
  for (const [program, [entry, seen]] of Object.entries(programs))
    assert.equal(await nameIn(entry), seen, program);
});

test("a Unicode Path that is of another name, of another version or no UTF-8 does not count", async () => {
  const name = latin("plain");
  const fields = [
    unicodePath(name, "other", { checksum: 1 }),
    unicodePath(name, "other", { version: 2 }),
    unicodePath(name, Buffer.from([0xc3, 0x28])),
    unicodePath(name, ""),
  ];
  for (const extra of fields) assert.equal(await nameIn({ name, madeBy: FAT, flags: 0, extra }), "plain");
  const led = unicodePath(name, "../out");
  assert.equal(placeOf(await nameIn({ name, madeBy: FAT, flags: 0, extra: led })), "unsafe_path");
});

test("files of macOS and Windows themselves are left out, and names like them are not", () => {
  for (const name of [
    "__MACOSX/a/._b.txt",
    "a/.DS_Store",
    "Thumbs.db",
    "x/desktop.ini",
    "a/._b.txt",
    "THUMBS.DB",
  ])
    assert.equal(placeOf(name), "system_file", name);
  for (const name of ["a/__MACOSX/b", ".DS_Store.txt", "my Thumbs.db", "._", "__MACOSX.txt", "a:b.txt"])
    assert.equal(typeof placeOf(name), name === "._" ? "string" : "object", name);
  assert.equal(placeOf("C:/x"), "absolute_path");
});
