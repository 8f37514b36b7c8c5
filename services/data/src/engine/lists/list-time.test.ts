import assert from "node:assert/strict";
import { test } from "node:test";
import { teamContext, testCaller, until, withClient } from "@jst/testing";
import { testData } from "../../testing/test-data.ts";
import { listTime } from "./list-time.ts";

const { database, door, table } = await testData({ lookingMs: 300 });

const caller = testCaller();
const columns = [
  { name: "a", type: "text" },
  { name: "f", type: "formula", formula: "LEN({a})" },
];
const path = { table_id: await table(caller, columns) };
const made = await door.call("CreateRow", { caller, path, body: { data: { a: "text" } } });
assert.equal(made.status, 201);

const list = (filter: unknown, more = "") =>
  door.call("ListRows", {
    caller,
    path,
    query: `filter=${encodeURIComponent(JSON.stringify(filter))}${more}`,
  });

const text = { field: "a", op: "contains", value: "ex" };
const formula = { field: "f", op: "gt", value: 1 };

test("a search whose statement runs too long is told what to do, with formulas that decide its rows or without", async () => {
  const searches = [
    () => list(text),
    () => list({ and: [text, formula] }),
    () => list(formula, "&q=ex"),
    () => list(text, "&sort=f:asc"),
  ];
  for (const search of searches) {
    // The texts of the table are measured, and nobody waits for that below.
    await until(
      "it is answered in time",
      60_000,
      async () => (await search()).body.rows?.length === 1 || undefined,
    );
    await withClient(database.superuserUrl, async (holder) => {
      await holder.query("begin");
      await holder.query("lock table data.rows in access exclusive mode");
      const { status, body } = await search();
      assert.deepEqual([status, body.code, body.position], [400, "invalid_filter", "$"]);
      assert.match(
        body.detail,
        /takes longer than 0\.3 seconds\. Search for fewer texts \(1 in (filter|q)\)/,
      );
      await holder.query("commit");
    });
  }
});

test("waits and reads of a list end before the time of its request, and before the gateway gives it up", () => {
  const leftOf = (timeoutMs: number) => {
    const call = { context: teamContext({ timeoutMs }), deps: { lookingMs: 300 } };
    return listTime(call, []).leftMs();
  };
  assert.ok(leftOf(30_000) <= 28_000);
  assert.ok(leftOf(5_000) <= 5_000);
  assert.equal(leftOf(0), 1);
});
