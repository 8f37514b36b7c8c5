import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testSheets } from "../../testing/test-sheets.ts";

const { door, sheet } = await testSheets();

test("rows are filtered and sorted by when and by whom they were made and written", async () => {
  const s = await sheet([
    { name: "n", type: "number" },
    { name: "made", type: "created_at" },
    { name: "touched", type: "updated_at" },
    { name: "maker", type: "created_by" },
    { name: "toucher", type: "updated_by" },
  ]);
  const other = { ...s.caller, token_id: randomUUID() };
  const ids: string[] = [];
  for (const [n, caller] of [s.caller, other, s.caller].entries()) {
    const made = await door.call("CreateRow", { caller, path: s.path, body: { data: { n } } });
    ids.push((made.body as { id: string }).id);
  }
  const path = { ...s.path, row_id: ids[0] ?? "" };
  const changed = await door.call("UpdateRow", { caller: other, path, body: { data: { n: 10 } } });
  const list = async (query: Record<string, unknown>) => {
    const text = Object.entries(query).map(
      ([name, value]) =>
        `${name}=${encodeURIComponent(typeof value === "string" ? value : JSON.stringify(value))}`,
    );
    const reply = await door.call("ListRows", { caller: s.caller, path: s.path, query: text.join("&") });
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    return reply.body.rows.map((row: { data: { n: number } }) => row.data.n) as number[];
  };
  const by = (field: string, op: string, value?: unknown) =>
    list({ filter: { field, op, value }, sort: "made:asc" });
  assert.deepEqual(await by("maker", "eq", s.caller.token_id), [10, 2]);
  assert.deepEqual(await by("maker", "neq", s.caller.token_id), [1]);
  assert.deepEqual(await by("toucher", "in", [other.token_id]), [10, 1]);
  assert.deepEqual(await by("touched", "on_or_after", changed.body.updated_at), [10]);
  assert.deepEqual(await by("made", "within", { rel: "today" }), [10, 1, 2]);
  assert.deepEqual(await list({ sort: "touched:desc" }), [10, 2, 1]);
  assert.deepEqual((await list({ sort: "maker:asc,made:asc" })).length, 3);
  assert.deepEqual(await list({ sort: "made:desc", limit: "1" }), [2]);
});
