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

test("tables are listed newest first, without their columns, and found by words of their names", async () => {
  const caller = testCaller();
  for (const name of ["Alpha", "Beta", "Gamma"])
    await door.call("CreateTable", { caller, body: { display_name: name } });
  const names = async (query?: string) => {
    const reply = await door.call("ListTables", { caller, ...(query === undefined ? {} : { query }) });
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    return reply.body.tables.map((table: { name: string }) => table.name);
  };
  assert.deepEqual(await names(), ["gamma", "beta", "alpha", "assets"]);
  assert.deepEqual(await names("sort=name:asc"), ["alpha", "assets", "beta", "gamma"]);
  assert.deepEqual(await names("q=BET"), ["beta"]);
  assert.deepEqual(await names("q=%25%25"), []);
  assert.deepEqual(await names("updated_since=2999-01-01T00:00:00Z"), []);
  const page = await door.call("ListTables", { caller, query: "limit=3&sort=name:desc&count=exact" });
  assert.equal(page.body.total, 4);
  assert.equal(page.body.has_more, true);
  assert.equal("columns" in page.body.tables[0], false);
  assert.deepEqual(await names(`limit=3&sort=name:desc&cursor=${page.body.next_cursor}`), ["alpha"]);
  assert.equal(
    (
      await door.call("ListTables", {
        caller: testCaller(),
        query: `sort=name:desc&cursor=${page.body.next_cursor}`,
      })
    ).status,
    400,
  );
});

test("rows are counted as they are", async () => {
  const caller = testCaller();
  const { id } = (await door.call("CreateTable", { caller, body: { display_name: "Counted" } })).body;
  const row = (await door.call("CreateRow", { caller, path: { table_id: id }, body: { data: {} } })).body;
  await door.call("CreateRow", { caller, path: { table_id: id }, body: { data: {} } });
  await door.call("DeleteRow", { caller, path: { table_id: id, row_id: row.id } });
  assert.equal((await door.call("GetTable", { caller, path: { table_id: id } })).body.row_count_estimate, 1);
});

test("a list takes no parameter it does not know and no value it does not understand", async () => {
  const cases: [query: string, code: string][] = [
    ["colour=red", "unknown_parameter"],
    ["filter={}", "unknown_parameter"],
    ["limit=0", "invalid_parameter"],
    ["limit=5a", "invalid_parameter"],
    ["q=a", "invalid_parameter"],
    ["q=", "invalid_parameter"],
    ["sort=nope:asc", "invalid_sort"],
    ["cursor=zzz", "invalid_cursor"],
    ["count=all", "invalid_parameter"],
    ["updated_since=yesterday", "invalid_parameter"],
  ];
  for (const [query, code] of cases) {
    const reply = await door.call("ListTables", { query });
    assert.equal(reply.status, 400, query);
    assert.equal(reply.body.code, code, query);
  }
});
