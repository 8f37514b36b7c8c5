import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestReply } from "@jst/testing";
import { testSheets } from "../../testing/test-sheets.ts";
import { assertOk, fillTrash, MANY, rowOf } from "../../testing/test-trash.ts";

const { sheet, database, door } = await testSheets();

/**
 * Makes a sheet of one row among deleted ones. Its column of texts is removed, and a column of integers has the name
 * meanwhile and is removed when the row is deleted.
 */
async function replaced(deletedRows: number, cells: object) {
  const s = await sheet([{ name: "a", type: "text" }]);
  const row = rowOf(door, s, (await s.row(cells)).body.id as string);
  await fillTrash(database, s, deletedRows, { a: "z" });
  const patch = (data: object) => s.patch(row.id, data);
  const replace = async () => {
    const texts = await s.remove("a");
    assertOk(texts, await s.create({ name: "a", type: "integer" }), await patch({ a: 5 }), await row.drop());
    const integers = await s.remove("a");
    assertOk(integers);
    return { texts, integers };
  };
  /** Returns the cells of the restored row, and those of the integers when their column is back. */
  const outcome = async ({ integers }: { integers: TestReply }) => {
    assertOk(await row.restore());
    const now = await row.get();
    assertOk(await s.remove("a"), await s.undo(integers));
    return [now, await row.get()];
  };
  return { ...s, ...row, patch, replace, outcome };
}

/** How many deleted rows there are: none that are left as they are, and too many to be changed with their columns. */
const amounts = { few: 1, "too many to be changed with columns": MANY };

for (const [which, amount] of Object.entries(amounts)) {
  test(`among ${which} deleted rows a column comes back past what one held of another, and with its cell`, async () => {
    const s = await replaced(amount, { a: "x" });
    const columns = await s.replace();
    assertOk(await s.undo(columns.texts));
    assert.deepEqual(await s.outcome(columns), [{ a: "x" }, { a: 5 }]);
  });

  test(`among ${which} deleted rows one gets back a cell that was taken from it before its column came back`, async () => {
    const s = await replaced(amount, { a: "x" });
    const emptied = await s.patch({ a: null });
    const columns = await s.replace();
    assertOk(await s.undo(columns.texts), await s.undo(emptied));
    assert.deepEqual(await s.outcome(columns), [{ a: "x" }, { a: 5 }]);
  });

  test(`among ${which} deleted rows nothing is taken back of a cell that is as it was before`, async () => {
    const s = await replaced(amount, {});
    const wrote = await s.patch({ a: "x" });
    assertOk(await s.patch({ a: null }));
    const columns = await s.replace();
    assertOk(await s.undo(columns.texts), await s.undo(wrote));
    assert.deepEqual(await s.outcome(columns), [{ a: null }, { a: 5 }]);
  });
}
