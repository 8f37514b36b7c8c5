import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { testData } from "../../testing/test-data.ts";
import { quietLogger, withWorker } from "../../testing/test-storage.ts";
import { type TestWish, wishedIndexes, wishingTable } from "../../testing/wishing.ts";
import { IndexMaker } from "./indexes.ts";

const data = await testData();
const { database, door } = data;
const options = { options: ["won", "lost"].map((value) => ({ value })) };
const long = () => randomBytes(4_000).toString("base64url");

const wishing = (columns: Record<string, unknown>[], wishes: TestWish[]) =>
  wishingTable(data, columns, wishes);
const indexesOf = (tableId: string) => wishedIndexes(database, tableId);

const columnsOf = async ({ caller, tableId }: Awaited<ReturnType<typeof wishing>>) => {
  const { body } = await door.call("GetTable", { caller, path: { table_id: tableId } });
  return (body as { columns: { id: string; name: string }[] }).columns;
};

const makeOnce = () => withWorker(database, (session) => new IndexMaker(quietLogger).serve(session));

test("whatever a column was when its indexes were made, as a text it takes long texts at once", async () => {
  const types = [
    { name: "choice", type: "select", options },
    { name: "day", type: "date" },
    { name: "moment", type: "datetime" },
    { name: "size", type: "number" },
    { name: "is_open", type: "boolean" },
    { name: "mail", type: "email" },
    { name: "who", type: "user" },
  ];
  for (const column of types) {
    const wished = await wishing(
      [column],
      [
        [column.name, "sort"],
        [column.name, "match"],
      ],
    );
    await makeOnce();
    assert.equal((await indexesOf(wished.tableId)).length, 2, column.type);
    const { caller, tableId } = wished;
    const path = { table_id: tableId };
    const [{ id } = { id: "" }] = await columnsOf(wished);
    const changed = await door.call("UpdateColumn", {
      caller,
      path: { ...path, column_id: id },
      body: { type: "text" },
    });
    assert.equal(changed.status, 200, column.type);
    const created = await door.call("CreateRow", { caller, path, body: { data: { [column.name]: long() } } });
    assert.equal(created.status, 201, column.type);
  }
});

test("a column of the name of a deleted one takes what its own type allows", async () => {
  const cases = [
    { was: { type: "date" }, kind: "sort", becomes: "long_text", cell: long() },
    { was: { type: "multi_select", options }, kind: "members", becomes: "json", cell: [long(), "short"] },
  ];
  for (const { was, kind, becomes, cell } of cases) {
    const columns = [
      { name: "day", ...was },
      { name: "kept", type: "text" },
    ];
    const wished = await wishing(columns, [["day", kind]]);
    await makeOnce();
    const { caller, tableId } = wished;
    assert.equal((await indexesOf(tableId)).length, 1, kind);
    const path = { table_id: tableId };
    const id = (await columnsOf(wished)).find(({ name }) => name === "day")?.id ?? "";
    assert.equal((await door.call("DeleteColumn", { caller, path: { ...path, column_id: id } })).status, 200);
    const body = { name: "day", display_name: "Day", type: becomes };
    assert.equal((await door.call("CreateColumn", { caller, path, body })).status, 201);
    const made = await door.call("CreateRow", { caller, path, body: { data: { day: cell } } });
    assert.equal(made.status, 201, becomes);
  }
});

test("the indexes of a changed column are built again without another wish, and those that no longer fit are skipped", async () => {
  const wished = await wishing(
    [
      { name: "size", type: "number" },
      { name: "note", type: "text" },
      { name: "gone", type: "number" },
    ],
    [
      ["size", "sort"],
      ["note", "contains"],
      ["gone", "match"],
    ],
  );
  const { caller, tableId } = wished;
  const path = { table_id: tableId };
  await withWorker(database, async (session) => {
    const maker = new IndexMaker(quietLogger);
    await maker.serve(session);
    const made = await indexesOf(tableId);
    assert.equal(made.length, 3);
    const columns = new Map((await columnsOf(wished)).map(({ name, id }) => [name, id]));
    for (const [name, type] of [
      ["size", "text"],
      ["note", "number"],
    ]) {
      const column = { ...path, column_id: columns.get(name ?? "") ?? "" };
      assert.equal((await door.call("UpdateColumn", { caller, path: column, body: { type } })).status, 200);
    }
    const gone = { ...path, column_id: columns.get("gone") ?? "" };
    assert.equal((await door.call("DeleteColumn", { caller, path: gone })).status, 200);
    await maker.serve(session);
    const [index, ...others] = await indexesOf(tableId);
    assert.match(index ?? "", /text_left\(platform\.jsonb_text\(data, 'size'/);
    assert.deepEqual(others, []);
  });
});
