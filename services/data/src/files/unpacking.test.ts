import type { Caller } from "@jst/caller";
import { human, testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { encoded } from "../testing/encoded.ts";
import { testData } from "../testing/test-data.ts";
import { upload, type TestPart } from "../testing/test-files.ts";
import { zipOf, type TestEnd, type TestEntry } from "@jst/testing/zips";

const { door, folder } = await testData();

const send = (caller: Caller, zip: Buffer, ...options: TestPart[]) =>
  upload(door, caller, [{ file: zip, name: "all.zip" }, ...options]);
const bytesOf = (caller: Caller) => readdir(path.join(folder, caller.team_id)).catch((): string[] => []);
const small = (): Caller => {
  const caller = testCaller();
  return { ...caller, team: { ...caller.team, max_file_bytes: 3_000_000 } };
};
/** Names of what was unpacked, and what was left out and why. */
async function outcome(entries: readonly TestEntry[], end?: TestEnd): Promise<string[]> {
  const { status, body } = await send(small(), zipOf(entries, end));
  assert.equal(status, 201, JSON.stringify(body));
  const extracted = body.extracted as { name: string; folder: string | null }[];
  const skipped = body.skipped as { reason: string }[];
  return [
    ...extracted.map(({ name, folder: of }) => `${of ?? ""}/${name}`),
    ...skipped.map(({ reason }) => reason),
  ];
}

test("an archive is unpacked into files of its own, all in one changeset that an undo takes back", async () => {
  const caller = testCaller();
  const zip = zipOf([
    { name: "b/c/two.csv", content: "a,b" },
    { name: "b/", mode: 0o040755 },
    { name: "one.txt", content: "Hello", method: 0 },
  ]);
  const { status, headers, body } = await send(
    caller,
    zip,
    { option: "folder", value: "x" },
    { option: "tags", value: "t" },
  );
  assert.equal(status, 201, JSON.stringify(body));
  assert.deepEqual([body.mime_type, body.folder, body.skipped], ["application/zip", "x", []]);
  const shown = (body.extracted as Record<string, unknown>[]).map(
    ({ name, folder: of, mime_type, tags, source_archive_id }) => ({
      name,
      of,
      mime_type,
      tags,
      source_archive_id,
    }),
  );
  const of = { tags: ["t"], source_archive_id: body.id };
  assert.deepEqual(shown, [
    { name: "two.csv", of: "x/b/c", mime_type: "text/csv", ...of },
    { name: "one.txt", of: "x", mime_type: "text/plain", ...of },
  ]);
  const list = async () =>
    (await door.call("ListFiles", { caller, query: `source_archive_id=${body.id}` })).body.files as object[];
  assert.equal((await list()).length, 2);
  await door.call("DeleteFile", { caller, path: { file_id: body.id } });
  assert.equal((await list()).length, 2);
  const call = {
    caller: human(caller.team_id, "admin"),
    path: { changeset_id: headers.get("x-changeset-id") ?? "" },
  };
  assert.equal((await door.call("UndoChangeset", { ...call, body: { force: true } })).status, 200);
  assert.equal((await list()).length, 0);
});

test("names that say nothing of their encoding are read in that of the upload, and a guess is reported", async () => {
  const of = (text: string, charset: string): TestEntry => ({ name: encoded(text, charset), flags: 0 });
  const namesOf = async (entry: TestEntry, encoding?: string) => {
    const options = encoding === undefined ? [] : [{ option: "encoding", value: encoding }];
    const { body } = await send(testCaller(), zipOf([entry, { name: "Größe", content: "x" }]), ...options);
    const [extracted] = body.extracted as { name: string; folder: string | null }[];
    return [`${extracted?.folder ?? ""}/${extracted?.name}`, body.guessed_names];
  };
  const cases: [charset: string, encoding: string, name: string][] = [
    ["ibm866", "cp866", "Привет.txt"],
    ["shift_jis", "CP932", "日本語/ソ表.txt"],
    ["gb18030", "cp936", "七个房间.txt"],
    ["big5", "cp950", "許功蓋.txt"],
    ["euc-kr", "cp949", "한국어.txt"],
    ["windows-1252", "windows-1252", "Größe.txt"],
    ["windows-1250", "windows-1250", "Łódź.txt"],
    ["windows-1251", "windows-1251", "Привет.txt"],
  ];
  for (const [charset, encoding, name] of cases) {
    const shown = name.includes("/") ? name : `/${name}`;
    assert.deepEqual(await namesOf(of(name, charset), encoding), [shown, []], encoding);
    const [, [guess]] = (await namesOf(of(name, charset))) as [string, string[]];
    assert.ok(guess !== undefined && guess !== name, encoding);
  }
  // Ø is 0x9d in code page 850 and ¥ in 437.
  const bytes = { name: Buffer.from([0x9d, 0x94, 0x84]), flags: 0 };
  assert.deepEqual(await namesOf(bytes, "cp850"), ["/Øöä", []]);
  assert.deepEqual(await namesOf(bytes), ["/¥öä", ["¥öä"]]);
  assert.deepEqual(await namesOf({ name: "Größe.txt", flags: 0 }), ["/Größe.txt", []]);
  const odd = await send(testCaller(), zipOf([{ name: Buffer.from([0x81, 0x20]), flags: 0 }]), {
    option: "encoding",
    value: "cp932",
  });
  assert.deepEqual(odd.body.skipped[0].reason, "bad_name");
  const refused = await send(testCaller(), zipOf([]), { option: "encoding", value: "cp1" });
  assert.deepEqual([refused.status, refused.body.errors[0].field], [422, "encoding"]);
});

test("an archive stays whole with extract=false, and so does what is another format in a ZIP", async () => {
  const caller = testCaller();
  const zip = zipOf([{ name: "a", content: "x" }]);
  const { body } = await send(caller, zip, { option: "extract", value: "false" });
  assert.deepEqual([body.extracted, body.skipped, body.mime_type], [undefined, undefined, "application/zip"]);
  const odt = zipOf([{ name: "mimetype", content: "application/vnd.oasis.opendocument.text", method: 0 }]);
  const { body: text } = await send(caller, odt);
  assert.deepEqual([text.extracted, text.mime_type], [undefined, "application/vnd.oasis.opendocument.text"]);
  const { body: large } = await send(
    caller,
    zipOf([{ name: "a", content: randomBytes(200_000) }, { name: "b" }]),
  );
  assert.equal(large.extracted.length, 2);
  assert.equal((await send(caller, zip, { option: "extract", value: "maybe" })).status, 422);
});

test("a proposed archive shows itself first, then its files; approved it makes exactly these", async () => {
  const service = testCaller();
  const zip = zipOf([
    { name: "a.txt", content: "1" },
    { name: "../b", content: "2" },
  ]);
  const { status, body } = await send(human(service.team_id, "member"), zip);
  assert.equal(status, 202);
  const names = (body.preview as { after: { name: string } }[]).map(({ after }) => after.name);
  assert.deepEqual(names, ["all.zip", "a.txt"]);
  const path = { changeset_id: body.changeset_id as string };
  const approved = await door.call("ApproveChangeset", {
    caller: human(service.team_id, "admin"),
    path,
    body: {},
  });
  assert.equal(approved.status, 200, JSON.stringify(approved.body));
  const { extracted, skipped } = approved.body.result as { extracted: object[]; skipped: object[] };
  assert.deepEqual([extracted.length, skipped], [1, [{ name: "../b", reason: "unsafe_path" }]]);
});

test("entries whose names lead elsewhere, or are not valid, are left out and named with the reason", async () => {
  const names: [name: string | Buffer, expected: string, flags?: number][] = [
    ["../x", "unsafe_path"],
    ["a/../../x", "unsafe_path"],
    ["..\\x", "unsafe_path"],
    ["/etc/passwd", "absolute_path"],
    ["C:\\x", "absolute_path"],
    ["c:x", "/c:x"],
    ["\\\\host\\share", "absolute_path"],
    ["", "bad_name"],
    [".", "bad_name"],
    ["a\0b", "bad_name"],
    ["a\nb", "bad_name"],
    ["a\u202Eb", "bad_name"],
    [Buffer.from([0xc3, 0x28]), "bad_name"],
    ["x".repeat(256), "bad_name"],
    [`${"a/".repeat(17)}x`, "bad_name"],
    [`${"a/".repeat(2_000)}x`, "bad_name"],
    [`${"a/".repeat(16)}x`, `${"a/".repeat(16)}x`],
    ["./a//b.txt", "a/b.txt"],
    ["a\\b.txt", "a/b.txt"],
    [Buffer.from([0x81]), "/ü", 0],
    ["e\u0301", "/é"],
    ["CON", "/CON"],
    ["a. ", "/a. "],
  ];
  for (const [name, expected, flags] of names) {
    const found = await outcome([{ name, content: "x", ...(flags === undefined ? {} : { flags }) }]);
    assert.deepEqual(
      found,
      [expected.includes("/") || expected.includes("_") ? expected : `/${expected}`],
      JSON.stringify(name),
    );
  }
});

test("of two names that one folder would not hold the later is left out", async () => {
  const found = await outcome([
    { name: "a" },
    { name: "A" },
    { name: "e\u0301" },
    { name: "é" },
    { name: "a/b" },
  ]);
  assert.deepEqual(found, ["/a", "/é", "a/b", "name_taken", "name_taken"]);
});

test("an entry that is not a file, is encrypted, or differs from the directory, is left out", async () => {
  const content = "Hello";
  const cases: [entry: Omit<TestEntry, "name">, expected: string][] = [
    [{ content: "/etc/passwd", mode: 0o120777 }, "symlink"],
    [{ content, mode: 0o010644 }, "symlink"],
    [{ content, mode: 0o020644 }, "symlink"],
    [{ content, mode: 0o060644 }, "symlink"],
    [{ content, mode: 0o104755 }, "/x"],
    [{ content, flags: 0x801 }, "encrypted"],
    [{ content, flags: 0x841 }, "encrypted"],
    [{ content, flags: 0x840 }, "encrypted"],
    [{ content, method: 12 }, "unreadable"],
    [{ content, method: 9 }, "unreadable"],
    [{ content, method: 99 }, "unreadable"],
    [{ content, crc: 1 }, "unreadable"],
    [{ content, size: 4 }, "unreadable"],
    [{ content, size: 4_000_000_000 }, "unreadable"],
    [{ content, method: 0, size: 6 }, "unreadable"],
    [{ content: randomBytes(1_500_001).toString("hex") }, "too_large"],
    [{ content: Buffer.alloc(2_000_000) }, "ratio"],
    [{ content: Buffer.alloc(1_000_000) }, "/x"],
    [{ content: zipOf([{ name: "a" }]) }, "nested_archive"],
    [{ content: gzipSync("x") }, "nested_archive"],
    [{ content: Buffer.from("377abcaf271c0004", "hex") }, "nested_archive"],
  ];
  for (const [entry, expected] of cases) {
    const large = { name: "noise", content: randomBytes(20_000) };
    assert.deepEqual(
      (await outcome([{ name: "x", ...entry }, large])).filter((one) => one !== "/noise"),
      [expected],
      JSON.stringify({ ...entry, content: undefined }),
    );
  }
});

test("an archive without a sound structure is refused, and nothing of it is kept", async () => {
  const caller = testCaller();
  const two: TestEntry[] = [
    { name: "a", content: "1" },
    { name: "b", content: "2" },
  ];
  const whole = zipOf(two);
  const at = whole.indexOf("b", 40);
  const broken: Buffer[] = [
    zipOf(two, { records: 1 }),
    zipOf(two, { records: 3 }),
    zipOf(two, { recordsHere: 1 }),
    zipOf(two, { disk: 1 }),
    zipOf(two, { start: 0 }),
    zipOf(two, { bytes: 1 }),
    zipOf([two[0] as TestEntry, { ...(two[1] as TestEntry), offset: 0 }]),
    zipOf([two[0] as TestEntry, { ...(two[1] as TestEntry), compressedSize: 1_000 }]),
    Buffer.concat([whole, Buffer.from("x")]),
    Buffer.concat([whole, whole]),
    Buffer.concat([whole.subarray(0, at), whole.subarray(at + 1)]),
    zipOf(two, { comment: "PK\u0005\u0006".padEnd(40) }),
    zipOf(two, { large: { records: 3 }, records: 65_535, recordsHere: 65_535 }),
  ];
  for (let end = 8; end < whole.length; end += 13) broken.push(whole.subarray(0, end));
  for (const [n, zip] of broken.entries()) {
    const { status, body } = await send(caller, zip);
    assert.equal(status, 422, `${n} ${JSON.stringify(body)}`);
    assert.deepEqual(
      body.errors.map(({ field, code }: { field: string; code: string }) => [field, code]),
      [["file", "unreadable"]],
    );
  }
  assert.deepEqual(await bytesOf(caller), []);
});

test("an archive that is too much is refused with the reason, and nothing of it is kept", async () => {
  const caller = testCaller();
  const many = Array.from({ length: 1_001 }, (_, n) => ({ name: `${n}/`, mode: 0o040755 }));
  const bombs = Array.from({ length: 30 }, (_, n) => ({ name: `${n}`, content: Buffer.alloc(900_000) }));
  const two64k = Array.from({ length: 66_000 }, (_, n) => ({ name: `${n}`, method: 0 }));
  const claimed = zipOf([{ name: "a" }], { records: 65_535, recordsHere: 65_535 });
  for (const [zip, reason] of [
    [zipOf(many), "too_many"],
    [claimed, "too_many"],
    [zipOf(two64k, { large: {}, records: 65_535, recordsHere: 65_535 }), "too_many"],
    [
      zipOf([{ name: "a" }], { large: { records: 2 ** 32 }, records: 65_535, recordsHere: 65_535 }),
      "too_many",
    ],
    [zipOf(bombs), "ratio"],
  ] as const) {
    const { status, body } = await send(caller, zip);
    assert.deepEqual([status, body.code, body.reason], [413, "archive_too_large", reason]);
  }
  assert.deepEqual(await bytesOf(caller), []);
  const thousand = Array.from({ length: 1_000 }, (_, n) => ({ name: `${n}.txt`, content: `${n}` }));
  const { status, body } = await send(caller, zipOf(thousand));
  assert.equal(status, 201);
  assert.deepEqual(
    (body.extracted as { name: string }[]).map(({ name }) => name),
    thousand.map(({ name }) => name),
  );
});
