import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestReply } from "@jst/testing";
import { refusal, testSheets } from "../../testing/test-sheets.ts";

const { sheet } = await testSheets();

/** Executed, and what it answered. */
async function done(reply: Promise<TestReply>): Promise<TestReply> {
  const made = await reply;
  assert.ok(made.status < 300, JSON.stringify(made.body));
  return made;
}

/** A text, a number, and a formula of each text. */
const calculating = () =>
  sheet(
    [
      { name: "x", type: "text" },
      { name: "y", type: "number" },
      { name: "f", type: "formula", formula: "LEN({x})" },
      { name: "g", type: "formula", formula: "{x}" },
    ],
    [{ x: "5", y: 2 }],
  );
type Sheet = Awaited<ReturnType<typeof calculating>>;

async function formula(s: Sheet, name: string): Promise<unknown[]> {
  const shown = await s.shown(name);
  return [shown?.["formula"], (shown?.["options"] as { result_type?: string }).result_type];
}

const conflictOf = ({ body }: TestReply) =>
  (body.conflicts as { fields: string[] }[]).map(({ fields }) => fields);

test("a deletion is undone beside a formula that was mended since, which is a conflict only where it was edited", async () => {
  const s = await calculating();
  const removed = await done(s.remove("x", { query: "force=true" }));
  assert.deepEqual(await formula(s, "g"), ["{x}", "any"]);
  await done(s.update("g", { formula: "{y}*3" }));
  await done(s.undo(removed));
  assert.deepEqual(
    [await formula(s, "f"), await formula(s, "g")],
    [
      ["LEN({x})", "number"],
      ["{y}*3", "number"],
    ],
  );
});

test("an undone change of a type leaves the formulas written since, and derives what all of them yield", async () => {
  const s = await calculating();
  const changed = await done(s.update("x", { type: "number", force: true }));
  await done(s.update("g", { formula: "{y}+1" }));
  await done(s.create({ name: "h", type: "formula", formula: "{x}" }));
  assert.deepEqual(await formula(s, "h"), ["{x}", "number"]);
  await done(s.undo(changed));
  assert.deepEqual(
    [await formula(s, "f"), await formula(s, "g"), await formula(s, "h")],
    [
      ["LEN({x})", "number"],
      ["{y}+1", "number"],
      ["{x}", "text"],
    ],
  );
});

test("a formula is undone whose result type has moved, and named as one where it was written again", async () => {
  const s = await calculating();
  const changed = await done(s.update("f", { formula: "{x}" }));
  const again = await done(s.update("g", { formula: "LEN({x})" }));
  await done(s.update("x", { type: "long_text" }));
  await done(s.undo(changed));
  assert.deepEqual(await formula(s, "f"), ["LEN({x})", "number"]);
  await done(s.update("g", { formula: "{y}" }));
  const refused = await s.undo(again);
  assert.deepEqual([refusal(refused), conflictOf(refused)], [[409, "changeset_conflict"], [["formula"]]]);
  await done(s.undo(again, { force: true }));
  assert.deepEqual(await formula(s, "g"), ["{x}", "text"]);
});

test("an undone formula is derived again among the columns of today", async () => {
  const s = await calculating();
  const changed = await done(s.update("g", { formula: "{y}" }));
  await done(s.update("x", { type: "number", force: true }));
  await done(s.undo(changed));
  assert.deepEqual(await formula(s, "g"), ["{x}", "number"]);
});

test("each setting of a relation is undone by itself, and named where it was changed again", async () => {
  const s = await sheet([
    { name: "n", type: "text" },
    { name: "m", type: "text" },
  ]);
  const { table_id } = s.path;
  await done(s.create({ name: "r", type: "relation", relation: { table_id } }));
  const set = (more: object) => done(s.update("r", { relation: { table_id, ...more } }));
  const shown = async () => (await s.shown("r"))?.["relation"];
  const many = await set({ cardinality: "many" });
  const clear = await set({ on_target_delete: "clear" });
  const named = await set({ display_column: "n" });
  await done(s.undo(many));
  await done(s.undo(clear));
  const left = { table_id, display_column: "n", cardinality: "one", on_target_delete: "keep" };
  assert.deepEqual(await shown(), left);
  await done(s.undo(named));
  const both = await set({ cardinality: "many", on_target_delete: "clear" });
  await set({ on_target_delete: "keep", display_column: "n" });
  await done(s.undo(both));
  assert.deepEqual(await shown(), left);
  const nameless = await set({ display_column: null });
  await set({ display_column: "m", on_target_delete: "clear" });
  const refused = await s.undo(nameless);
  assert.deepEqual(
    [refusal(refused), conflictOf(refused)],
    [[409, "changeset_conflict"], [["relation.display_column"]]],
  );
  await done(s.undo(nameless, { force: true }));
  assert.deepEqual(await shown(), { ...left, on_target_delete: "clear" });
});

test("a changed type is not undone under options it does not have; by force it goes without them", async () => {
  const s = await sheet([{ name: "a", type: "text" }], [{ a: "5" }]);
  const changed = await done(s.update("a", { type: "number" }));
  await done(s.update("a", { options: { precision: 2 } }));
  const refused = await s.undo(changed);
  assert.deepEqual(
    [refusal(refused), conflictOf(refused)],
    [[409, "changeset_conflict"], [["options.precision"]]],
  );
  await done(s.undo(changed, { force: true }));
  const shown = await s.shown("a");
  assert.deepEqual([shown?.["type"], shown?.["options"], await s.cells("a")], ["text", {}, ["5"]]);
});

test("settings of a type that the column no longer has do not come back by force either", async () => {
  const s = await sheet([
    { name: "a", type: "number" },
    { name: "b", type: "text" },
  ]);
  await done(s.create({ name: "r", type: "relation", relation: { table_id: s.path.table_id } }));
  await done(s.update("a", { options: { precision: 1 } }));
  const precise = await done(s.update("a", { options: { precision: 2 } }));
  const relation = { table_id: s.path.table_id, cardinality: "many" };
  const many = await done(s.update("r", { relation }));
  await done(s.update("a", { type: "text" }));
  await done(s.update("r", { type: "json" }));
  for (const [name, made, field, type] of [
    ["a", precise, "options", "text"],
    ["r", many, "relation.cardinality", "json"],
  ] as const) {
    const refused = await s.undo(made);
    assert.deepEqual([refusal(refused), conflictOf(refused)], [[409, "changeset_conflict"], [[field]]]);
    await done(s.undo(made, { force: true }));
    const shown = await s.shown(name);
    assert.deepEqual([shown?.["type"], shown?.["options"], shown?.["relation"]], [type, {}, null]);
  }
});
