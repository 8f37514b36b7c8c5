import { testCaller } from "@jst/testing";
import type { Caller } from "@jst/caller";
import assert from "node:assert/strict";
import { test } from "node:test";
import { testData } from "../testing/test-data.ts";
import { upload } from "../testing/test-files.ts";

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
    ["sort=name:asc", ["Two.json", "one.csv"]],
    ["sort=size_bytes:asc", ["Two.json", "one.csv"]],
    ["sort=mime_type:asc", ["Two.json", "one.csv"]],
    ["sort=folder:asc", ["invalid_sort"]],
    ["uploadedBy=x", ["invalid_parameter"]],
    ["source_archive_id=x", ["invalid_parameter"]],
    ["filter={}", ["unknown_parameter"]],
    ["count=exact", ["unknown_parameter"]],
  ];
  for (const [query, names] of cases) assert.deepEqual(await list(caller, query), names, query);
  assert.deepEqual(await list(testCaller()), []);
});
