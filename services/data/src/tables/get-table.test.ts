import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testData } from "../testing/test-data.ts";

const { door } = await testData();

test("a table is found by id, in either case, and by name", async () => {
  const caller = testCaller();
  const made = await door.call("CreateTable", {
    caller,
    body: { display_name: "Found", columns: [{ name: "a", type: "text" }] },
  });
  for (const key of [made.body.id, made.body.id.toUpperCase(), "found"]) {
    const reply = await door.call("GetTable", { caller, path: { table_id: key } });
    assert.equal(reply.status, 200);
    assert.deepEqual(reply.body, made.body);
    assert.equal(reply.headers.etag, '"1"');
  }
  const unchanged = await door.call("GetTable", {
    caller,
    path: { table_id: "found" },
    headers: { "if-none-match": 'W/"1"' },
  });
  assert.equal(unchanged.status, 304);
  assert.equal(unchanged.body, undefined);
});

test("another team's table and one that never was answer the same", async () => {
  const owner = testCaller();
  const made = await door.call("CreateTable", { caller: owner, body: { display_name: "Mine" } });
  const caller = testCaller();
  const answers = [];
  for (const key of [made.body.id, "mine", randomUUID(), "nope", "No Such", "..", "0", "[]", "' or 1=1 --"]) {
    const reply = await door.call("GetTable", {
      caller,
      path: { table_id: key },
      headers: { "x-request-id": "r" },
    });
    assert.equal(reply.status, 404, key);
    answers.push(JSON.stringify(reply.body));
  }
  assert.equal(new Set(answers).size, 1);
});

test("rows are counted as they are", async () => {
  const caller = testCaller();
  const { id } = (await door.call("CreateTable", { caller, body: { display_name: "Counted" } })).body;
  const row = (await door.call("CreateRow", { caller, path: { table_id: id }, body: { data: {} } })).body;
  await door.call("CreateRow", { caller, path: { table_id: id }, body: { data: {} } });
  await door.call("DeleteRow", { caller, path: { table_id: id, row_id: row.id } });
  assert.equal((await door.call("GetTable", { caller, path: { table_id: id } })).body.row_count_estimate, 1);
});
