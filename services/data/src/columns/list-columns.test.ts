import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { refusal, testSheets } from "../testing/test-sheets.ts";

const { door, sheet } = await testSheets();

test("columns are listed by position, in pages", async () => {
  const s = await sheet([
    { name: "b", type: "text" },
    { name: "a", type: "text" },
    { name: "c", type: "text" },
  ]);
  const first = await door.call("ListColumns", { caller: s.caller, path: s.path, query: "limit=2" });
  const rest = await door.call("ListColumns", { ...s, query: `limit=2&cursor=${first.body.next_cursor}` });
  const names = [first, rest].flatMap((reply) =>
    reply.body.columns.map((each: { name: string }) => each.name),
  );
  assert.deepEqual([names, first.body.has_more, rest.body.has_more], [["b", "a", "c"], true, false]);
});

test("columns are found, filtered and sorted by what they are", async () => {
  const s = await sheet([
    { name: "b", display_name: "Bee", type: "text", required: true },
    { name: "a", type: "number" },
    { name: "c", type: "text", unique: true },
  ]);
  const names = async (query: string) => {
    const reply = await door.call("ListColumns", { caller: s.caller, path: s.path, query });
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    return reply.body.columns.map((each: { name: string }) => each.name).join("");
  };
  const filter = (node: object) => `filter=${encodeURIComponent(JSON.stringify(node))}`;
  assert.equal(await names(filter({ field: "type", op: "eq", value: "text" })), "bc");
  assert.equal(await names(filter({ field: "unique", op: "eq", value: true })), "c");
  assert.equal(await names("q=BEE"), "b");
  assert.equal(await names("sort=type:asc,name:desc"), "acb");
  assert.equal(await names("updated_since=2999-01-01T00:00:00Z"), "");
  const bad = await door.call("ListColumns", { ...s, query: filter({ field: "options", op: "empty" }) });
  assert.deepEqual(refusal(bad), [400, "invalid_filter"]);
});

test("a position is filtered by any number, whole or not and of any size", async () => {
  const s = await sheet([
    { name: "a", type: "text" },
    { name: "b", type: "text" },
  ]);
  const { body } = await door.call("ListColumns", { caller: s.caller, path: s.path });
  const [first = 0, second = 0]: number[] = body.columns.map((each: { position: number }) => each.position);
  const names = async (op: string, value: unknown) => {
    const query = `filter=${encodeURIComponent(JSON.stringify({ field: "position", op, value }))}`;
    const reply = await door.call("ListColumns", { caller: s.caller, path: s.path, query });
    if (reply.status !== 200) return refusal(reply);
    return reply.body.columns.map((each: { name: string }) => each.name).join("");
  };
  const cases: [op: string, value: unknown, expected: string][] = [
    ["eq", first, "a"],
    ["in", [second, 1e300, -0.5], "b"],
    ["gt", (first + second) / 2, "b"],
    ["eq", first + 0.5, ""],
    ["lt", 1e12, "ab"],
    ["gte", -3e9, "ab"],
    ["between", [-1e300, 1e300], "ab"],
    ["neq", 1.5e308, "ab"],
  ];
  for (const [op, value, expected] of cases)
    assert.equal(await names(op, value), expected, `${op} ${JSON.stringify(value)}`);
});

test("another team's columns do not exist", async () => {
  const s = await sheet([{ name: "a", type: "text" }]);
  const caller = testCaller();
  const path = { ...s.path, column_id: await s.column("a") };
  const replies = [
    await door.call("ListColumns", { caller, path: s.path }),
    await door.call("CreateColumn", { caller, path: s.path, body: { name: "b", type: "text" } }),
    await door.call("UpdateColumn", { caller, path, body: { display_name: "B" } }),
    await door.call("DeleteColumn", { caller, path }),
  ];
  for (const reply of replies) assert.deepEqual(refusal(reply), [404, "not_found"]);
});
