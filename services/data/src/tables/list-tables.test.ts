import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testData } from "../testing/test-data.ts";

const { door } = await testData();

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
  const own = encodeURIComponent('{"field":"system","op":"eq","value":false}');
  assert.deepEqual(await names(`filter=${own}&sort=name:asc`), ["alpha", "beta", "gamma"]);
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

test("a list takes no parameter it does not know and no value it does not understand", async () => {
  const cases: [query: string, code: string][] = [
    ["colour=red", "unknown_parameter"],
    ["filter={}", "invalid_filter"],
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
