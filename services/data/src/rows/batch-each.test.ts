import assert from "node:assert/strict";
import { test } from "node:test";
import { testSheets } from "../testing/test-sheets.ts";

const { door, sheet } = await testSheets();

/** Wares with one row, whose table has had its second column, a unique one, added since; and what a batch makes of each row. */
async function stock() {
  const s = await sheet([{ name: "sku", type: "text", unique: true }], [{ sku: "held" }]);
  assert.equal((await s.create({ name: "code", type: "text", unique: true })).status, 201);
  return async (...rows: object[]): Promise<string[]> => {
    const body = { rows: rows.map((data) => ({ data })), atomic: false };
    const reply = await door.call("BatchRows", { caller: s.caller, path: s.path, body });
    return reply.body.rows.map(
      (row: { data?: { sku: string }; error?: { code: string; errors: { field: string }[] } }) =>
        row.data?.sku ?? `${row.error?.code} ${row.error?.errors.map(({ field }) => field).join()}`,
    );
  };
}

test("with atomic=false a column that was added after the last write is known", async () => {
  const outcomes = await stock();
  assert.deepEqual(await outcomes({ sku: "b", code: "c" }), ["b"]);
});

test("with atomic=false a row that is refused takes no value from one that fits", async () => {
  const outcomes = await stock();
  assert.deepEqual(
    await outcomes(
      { sku: "held", code: "c" },
      { sku: "fits", code: "c" },
      { sku: "fits", code: "d" },
      { sku: "last", code: "d" },
    ),
    ["unique_violation rows.0.data.sku", "fits", "validation_failed rows.2.data.sku", "last"],
  );
});
