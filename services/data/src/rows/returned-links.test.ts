import assert from "node:assert/strict";
import { test } from "node:test";
import { linkedSheets } from "../testing/linked-sheets.ts";
import { promoteFrom } from "../testing/test-storage.ts";
import { testSheets } from "../testing/test-sheets.ts";
import { assertOk, rowOf } from "../testing/test-trash.ts";

const sheets = await testSheets();
const { door, database } = sheets;

/** A sheet whose relation is cleared by deletions, and the people that it names. */
async function linked(cardinality: "one" | "many") {
  const { s, person, remove } = await linkedSheets(sheets, cardinality, "clear");
  const [ada, bo, cy] = [await person("Ada"), await person("Bo"), await person("Cy")];
  const { relation } = (await s.shown("who")) as unknown as { relation: { table_id: string } };
  const restore = (row_id: string) =>
    door.call("UpdateRow", {
      caller: s.caller,
      path: { table_id: relation.table_id, row_id },
      body: { action: "restore" },
    });
  const made = async (who: unknown) => rowOf(door, s, (await s.row({ who })).body.id as string);
  return { s, ada, bo, cy, remove, restore, made };
}

for (const isGrown of [false, true])
  test(`a restored row is named again by the cells that its deletion cleared${isGrown ? ", in a grown table" : ""}`, async () => {
    for (const [cardinality, who] of [
      ["one", (ada: string) => ada],
      ["many", (ada: string, bo: string, cy: string) => [bo, ada, cy]],
    ] as const) {
      const { s, ada, bo, cy, remove, restore, made } = await linked(cardinality);
      const row = await made(who(ada, bo, cy));
      const other = await made(null);
      if (isGrown) await promoteFrom(database, 2);
      assertOk(await remove(ada));
      assert.notDeepEqual((await row.get())["who"], who(ada, bo, cy));
      const restored = await restore(ada);
      assertOk(restored);
      assert.deepEqual((await row.get())["who"], who(ada, bo, cy));
      assert.equal((await other.get())["who"], null);
      assertOk(await s.undo(restored));
      assert.deepEqual((await row.get())["who"], cardinality === "one" ? null : [bo, cy]);
      assertOk(await restore(ada));
      assert.deepEqual((await row.get())["who"], who(ada, bo, cy));
    }
  });

test("a cell that was edited since the deletion stays, and other cells of its row do not count", async () => {
  const one = await linked("one");
  const [edited, emptied, untouched] = [
    await one.made(one.ada),
    await one.made(one.ada),
    await one.made(one.ada),
  ];
  assertOk(await one.remove(one.ada));
  assertOk(await one.s.patch(edited.id, { who: one.bo }));
  assertOk(await one.s.patch(emptied.id, { who: one.bo }), await one.s.patch(emptied.id, { who: null }));
  assertOk(await one.s.patch(untouched.id, { n: "new" }));
  assertOk(await one.restore(one.ada));
  assert.deepEqual(
    [(await edited.get())["who"], (await emptied.get())["who"], (await untouched.get())["who"]],
    [one.bo, null, one.ada],
  );
  const many = await linked("many");
  const list = await many.made([many.ada, many.bo]);
  assertOk(await many.remove(many.ada));
  assertOk(await many.s.patch(list.id, { who: [many.bo, many.cy] }));
  assertOk(await many.restore(many.ada));
  assert.deepEqual((await list.get())["who"], [many.bo, many.cy]);
});

test("rows that are deleted and restored in any order all come back to a list", async () => {
  for (const order of ["ada bo", "bo ada"]) {
    const { ada, bo, cy, remove, restore, made } = await linked("many");
    const row = await made([ada, bo, cy]);
    assertOk(await remove(ada), await remove(bo));
    assert.deepEqual((await row.get())["who"], [cy]);
    for (const name of order.split(" ")) assertOk(await restore(name === "ada" ? ada : bo));
    assert.deepEqual(new Set((await row.get())["who"] as string[]), new Set([ada, bo, cy]));
  }
  const { ada, bo, remove, restore, made } = await linked("many");
  const row = await made([ada, bo]);
  assertOk(await remove(ada), await remove(bo));
  assert.equal((await row.get())["who"], null);
  assertOk(await restore(ada));
  assert.deepEqual((await row.get())["who"], [ada]);
  assertOk(await restore(bo));
  assert.deepEqual(new Set((await row.get())["who"] as string[]), new Set([ada, bo]));
});

test("nothing comes back to a column that is gone, a newer one of its name, or a deleted row", async () => {
  const { s, ada, remove, restore, made } = await linked("one");
  const row = await made(ada);
  const dropped = await made(ada);
  const { relation } = (await s.shown("who")) as unknown as { relation: object };
  assertOk(await remove(ada), await dropped.drop());
  assertOk(await s.remove("who"), await s.create({ name: "who", type: "relation", relation }));
  assertOk(await restore(ada));
  assert.equal((await row.get())["who"], null);
});
