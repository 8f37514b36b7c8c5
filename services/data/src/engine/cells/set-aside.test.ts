import assert from "node:assert/strict";
import { test } from "node:test";
import { type TestReply, withClient } from "@jst/testing";
import { refusal, testSheets } from "../../testing/test-sheets.ts";
import { assertOk, fillTrash, MANY, rowOf } from "../../testing/test-trash.ts";

const { sheet, database, door } = await testSheets();
type Sheet = Awaited<ReturnType<typeof sheet>>;

const select = (...values: string[]) => ({
  type: "select",
  options: { options: values.map((value) => ({ value })) },
});

/** A sheet of one live row, one deleted row with these cells, and many more deleted ones. */
async function trashed(columns: Record<string, unknown>[], cells: Record<string, unknown>, many = MANY) {
  const s = await sheet(columns);
  const made = await s.row(cells);
  assertOk(made);
  const row = rowOf(door, s, made.body.id as string);
  const dropped = await row.drop();
  assertOk(dropped);
  await fillTrash(database, s, many, cells);
  return { ...s, ...row, dropped };
}

test("a table of 100,001 deleted rows loses, retypes, fills and numbers columns; a row that is restored has today's cells", async () => {
  const s = await trashed(
    [
      { name: "a", type: "number" },
      { name: "b", type: "number" },
      { name: "c", type: "text" },
    ],
    { a: 1, b: 2 },
    100_001,
  );
  assertOk(
    await s.update("a", { type: "text" }),
    await s.remove("b"),
    await s.create({ name: "b", type: "number" }),
    await s.update("c", { required: true, default: "x" }),
    await s.create({ name: "d", type: "integer", default: 7 }),
    await s.create({ name: "e", type: "autonumber" }),
  );
  const restored = await s.restore();
  assertOk(restored);
  assert.deepEqual(restored.body.data, { a: "1", b: null, c: "x", d: 7, e: 1 });
});

/** How a deleted row becomes active. */
const revivals: Record<
  string,
  (s: Sheet & { restore: () => Promise<TestReply>; dropped: TestReply }) => Promise<TestReply>
> = {
  "it is restored": (s) => s.restore(),
  "its deletion is undone": (s) => s.undo(s.dropped),
};

/** Changes of the column `a`, with cells before and after. */
const changes: [
  what: string,
  column: object,
  cell: unknown,
  change: (s: Sheet) => Promise<TestReply[]>,
  after: unknown,
][] = [
  ["deleted", { type: "text" }, "x", async (s) => [await s.remove("a")], undefined],
  [
    "deleted and made anew",
    { type: "text" },
    "x",
    async (s) => [await s.remove("a"), await s.create({ name: "a", type: "text" })],
    null,
  ],
  [
    "deleted and made anew with a default",
    { type: "text" },
    "x",
    async (s) => [await s.remove("a"), await s.create({ name: "a", type: "integer", default: 4 })],
    4,
  ],
  ["of another type", { type: "number" }, 1.5, async (s) => [await s.update("a", { type: "text" })], "1.5"],
  [
    "of a type that the cell does not fit",
    { type: "text" },
    "x",
    async (s) => [await s.update("a", { type: "number" })],
    null,
  ],
  [
    "of a narrower type",
    { type: "number" },
    12,
    async (s) => [await s.update("a", { type: "rating" })],
    null,
  ],
  ["without the choice", select("x", "y"), "x", async (s) => [await s.update("a", select("y"))], null],
  ["without another choice", select("x", "y"), "x", async (s) => [await s.update("a", select("x"))], "x"],
  ["unique", { type: "text" }, "x", async (s) => [await s.update("a", { unique: true })], "x"],
  [
    "of two other types in turn",
    { type: "number" },
    5,
    async (s) => [await s.update("a", { type: "text" }), await s.update("a", { type: "integer" })],
    5,
  ],
  [
    "deleted, which is undone",
    { type: "text" },
    "x",
    async (s) => {
      const removed = await s.remove("a");
      return [removed, await s.undo(removed)];
    },
    "x",
  ],
  [
    "of another type, which is undone",
    { type: "text" },
    "x",
    async (s) => {
      const changed = await s.update("a", { type: "number" });
      return [changed, await s.undo(changed)];
    },
    "x",
  ],
  [
    "deleted, made anew, deleted again, and the first deletion is undone",
    { type: "text" },
    "x",
    async (s) => {
      const removed = await s.remove("a");
      return [
        removed,
        await s.create({ name: "a", type: "integer", default: 4 }),
        await s.remove("a"),
        await s.undo(removed),
      ];
    },
    "x",
  ],
];

for (const [what, column, cell, change, after] of changes)
  test(`a row deleted among too many to be changed has the right cell when its column is ${what}`, async () => {
    for (const [how, revive] of Object.entries(revivals)) {
      const s = await trashed(
        [
          { name: "a", ...column },
          { name: "b", type: "number" },
        ],
        { a: cell, b: 1 },
      );
      assertOk(...(await change(s)), await revive(s));
      assert.deepEqual(await s.get(), after === undefined ? { b: 1 } : { a: after, b: 1 }, how);
    }
  });

