import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { refusal, testSheets } from "../../testing/test-sheets.ts";

const { door, sheet, table } = await testSheets();

const people = [{ name: "name", type: "text" }];
const relation = (table_id: string, more: object = {}) => ({
  name: "owner",
  type: "relation",
  relation: { table_id, ...more },
});

test("a relation is answered with its table's id and what was left out, named by id or by name", async () => {
  const s = await sheet(people);
  const made = await s.create(relation(s.path.table_id.toUpperCase(), { display_column: "name" }));
  assert.equal(made.status, 201, JSON.stringify(made.body));
  assert.deepEqual(made.body.relation, {
    table_id: s.path.table_id,
    display_column: "name",
    cardinality: "one",
    on_target_delete: "keep",
  });
  assert.deepEqual(made.body.options, {});
  const tasks = await door.call("CreateTable", {
    caller: s.caller,
    body: { display_name: "Tasks", columns: [relation("things", { cardinality: "many" })] },
  });
  assert.equal(tasks.status, 201, JSON.stringify(tasks.body));
  assert.equal(tasks.body.columns[0].relation.table_id, s.path.table_id);
});

test("a table or display column that is absent is refused with its place, a foreign table in the same words", async () => {
  const s = await sheet(people);
  const foreign = await table(testCaller(), people);
  const absent = "01890000-0000-7000-8000-00000000dead";
  const replies = await Promise.all(
    [foreign, absent, "nowhere", "__proto__", "x'--"].map((id) => s.create(relation(id))),
  );
  for (const reply of replies) {
    assert.deepEqual(refusal(reply), [422, "validation_failed", "relation.table_id not_found"]);
    assert.deepEqual(reply.body.errors, replies[0]?.body.errors);
  }
  assert.deepEqual(refusal(await s.create(relation(s.path.table_id, { display_column: "title" }))), [
    422,
    "validation_failed",
    "relation.display_column not_found",
  ]);
  const columns = [
    relation(absent),
    { ...relation(s.path.table_id, { display_column: "x" }), name: "other" },
  ];
  const made = await door.call("CreateTable", { caller: s.caller, body: { display_name: "T", columns } });
  assert.deepEqual(refusal(made), [
    422,
    "validation_failed",
    "columns.0.relation.table_id not_found",
    "columns.1.relation.display_column not_found",
  ]);
});

test("members that do not go together are refused, all at once", async () => {
  const s = await sheet(people);
  const one = async (column: object) => refusal(await s.create(column)).slice(1);
  assert.deepEqual(await one({ name: "a", type: "relation" }), ["validation_failed", "relation required"]);
  assert.deepEqual(await one({ ...relation("things"), type: "text" }), [
    "validation_failed",
    "relation invalid_value",
  ]);
  assert.deepEqual(
    await one({
      ...relation("things", { cardinality: "many", on_target_delete: "clear" }),
      required: true,
      unique: true,
      default: "x",
      options: { table_id: "things" },
    }),
    [
      "validation_failed",
      "options.table_id unknown_field",
      "default invalid_value",
      "unique invalid_value",
      "required invalid_value",
    ],
  );
  for (const bad of [
    {},
    [],
    "things",
    { table_id: ["things"] },
    { table_id: "things", cardinality: "few" },
    { table_id: "things", columns: 1 },
  ]) {
    const reply = await s.create({ name: "a", type: "relation", relation: bad });
    assert.equal(reply.status, 422, JSON.stringify(bad));
    assert.match(reply.body.errors[0].field, /^relation/, JSON.stringify(reply.body.errors));
  }
});

test("PATCH changes a relation's settings and carries its cells; its table stays, and nothing becomes a relation", async () => {
  const s = await sheet(people);
  const target = (await s.row({ name: "Ada" })).body.id;
  await s.create(relation("things"));
  assert.equal((await s.row({ owner: target })).status, 201);
  const patch = (more: object) => s.update("owner", { relation: { table_id: s.path.table_id, ...more } });
  const many = await patch({ cardinality: "many", display_column: "name" });
  assert.equal(many.status, 200, JSON.stringify(many.body));
  assert.deepEqual(await s.cells("owner"), [null, [target]]);
  const one = await patch({ cardinality: "one", on_target_delete: "clear" });
  const shown = { table_id: s.path.table_id, display_column: "name", cardinality: "one" };
  assert.deepEqual(one.body.relation, { ...shown, on_target_delete: "clear" }, "what is not sent stays");
  assert.deepEqual(await s.cells("owner"), [null, target]);
  const unnamed = { ...shown, display_column: null, on_target_delete: "clear" };
  assert.deepEqual((await patch({ display_column: null })).body.relation, unnamed);
  assert.deepEqual(refusal(await patch({ display_column: "no" })), [
    422,
    "validation_failed",
    "relation.display_column not_found",
  ]);
  const other = await table(s.caller, people).catch(() => "");
  assert.equal(other, "");
  assert.deepEqual(
    refusal(await s.update("owner", { relation: { table_id: "01890000-0000-7000-8000-00000000dead" } })),
    [422, "validation_failed", "relation.table_id invalid_value"],
  );
  assert.deepEqual(refusal(await s.update("name", { type: "user" })), [
    422,
    "validation_failed",
    "type not_convertible",
  ]);
  const text = await s.update("owner", { type: "text" });
  assert.deepEqual([text.status, text.body.relation], [200, null]);
  assert.deepEqual(await s.cells("owner"), [null, target]);
});
