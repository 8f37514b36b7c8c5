import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { sheetOf, testSheets } from "../testing/test-sheets.ts";

const { door } = await testSheets();

/** A table with the column that others show its rows by, and one whose rows relate to them in both ways. */
async function shownBy(column: { name: string; type: string }, more: object[] = [], caller = testCaller()) {
  const create = async (display_name: string, columns: object[]) => {
    const made = await door.call("CreateTable", { caller, body: { display_name, columns } });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    return sheetOf(door, caller, made.body.id);
  };
  const things = await create("Things", [...more, column]);
  const relation = { ...things.path, display_column: column.name };
  const orders = await create("Orders", [
    { name: "one", type: "relation", relation },
    { name: "many", type: "relation", relation: { ...relation, cardinality: "many" } },
  ]);
  return { things, orders };
}

test("relations whose display column the service keeps are texts with its instant or the id of its person", async () => {
  for (const type of ["created_at", "updated_at", "created_by", "updated_by"]) {
    const { things, orders } = await shownBy({ name: "kept", type });
    const [first, second] = [(await things.row({})).body, (await things.row({})).body];
    await orders.row({ one: first.id, many: [second.id, first.id] });
    assert.equal((await things.remove("kept", { query: "force=true" })).status, 200);
    const shown = (row: typeof first) =>
      (type.endsWith("_by") ? row.created_by.id : row.created_at) as string;
    assert.deepEqual(await orders.cells("one"), [shown(first)], type);
    assert.deepEqual(await orders.cells("many"), [`${shown(second)}, ${shown(first)}`], type);
  }
});
