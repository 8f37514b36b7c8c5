import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testRows } from "../testing/test-rows.ts";

const { caller, create, door, get, patch, stored, table, tableId } = await testRows();

test("rows of one table that are read one after the other are each shown as themselves", async () => {
  const titles = ["first", "second", "third"];
  const rows = [];
  for (const title of titles) rows.push((await create({ title })).body);
  for (const row of rows) assert.deepEqual((await get(row.id)).body, row);
  assert.deepEqual(
    rows.map(({ data }) => data.title),
    titles,
  );
  assert.equal((await get(randomUUID())).status, 404);
});

test("If-None-Match spares a row that is known", async () => {
  const { id } = (await create({ title: "a" })).body;
  const known = await get(id, { "if-none-match": '"1"' });
  assert.deepEqual([known.status, known.body, known.headers.etag], [304, undefined, '"1"']);
  assert.equal((await get(id, { "if-none-match": '"2"' })).status, 200);
});

test("a row that shows another set of columns since its last write is told whole, whatever version is known", async () => {
  const { id } = (await create({ title: "a" })).body;
  const path = { table_id: tableId };
  const added = await door.call("CreateColumn", { caller, path, body: { name: "later", type: "text" } });
  assert.equal(added.status, 201);
  const known = await get(id, { "if-none-match": '"1"' });
  assert.deepEqual([known.status, known.body?.data.later], [200, null]);
  assert.equal((await patch(id, { data: { size: 1 } })).status, 200);
  assert.equal((await get(id, { "if-none-match": '"2"' })).status, 304);
  const column = { table_id: tableId, column_id: added.body.id };
  assert.equal((await door.call("DeleteColumn", { caller, path: column })).status, 200);
  assert.equal("later" in (await get(id, { "if-none-match": '"2"' })).body.data, false);
});

test("rows of tables with different formulas, and with none, are each computed by their own", async () => {
  const shown = [];
  for (const formulas of [["{size} + 1"], ['"x"', "{size} * 2"], []]) {
    const columns = formulas.map((formula, n) => ({ name: `f${n}`, type: "formula", formula }));
    const owner = testCaller();
    const path = { table_id: await table(owner, [{ name: "size", type: "integer" }, ...columns]) };
    const made = await door.call("CreateRow", { caller: owner, path, body: { data: { size: 2 } } });
    const one = { caller: owner, path: { ...path, row_id: made.body.id }, query: "computed=1" };
    for (const { status, body } of [await door.call("GetRow", one), await door.call("GetRow", one)])
      shown.push([status, body.computed]);
  }
  const expected = [{ f0: 3 }, { f0: "x", f1: 4 }, {}];
  assert.deepEqual(
    shown,
    expected.flatMap((computed) => [
      [200, computed],
      [200, computed],
    ]),
  );
});

test("another team's table and rows are absent for every rpc, and nothing of them moves", async () => {
  const { id } = (await create({ title: "mine" })).body;
  const before = await stored(caller.team_id);
  const stranger = testCaller();
  const own = await table(stranger, [{ name: "title", type: "text" }]);
  const answers = [];
  for (const [tableKey, rowId] of [
    [tableId, id],
    ["things", id],
    [own, id],
    [own, randomUUID()],
    [randomUUID(), randomUUID()],
    [own, "nope"],
    [own, "0"],
  ]) {
    const path = { table_id: tableKey ?? "", row_id: rowId ?? "" };
    const asked = { caller: stranger, path, headers: { "x-request-id": "r" } };
    answers.push(
      await door.call("GetRow", asked),
      await door.call("UpdateRow", { ...asked, body: { data: { title: "stolen" } } }),
      await door.call("UpdateRow", { ...asked, body: { action: "restore" } }),
      await door.call("DeleteRow", asked),
    );
  }
  answers.push(
    await door.call("CreateRow", {
      caller: stranger,
      path: { table_id: tableId },
      body: { data: { title: "x" } },
      headers: { "x-request-id": "r" },
    }),
  );
  answers.push(
    await door.call("ListRows", {
      caller: stranger,
      path: { table_id: tableId },
      headers: { "x-request-id": "r" },
    }),
  );
  for (const reply of answers) assert.equal(reply.status, 404);
  assert.equal(new Set(answers.map((reply) => JSON.stringify(reply.body))).size, 1);
  assert.deepEqual(await stored(caller.team_id), before);
});

test("a token needs the scope of what it does", async () => {
  const { id } = (await create({ title: "a" })).body;
  const path = { table_id: tableId, row_id: id };
  const only = (action: "read" | "write" | "delete") => ({
    ...caller,
    scopes: [{ resource: "tables", actions: [action] }],
  });
  const writer = { caller: only("write"), path };
  assert.equal((await door.call("GetRow", writer)).status, 403);
  assert.equal((await door.call("DeleteRow", writer)).status, 403);
  assert.equal((await door.call("UpdateRow", { ...writer, body: { data: {} } })).status, 200);
  assert.equal(
    (await door.call("CreateRow", { caller: only("read"), path, body: { data: { title: "x" } } })).status,
    403,
  );
  assert.equal(
    (await door.call("UpdateRow", { caller: only("delete"), path, body: { action: "restore" } })).status,
    403,
  );
});
