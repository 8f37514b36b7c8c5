import assert from "node:assert/strict";
import { test } from "node:test";
import { linkedSheets } from "../../testing/linked-sheets.ts";
import { refusal, testSheets } from "../../testing/test-sheets.ts";
import { assertOk, rowOf } from "../../testing/test-trash.ts";

const sheets = await testSheets();
const { door } = sheets;

const cases = [
  ["one", "clear"],
  ["many", "clear"],
  ["one", "keep"],
  ["many", "keep"],
] as const;

/** A row of the sheet that names Ada, and what is done to both. */
async function linkedRow(cardinality: "one" | "many", onDelete: "keep" | "clear") {
  const { s, made, remove } = await linkedSheets(sheets, cardinality, onDelete);
  const ada = await made("Ada");
  const link = cardinality === "one" ? ada.body.id : [ada.body.id];
  const row = rowOf(door, s, (await s.row({ who: link })).body.id);
  return { s, row, link, removeAda: () => remove(ada.body.id) };
}

test("a link that a deleted row holds comes back with its relation, though its target has been deleted too", async () => {
  for (const [cardinality, onDelete] of cases)
    for (const change of ["retyped", "removed"])
      for (const order of ["before", "after"]) {
        const { s, row, link, removeAda } = await linkedRow(cardinality, onDelete);
        const dropped = await row.drop();
        const gone = order === "before" ? [await removeAda()] : [];
        const changed =
          change === "removed" ? await s.remove("who") : await s.update("who", { type: "text" });
        if (order === "after") gone.push(await removeAda());
        assertOk(dropped, ...gone, changed, await s.undo(changed));
        assert.deepEqual((await row.get())["who"], link, `${cardinality} ${onDelete} ${change} ${order}`);
        for (const each of [...gone, dropped]) assertOk(await s.undo(each));
        assert.deepEqual(await s.cells("who"), [link]);
      }
});

test("an undone restoring gives a row that is deleted again the link that restoring cleared", async () => {
  for (const cardinality of ["one", "many"] as const) {
    const { s, row, link, removeAda } = await linkedRow(cardinality, "clear");
    const dropped = await row.drop();
    const gone = await removeAda();
    const restored = await row.restore();
    assertOk(dropped, gone, restored);
    assert.equal(restored.body.data.who, null);
    assertOk(await s.undo(restored));
    assert.deepEqual((await row.get())["who"], link);
    assertOk(await s.undo(gone), await row.restore());
    assert.deepEqual(await s.cells("who"), [link]);
  }
});

test("a kept link to a row that was deleted before a change comes back with it, one to a row that is deleted since does not", async () => {
  const { s, link, removeAda } = await linkedRow("many", "keep");
  const before = await s.update("who", { type: "text" });
  assertOk(before, await s.undo(before), await removeAda());
  for (const change of [() => s.update("who", { type: "text" }), () => s.remove("who")]) {
    const changed = await change();
    assertOk(changed, await s.undo(changed));
    assert.deepEqual(await s.cells("who"), [link]);
  }
  const other = await linkedRow("many", "keep");
  const cleared = await other.s.patch(other.row.id, { who: null });
  assertOk(cleared, await other.removeAda());
  assert.deepEqual(refusal(await other.s.undo(cleared)), [409, "changeset_conflict"]);
});
