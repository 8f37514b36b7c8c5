import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testSheets } from "../testing/test-sheets.ts";

const { door, sheet } = await testSheets();

test("a column is read at the place its creation names, with its version as ETag", async () => {
  const s = await sheet([]);
  const made = await s.create({ name: "a", type: "rating", default: 2 });
  const location = made.headers.location ?? "";
  const path = { ...s.path, column_id: location.slice(location.lastIndexOf("/") + 1).toUpperCase() };
  const read = await door.call("GetColumn", { caller: s.caller, path });
  assert.deepEqual([read.status, read.headers.etag, read.body], [200, '"1"', made.body]);
  const known = { caller: s.caller, path, headers: { "if-none-match": '"1"' } };
  assert.equal((await door.call("GetColumn", known)).status, 304);
  await s.update("a", { display_name: "A" });
  assert.equal((await door.call("GetColumn", known)).body.display_name, "A");
});

test("a column of another table or team, a deleted one and no id at all are absent alike", async () => {
  const [s, other] = [await sheet([{ name: "a", type: "text" }]), await sheet([{ name: "a", type: "text" }])];
  const id = await s.column("a");
  const second = (await door.call("CreateTable", { caller: s.caller, body: { display_name: "Second" } })).body
    .id;
  const absent = [
    { caller: testCaller(), path: { ...s.path, column_id: id } },
    { caller: s.caller, path: { table_id: second as string, column_id: id } },
    { caller: s.caller, path: { ...s.path, column_id: await other.column("a") } },
    { caller: s.caller, path: { ...s.path, column_id: "a" } },
  ];
  for (const call of absent) assert.equal((await door.call("GetColumn", call)).body.code, "not_found");
  await s.remove("a");
  assert.equal(
    (await door.call("GetColumn", { caller: s.caller, path: { ...s.path, column_id: id } })).status,
    404,
  );
});
