import assert from "node:assert/strict";
import { test } from "node:test";
import { withClient } from "@jst/testing";
import { testSheets } from "../../testing/test-sheets.ts";
import { holdsSameCells } from "./rewrite-limit.ts";

const { sheet, database } = await testSheets();

test("more cells than one request can rewrite are refused before the first; what rewrites none is done", async () => {
  const choices = (...values: string[]) => ({ options: { options: values.map((value) => ({ value })) } });
  const s = await sheet([
    { name: "a", type: "number" },
    { name: "b", type: "text" },
    { name: "c", type: "select", ...choices("x") },
  ]);
  await withClient(database.superuserUrl, async (client) => {
    await client.query("set session_replication_role = replica");
    await client.query(
      `insert into data.rows (team_id, table_id, data, created_by_type)
       select $1, $2, '{"a": 1, "b": "t", "c": "x"}', 'service' from generate_series(1, 100001)`,
      [s.caller.team_id, s.path.table_id],
    );
  });
  for (const refused of [
    await s.update("a", { type: "text" }),
    await s.create({ name: "d", type: "integer", default: 1 }),
    await s.create({ name: "e", type: "autonumber" }),
    await s.remove("a"),
  ])
    assert.deepEqual([refused.status, refused.body.code], [422, "limit_reached"]);
  assert.equal((await s.update("b", { type: "long_text" })).status, 200);
  assert.equal((await s.update("c", choices("x", "y"))).status, 200);
  assert.equal((await s.create({ name: "f", type: "integer" })).status, 201);
  assert.equal((await s.remove("f")).status, 200);
});

test("no cell is looked at where every one still fits", () => {
  const select = (...values: string[]) => ({
    type: "select" as const,
    options: { options: values.map((value) => ({ value, label: value })) },
  });
  assert.equal(holdsSameCells(select("a", "b"), select("b", "c", "a")), true);
  assert.equal(holdsSameCells(select("a", "b"), select("b")), false);
  assert.equal(holdsSameCells({ type: "text", options: {} }, { type: "long_text", options: {} }), true);
  assert.equal(holdsSameCells({ type: "text", options: {} }, { type: "email", options: {} }), false);
  assert.equal(
    holdsSameCells({ type: "rating", options: { max: 5 } }, { type: "rating", options: { max: 3 } }),
    false,
  );
  const currency = (code: string) => ({ type: "currency" as const, options: { currency: code } });
  assert.equal(holdsSameCells(currency("EUR"), currency("EUR")), true);
});
