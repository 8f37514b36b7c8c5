import type { Caller } from "@jst/caller";
import { human, signedIn } from "@jst/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { testRows } from "../../testing/test-rows.ts";

const { door, caller, tableId } = await testRows();
const admin = human(caller.team_id, "admin");
const member: Caller = { ...human(caller.team_id, "member"), team: caller.team };
const session = signedIn(member);
const table = { table_id: tableId };

interface Written {
  path?: Record<string, string>;
  query?: string;
  body?: unknown;
}

/** A write of the member who is signed in, and the changeset that it made. */
async function written(method: string, call: Written) {
  const reply = await door.call(method, { caller: session, ...call });
  assert.ok(reply.status < 300 && reply.status !== 202, JSON.stringify(reply.body));
  return {
    id: String((reply.body as { id?: string }).id),
    path: { changeset_id: reply.headers["x-changeset-id"] ?? "" },
  };
}

/** Everything that the table holds. */
async function state(): Promise<string> {
  const [columns, rows, tables] = await Promise.all([
    door.call("ListColumns", { caller, path: table }),
    door.call("ListRows", { caller, path: table }),
    door.call("ListTables", { caller }),
  ]);
  const ids = (list: { id: string }[]) => list.map(({ id }) => id).sort();
  const data = (rows.body.rows as { id: string; data: unknown }[]).map((row) => [row.id, row.data]).sort();
  return JSON.stringify([ids(columns.body.columns), data, ids(tables.body.tables)]);
}

const writes: [name: string, write: () => Promise<{ path: { changeset_id: string } }>][] = [
  ["a row", () => written("CreateRow", { path: table, body: { data: { title: "a", size: 1 } } })],
  [
    "a batch",
    () =>
      written("BatchRows", {
        path: table,
        body: { rows: [{ data: { title: "b" } }, { data: { title: "c" } }] },
      }),
  ],
  ["a column", () => written("CreateColumn", { path: table, body: { name: "own", type: "text" } })],
  ["a table", () => written("CreateTable", { body: { display_name: "Own" } })],
];

test("a proposed own undo of rows, columns and tables changes nothing, and its approval takes back what a member made", async () => {
  for (const [name, write] of writes) {
    const before = await state();
    const { path } = await write();
    const made = await state();
    assert.notEqual(made, before, name);
    const proposed = await door.call("UndoChangeset", { caller: member, path });
    assert.equal(proposed.status, 202, `${name}: ${JSON.stringify(proposed.body)}`);
    assert.equal(await state(), made, name);
    const own = { changeset_id: (proposed.body as { changeset_id: string }).changeset_id };
    const approved = await door.call("ApproveChangeset", { caller: admin, path: own });
    assert.equal(approved.status, 200, `${name}: ${JSON.stringify(approved.body)}`);
    assert.equal(await state(), before, name);
  }
});

test("what a member deleted comes back at once by the member's session, and by approval with a token", async () => {
  const { id } = await written("CreateRow", { path: table, body: { data: { title: "d" } } });
  const { id: column } = await written("CreateColumn", { path: table, body: { name: "kept", type: "text" } });
  await written("UpdateRow", { path: { ...table, row_id: id }, body: { data: { kept: "x" } } });
  const whole = await state();
  const deletions = [
    () => written("DeleteRow", { path: { ...table, row_id: id } }),
    () => written("DeleteColumn", { path: { ...table, column_id: column }, query: "force=true" }),
  ];
  for (const remove of deletions) {
    const { path } = await remove();
    assert.equal((await door.call("UndoChangeset", { caller: session, path })).status, 200);
    assert.equal(await state(), whole);
    const again = await remove();
    const proposed = await door.call("UndoChangeset", { caller: member, path: again.path });
    assert.equal(proposed.status, 202, JSON.stringify(proposed.body));
    const own = { changeset_id: (proposed.body as { changeset_id: string }).changeset_id };
    assert.equal((await door.call("ApproveChangeset", { caller: admin, path: own })).status, 200);
    assert.equal(await state(), whole);
  }
});
