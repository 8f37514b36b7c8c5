import assert from "node:assert/strict";
import { test } from "node:test";
import { testImports, type ShownImport } from "../testing/test-imports.ts";
import { refusal, sheetOf } from "../testing/test-sheets.ts";

const { door, ofTeam, table } = await testImports();

const shown = (reply: { body: unknown }) => reply.body as ShownImport;
const choices = (...values: string[]) => ({ options: values.map((value) => ({ value, label: value })) });
const columns = [
  { name: "sku", type: "text", unique: true },
  { name: "kind", type: "select", options: choices("new", "old") },
  { name: "tags", type: "multi_select", options: choices("a") },
];
const NAMES = ["sku", "kind", "tags"];
const adding = (tableId: string, names = NAMES) => [
  {
    index: 0,
    target: { kind: "table", table_id: tableId },
    match: { by: "sku" },
    columns: names.map((column, index) => ({
      ...{ index, to: { column } },
      ...(column === "sku" ? {} : { on_unknown: "add" }),
    })),
  },
];

/** A team with a table, and an import of the lines into it that was checked. */
async function checked(lines: readonly string[], own: readonly object[] = columns) {
  const team = ofTeam();
  const tableId = await table(team.caller, own as Record<string, unknown>[]);
  const source = { text: ["sku,kind,tags", ...lines].join("\n") };
  const { id } = shown(await team.create({ source, parts: adding(tableId) }));
  const reply = await team.check(id);
  const sheet = sheetOf(door, team.caller, tableId);
  const values = async (name: string) => {
    const { options } = (await sheet.shown(name)) as { options?: { options: { value: string }[] } };
    return options?.options.map(({ value }) => value);
  };
  return { ...team, id, reply, sheet, tableId, values };
}

test("unknown choices are added by the run, in any case once, and taken back with it (imports.added-choices)", async () => {
  const team = await checked(['a,Blue,"a,New tag"', "b,blue,", "c,OLD,new TAG"]);
  const before = await team.state();
  const { status, counts } = shown(team.reply);
  assert.deepEqual([status, counts["create"], counts["new_choices"]], ["ready", 3, 2]);
  assert.deepEqual(await team.values("kind"), ["new", "old"]);
  const done = shown(await team.run(team.id));
  assert.deepEqual([done.status, done.counts["written"]], ["done", 3], JSON.stringify(done.error));
  assert.deepEqual(await team.values("kind"), ["new", "old", "Blue"]);
  assert.deepEqual(await team.values("tags"), ["a", "New tag"]);
  assert.deepEqual(
    (await team.cells(team.tableId)).map(({ kind, tags }) => [kind, tags]),
    [
      ["Blue", ["a", "New tag"]],
      ["Blue", null],
      ["old", ["New tag"]],
    ],
  );
  const undone = await team.undo(done);
  assert.equal(undone.status, 200, JSON.stringify(undone.body));
  assert.deepEqual(await team.state(), before);
});

test("choices that other rows use by then are not taken back", async () => {
  const team = await checked(["a,Blue,"]);
  const done = shown(await team.run(team.id));
  assert.equal((await team.sheet.row({ sku: "theirs", kind: "Blue" })).status, 201);
  const refused = await team.undo(done);
  assert.deepEqual([refused.status, refused.body.code], [422, "type_mismatch"]);
  assert.deepEqual(await team.sheet.cells("kind"), ["Blue", "Blue"]);
});

test("a choice of a rejected row, and one beyond those of a column, is not added", async () => {
  const many = Array.from({ length: 499 }, (_, n) => `c${n}`);
  const wide = columns.map((column) =>
    column.name === "kind" ? { ...column, options: choices(...many) } : column,
  );
  const team = await checked(["a,Blue,", "b,Red,", "c,blue,", `d,${"x".repeat(201)},`], wide);
  const { counts } = shown(team.reply);
  assert.deepEqual([counts["create"], counts["reject"], counts["new_choices"]], [2, 2, 1]);
  const rows = await team.rows(team.id);
  assert.deepEqual(
    rows.map(({ errors }) => errors.map(({ field, code }) => `${field} ${code}`).join()),
    ["", "data.kind limit_reached", "", "data.kind invalid_value"],
  );
  const left = await checked([",Left out,", "a,left OUT,", ",Gone,"]);
  assert.equal(shown(left.reply).counts["new_choices"], 1);
});

test("choices of all pages are added before the first row, and those of a new column are its own", async () => {
  const lines = Array.from({ length: 1_100 }, (_, n) => `k${n},Kind ${n % 300},`);
  const team = ofTeam();
  const source = { text: ["sku,kind,tags", ...lines].join("\n") };
  const made = (name: string, type: string) => ({ new: { name, type, options: choices("first") } });
  const parts = [
    {
      index: 0,
      target: { kind: "new_table", display_name: "Goods" },
      columns: [
        { index: 0, to: { new: { name: "sku", type: "text", unique: true } } },
        { index: 1, to: made("kind", "select"), on_unknown: "add" },
      ],
    },
  ];
  const { id } = shown(await team.create({ source, parts }));
  await team.check(id);
  assert.equal((await team.settled(id)).counts["new_choices"], 300);
  await team.run(id);
  const done = await team.settled(id);
  assert.deepEqual([done.status, done.counts["written"]], ["done", 1_100], JSON.stringify(done.error));
  const tableId = done.parts[0]?.target?.table_id ?? "";
  const { options } = (await sheetOf(door, team.caller, tableId).shown("kind")) as {
    options?: { options: { value: string }[] };
  };
  assert.deepEqual([options?.options.length, options?.options[0]?.value], [301, "first"]);
  assert.equal((await team.undo(done)).status, 200);
  assert.equal(
    (await door.call("GetTable", { caller: team.caller, path: { table_id: tableId } })).status,
    404,
  );
});

test("a column of states gets no state, and a choice makes no row", async () => {
  const team = ofTeam();
  const stage = { name: "kind", type: "state", options: { states: ["open"], initial: "open" } };
  const tableId = await table(team.caller, [stage]);
  const [part] = adding(tableId, ["kind"]);
  const { id } = shown(
    await team.create({ source: { text: "kind\nnew\n" }, parts: [{ ...part, match: null }] }),
  );
  const refused = [422, "validation_failed", "parts.0.columns.0.on_unknown conflict"];
  assert.deepEqual(refusal(await team.check(id)), refused);
  await team.patch(id, { parts: [{ index: 0, columns: [{ index: 0, on_unknown: "create" }] }] });
  assert.deepEqual(refusal(await team.check(id)), refused);
});

test("a column that changes between check and run ends the run, although it adds choices (imports.columns-changed)", async () => {
  const team = await checked(["a,Blue,"]);
  await team.sheet.update("kind", { options: choices("new", "old", "theirs") });
  const done = shown(await team.run(team.id));
  assert.deepEqual([done.status, done.error?.code], ["failed", "changeset_conflict"]);
  assert.deepEqual(await team.values("kind"), ["new", "old", "theirs"]);
});
