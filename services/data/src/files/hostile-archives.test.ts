import { testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { testData } from "../testing/test-data.ts";
import { upload, type TestPart } from "../testing/test-files.ts";
import { zipOf, type TestEntry } from "@jst/testing/zips";

const { door, folder } = await testData();
const send = (zip: Buffer) => upload(door, testCaller(), [{ file: zip, name: "all.zip" }]);

async function unpacked(zip: Buffer): Promise<string[]> {
  const { status, body } = await send(zip);
  assert.equal(status, 201, JSON.stringify(body));
  return (body.extracted as { name: string }[]).map(({ name }) => name);
}

test("the directory alone says what an entry is called and how large it is", async () => {
  const hello = { name: "a.txt", content: "Hello" };
  const cases: TestEntry[] = [
    { ...hello, local: { name: "../b.txt" } },
    { ...hello, flags: 0x808, local: { crc: 0, size: 0, compressedSize: 0 } },
    { ...hello, flags: 0x808, local: { crc: 7, size: 4_000_000_000, compressedSize: 4_000_000_000 } },
  ];
  for (const [n, entry] of cases.entries())
    assert.deepEqual(await unpacked(zipOf([entry])), ["a.txt"], String(n));
  assert.deepEqual(await unpacked(zipOf([hello], { large: {}, records: 65_535, recordsHere: 65_535 })), [
    "a.txt",
  ]);
});

test("bytes that begin as something else are that, whatever archive follows", async () => {
  const zip = zipOf([{ name: "a.txt", content: "Hello" }]);
  const cases: [before: Buffer, type: string][] = [
    [Buffer.from("%PDF-1.7\n"), "application/pdf"],
    [Buffer.from("MZ\u0090\u0000", "latin1"), "application/x-msdownload"],
    [Buffer.from([0, 1, 2, 3]), "application/octet-stream"],
  ];
  for (const [before, type] of cases) {
    const { body } = await send(Buffer.concat([before, zip]));
    assert.deepEqual([body.mime_type, body.extracted], [type, undefined]);
  }
});

test("archives whose paths would fill the memory are refused, one by its directory or several together", async () => {
  const caller = testCaller();
  const deep = Array.from({ length: 16 }, () => "d".repeat(254)).join("/");
  const entries = (count: number, length: number) =>
    Array.from({ length: count }, (_, n) => ({
      name: `${deep}/${String(n).padStart(length, "n")}`,
      content: "",
    }));
  const file = (zip: Buffer) => ({ file: zip, name: "a.zip" });
  const cases: TestPart[][] = [
    [file(zipOf(entries(1_000, 120)))],
    [file(zipOf(entries(1_000, 20))), file(zipOf(entries(60, 20))), { option: "folder", value: deep }],
  ];
  for (const parts of cases) {
    const { status, body } = await upload(door, caller, parts);
    assert.deepEqual([status, body.code, body.reason], [413, "archive_too_large", "too_many"]);
    assert.deepEqual(await readdir(path.join(folder, caller.team_id)), []);
  }
});
