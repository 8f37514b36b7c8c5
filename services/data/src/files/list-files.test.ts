import { testCaller } from "@jst/testing";
import type { Caller } from "@jst/caller";
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { testData } from "../testing/test-data.ts";
import { upload } from "../testing/test-files.ts";
import { zipOf } from "@jst/testing/zips";

const { door } = await testData();

const list = async (caller: Caller, query = ""): Promise<string[]> => {
  const { status, body } = await door.call("ListFiles", { caller, query });
  return status === 200 ? (body.files as { name: string }[]).map(({ name }) => name) : [String(body.code)];
};

test("a list is narrowed by name, type, folder, tag, visibility, token and archive", async () => {
  const caller = testCaller();
  await upload(door, caller, [
    { file: "a,b", name: "one.csv" },
    { option: "folder", value: "x" },
    { option: "tags", value: "t" },
  ]);
  await upload(door, caller, [
    { file: "{}", name: "Two.json" },
    { option: "visibility", value: "public" },
  ]);
  const absent = "01980000-0000-7000-8000-000000000001";
  const cases: [query: string, names: string[]][] = [
    ["", ["Two.json", "one.csv"]],
    ["q=tWo", ["Two.json"]],
    ["q=%25%25", []],
    ["mime_type=text/", ["one.csv"]],
    ["mime_type=%25", []],
    ["folder=x", ["one.csv"]],
    ["folder=/", ["Two.json"]],
    ["folder=y", []],
    ["tag=t", ["one.csv"]],
    ["visibility=public", ["Two.json"]],
    [`uploadedBy=${caller.token_id}`, ["Two.json", "one.csv"]],
    [`uploadedBy=${absent}`, []],
    [`source_archive_id=${absent}`, []],
    ["sort=name:asc", ["one.csv", "Two.json"]],
    ["sort=size_bytes:asc", ["Two.json", "one.csv"]],
    ["sort=mime_type:asc", ["Two.json", "one.csv"]],
    ["sort=folder:asc", ["invalid_sort"]],
    ["uploadedBy=x", ["invalid_parameter"]],
    ["source_archive_id=x", ["invalid_parameter"]],
    ["filter={}", ["unknown_parameter"]],
    ["count=all", ["invalid_parameter"]],
  ];
  for (const [query, names] of cases) assert.deepEqual(await list(caller, query), names, query);
  assert.deepEqual(await list(testCaller()), []);
});

test("a folder of as many bytes as it may have is stored, changed and found, though no index takes them", async () => {
  const caller = testCaller();
  // Random bytes: a compressible text would fit into an index.
  const segment = () => randomBytes(127).toString("hex");
  const folder = Array.from({ length: 16 }, segment).join("/");
  const zip = zipOf([{ name: `${folder}/deep.txt`, content: "1" }]);
  const reply = await upload(door, caller, [
    { file: zip, name: "a.zip" },
    { option: "folder", value: folder },
  ]);
  assert.deepEqual([reply.status, reply.body.extracted[0].folder], [201, `${folder}/${folder}`]);
  const path = { file_id: reply.body.extracted[0].id as string };
  assert.equal((await door.call("UpdateFile", { caller, path, body: { folder } })).status, 200);
  assert.deepEqual(await list(caller, `folder=${encodeURIComponent(folder)}`), ["deep.txt", "a.zip"]);
});