test("rows deleted before, between and after changes of a column keep apart what was written to which column", async () => {
  const s = await sheet([{ name: "a", type: "text" }]);
  const made = async (a: unknown) => rowOf(door, s, (await s.row({ a })).body.id as string);
  const before = await made("1");
  assertOk(await before.drop());
  await fillTrash(database, s, MANY, { a: "0" });
  const [between, live] = [await made("2"), await made("3")];
  const changed = await s.update("a", { type: "integer" });
  assertOk(changed, await between.drop());
  const removed = await s.remove("a");
  assertOk(removed, await s.create({ name: "a", type: "integer" }));
  const after = await made(4);
  assertOk(await after.drop(), await before.restore(), await between.restore(), await after.restore());
  assert.deepEqual(
    [await before.get(), await between.get(), await live.get(), await after.get()],
    [{ a: null }, { a: null }, { a: null }, { a: 4 }],
  );
  assertOk(await s.remove("a"), await s.undo(removed));
  assert.deepEqual(
    [await before.get(), await between.get(), await live.get(), await after.get()],
    [{ a: 1 }, { a: 2 }, { a: 3 }, { a: null }],
  );
  assertOk(await s.undo(changed));
  assert.deepEqual(
    [await before.get(), await between.get(), await live.get()],
    [{ a: "1" }, { a: "2" }, { a: "3" }],
  );
});

test("a restored row gets back what did not fit its column when that change is undone, unless it was written since", async () => {
  const s = await trashed([{ name: "a", type: "text" }], { a: "x" });
  const changed = await s.update("a", { type: "number" });
  assertOk(changed, await s.restore());
  assert.deepEqual(await s.get(), { a: null });
  assertOk(await s.undo(changed));
  assert.deepEqual(await s.get(), { a: "x" });
  const again = await s.update("a", { type: "number" }, { query: "force=true" });
  assertOk(again);
  assert.deepEqual(await s.get(), { a: null });
});

test("a row whose restoring is undone keeps what was written to a newer column, and is restored with it", async () => {
  const s = await trashed(
    [
      { name: "a", type: "text" },
      { name: "b", type: "text" },
    ],
    { b: "y" },
  );
  assertOk(await s.remove("a"), await s.remove("b"), await s.create({ name: "a", type: "text" }));
  const restored = await s.restore();
  assertOk(restored, await s.patch(restored.body.id as string, { a: "new" }));
  assertOk(await s.undo(restored));
  assert.deepEqual(await s.get(), { a: "new" });
  assertOk(await s.restore());
  assert.deepEqual(await s.get(), { a: "new" });
});

test("a requirement that is taken back fills no row that is restored; one that stays does, or refuses it", async () => {
  const s = await trashed(
    [
      { name: "a", type: "text" },
      { name: "b", type: "text" },
    ],
    {},
  );
  const live = await s.row({ b: "y" });
  const required = await s.update("a", { required: true, default: "x" });
  assertOk(live, required, await s.undo(required), await s.restore());
  assert.deepEqual(await s.get(), { a: null, b: null });
  assertOk(await s.drop(), await s.update("b", { required: true }));
  assert.deepEqual(refusal(await s.restore()), [422, "validation_failed", "data.b required"]);
});

test("a unique value that an active row has by now refuses the restoring of a row whose cell becomes the same", async () => {
  const s = await trashed([{ name: "a", type: "number" }], { a: 1 });
  assertOk(
    await s.update("a", { type: "text" }),
    await s.update("a", { unique: true }),
    await s.row({ a: "1" }),
  );
  assert.deepEqual(refusal(await s.restore()), [409, "unique_violation"]);
});

test("a text that a deleted row stored while its column had texts does not become a link again", async () => {
  const s = await sheet([{ name: "n", type: "text" }]);
  const relation = { table_id: s.path.table_id, cardinality: "one", display_column: "n" };
  assertOk(await s.create({ name: "to", type: "relation", relation }));
  const target = (await s.row({ n: "Ada" })).body.id as string;
  const [linking, texting] = [await s.row({ to: target }), await s.row({})].map(({ body }) =>
    rowOf(door, s, body.id),
  );
  assertOk((await linking?.drop()) as TestReply);
  await fillTrash(database, s, MANY, { to: target });
  const changed = await s.update("to", { type: "text" });
  assertOk(changed, await s.patch(texting?.id ?? "", { to: target }));
  assertOk((await texting?.drop()) as TestReply, await s.undo(changed));
  assertOk((await linking?.restore()) as TestReply, (await texting?.restore()) as TestReply);
  assert.deepEqual([(await linking?.get())?.["to"], (await texting?.get())?.["to"]], [target, null]);
});

test("deleted rows make no change one of too many cells: live ones alone are counted then", async () => {
  const s = await trashed([{ name: "a", type: "number" }], { a: 1 }, 9_000);
  await withClient(database.superuserUrl, async (client) => {
    await client.query("set session_replication_role = replica");
    await client.query(
      `insert into data.rows (team_id, table_id, data, created_by_type)
       select $1, $2, '{"a": 1}', 'service' from generate_series(1, 95000)`,
      [s.caller.team_id, s.path.table_id],
    );
  });
  // Every cell is looked at, and none is another.
  assertOk(await s.update("a", { type: "integer" }), await s.restore());
  assert.deepEqual(await s.get(), { a: 1 });
});
