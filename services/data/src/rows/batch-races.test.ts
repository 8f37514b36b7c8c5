import assert from "node:assert/strict";
import { test } from "node:test";
import { lockWaits, whileHeld } from "../testing/lock-waits.ts";
import { testSheets } from "../testing/test-sheets.ts";

const { database, door, sheet } = await testSheets();

/** A table of wares, each with its row, and batches over them. */
async function stock(...skus: string[]) {
  const s = await sheet([
    { name: "sku", type: "text", unique: true },
    { name: "title", type: "text" },
  ]);
  const rows: string[] = [];
  for (const sku of skus) rows.push((await s.row({ sku })).body.id);
  const batch = (rows: object[], more: object = {}) =>
    door.call("BatchRows", {
      caller: s.caller,
      path: s.path,
      body: { rows: rows.map((data) => ({ data })), ...more },
    });
  return { ...s, rows, batch };
}

for (const atomic of [true, false]) {
  test(`an upsert that waited for a row which lost the key stores the key anew (atomic ${atomic})`, async () => {
    const s = await stock("a", "b");
    const [row = ""] = s.rows;
    const [renamed, upserted] = await whileHeld(database, row, async () => {
      const rename = s.patch(row, { sku: "z" });
      await lockWaits(database, 1);
      const upsert = s.batch([{ sku: "a", title: "new" }, { sku: "b" }], { upsert_on: "sku", atomic });
      await lockWaits(database, 2);
      return [rename, upsert];
    });
    assert.deepEqual([renamed?.status, upserted?.status], [200, 200], JSON.stringify(upserted?.body));
    assert.notEqual(upserted?.body.rows[0].id, row);
    assert.deepEqual(await s.cells("sku"), ["z", "b", "a"]);
    assert.deepEqual(await s.cells("title"), [null, null, "new"]);
  });
}
