import assert from "node:assert/strict";
import { test } from "node:test";
import { withClient } from "@jst/testing";
import { refusal, testSheets } from "../testing/test-sheets.ts";

const { database, door, sheet } = await testSheets();

const state = {
  type: "state",
  options: {
    states: [{ value: "open", color: "red" }, "done"],
    initial: "open",
    transitions: { open: ["done"], done: [] },
  },
};

test("a type changes where nothing of any cell is lost", async () => {
  const choices = { options: [{ value: "1.5" }, { value: "7" }] };
  const s = await sheet([{ name: "a", type: "text" }], [{ a: "1.5" }, {}, { a: "7" }]);
  const steps: [body: Record<string, unknown>, cells: unknown[]][] = [
    [{ type: "number" }, [1.5, null, 7]],
    [{ type: "long_text" }, ["1.5", null, "7"]],
    [{ type: "multi_select", options: choices }, [["1.5"], null, ["7"]]],
    [{ type: "select", options: choices }, ["1.5", null, "7"]],
    [{ type: "json" }, ["1.5", null, "7"]],
  ];
  for (const [body, cells] of steps) {
    const reply = await s.update("a", body);
    assert.deepEqual([reply.status, reply.body.type], [200, body["type"]], JSON.stringify(reply.body));
    assert.deepEqual(await s.cells("a"), cells);
  }
});

test("a lossy change is refused with a count and three samples; force empties what does not fit", async () => {
  const texts = ["007", "1", "x", "12345678901234567", "y"];
  const s = await sheet(
    [{ name: "a", type: "text" }],
    texts.map((a) => ({ a })),
  );
  const reply = await s.update("a", { type: "integer" });
  assert.deepEqual([reply.status, reply.body.code, reply.body.count], [422, "type_mismatch", 4]);
  assert.deepEqual(
    reply.body.samples.map((sample: { value: string }) => sample.value),
    ["007", "x", "12345678901234567"],
  );
  assert.deepEqual(await s.cells("a"), texts);
  assert.equal((await s.update("a", { type: "integer" }, { query: "force=true" })).status, 200);
  assert.deepEqual(await s.cells("a"), [null, 1, null, null, null]);
  assert.equal((await s.update("a", { type: "rating", options: { max: 1 }, force: true })).status, 200);
  assert.deepEqual(refusal(await s.update("a", { type: "autonumber" })), [
    422,
    "validation_failed",
    "type not_convertible",
  ]);
});

test("options that a cell no longer fits are a lossy change too", async () => {
  const options = (...values: string[]) => ({ options: { options: values.map((value) => ({ value })) } });
  const s = await sheet([{ name: "a", type: "select", ...options("x", "y") }], [{ a: "x" }, { a: "y" }]);
  assert.equal((await s.update("a", options("y"))).body.count, 1);
  assert.equal((await s.update("a", options("y", "x", "z"))).status, 200);
});

test("required needs a value in every row that is there: from the default, or it is refused", async () => {
  const s = await sheet([{ name: "a", type: "text" }], [{ a: "x" }, {}]);
  assert.deepEqual(refusal(await s.update("a", { required: true })), [
    422,
    "validation_failed",
    "default required",
  ]);
  assert.equal((await s.update("a", { required: true, default: "d" })).status, 200);
  assert.deepEqual(await s.cells("a"), ["x", "d"]);
  assert.equal((await s.update("a", { default: null })).body.default, null);
  assert.deepEqual(refusal(await s.row({})), [422, "validation_failed", "data.a required"]);
});

test("unique begins when no two active rows share a value, and ends", async () => {
  const s = await sheet([{ name: "a", type: "text" }], [{ a: "x" }, { a: "x" }, {}, {}]);
  const { rows } = (await door.call("ListRows", { ...s, query: "sort=created_at:asc" })).body;
  const shared = await s.update("a", { unique: true });
  assert.deepEqual(
    [...refusal(shared), shared.body.column, shared.body.existing_id],
    [409, "unique_violation", "a", rows[0].id],
  );
  await door.call("DeleteRow", { caller: s.caller, path: { ...s.path, row_id: rows[1].id } });
  assert.equal((await s.update("a", { unique: true })).status, 200);
  assert.deepEqual(refusal(await s.row({ a: "x" })), [409, "unique_violation"]);
  assert.equal((await s.update("a", { unique: false })).status, 200);
  assert.equal((await s.row({ a: "x" })).status, 201);
});

test("If-Match guards a column, and a table shows that its columns have changed", async () => {
  const s = await sheet([{ name: "a", type: "text" }]);
  const version = async () => (await door.call("GetTable", s)).body.version as number;
  const before = await version();
  assert.equal(
    (await s.update("a", { display_name: "A" }, { headers: { "if-match": '"1"' } })).headers.etag,
    '"2"',
  );
  assert.equal(await version(), before + 1);
  const stale = await s.remove("a", { headers: { "if-match": '"1"' } });
  assert.deepEqual([stale.status, stale.body.current_version], [412, 2]);
});

test("a change without an effect writes nothing: an empty one, and one that repeats the stored values", async () => {
  const s = await sheet([
    { name: "s", required: true, ...state },
    { name: "m", type: "multi_select", options: { options: [{ value: "x", color: "red" }] }, default: ["x"] },
    { name: "f", type: "formula", formula: "UPPER({s})" },
    { name: "j", type: "json", default: { bb: 1, a: [2] } },
    { name: "n", type: "rating", unique: false, description: "stars" },
  ]);
  const relation = { table_id: s.path.table_id, display_column: "s" };
  assert.equal((await s.create({ name: "r", type: "relation", relation })).status, 201);
  const table = async () => (await door.call("GetTable", s)).body;
  const before = await table();
  for (const shown of before.columns) {
    const { name, display_name, type, required, unique, description, position } = shown;
    const { formula, relation, options, default: byDefault } = shown;
    const repeated = {
      display_name,
      type,
      required,
      unique,
      description,
      position,
      formula,
      relation,
      options,
    };
    for (const body of [{}, { type }, repeated, { ...repeated, default: byDefault }]) {
      const reply = await s.update(name, body, { headers: { "if-match": '"1"' } });
      assert.deepEqual(
        [reply.status, reply.headers.etag, reply.headers["x-changeset-id"], reply.body],
        [200, '"1"', undefined, shown],
      );
    }
  }
  assert.deepEqual(await table(), before);
  assert.deepEqual(refusal(await s.update("f", { formula: null })), [
    422,
    "validation_failed",
    "formula required",
  ]);
  assert.deepEqual(refusal(await s.update("r", { relation: null })), [
    422,
    "validation_failed",
    "relation required",
  ]);
  assert.deepEqual(refusal(await s.update("n", { type: "formula" })), [
    422,
    "validation_failed",
    "type not_convertible",
  ]);
});

test("a new display name looks at no cell and asks for none", async () => {
  const choice = { type: "select", options: { options: [{ value: "x", color: "red" }] } };
  const s = await sheet(
    [
      { name: "s", required: true, ...state },
      { name: "c", required: true, ...choice, default: "x" },
      { name: "d", ...choice },
    ],
    [{}],
  );
  const relation = { table_id: s.path.table_id };
  assert.equal((await s.create({ name: "r", type: "relation", relation })).status, 201);
  const odd = { d: "gone", r: "odd" };
  await withClient(database.superuserUrl, async (client) => {
    await client.query("set session_replication_role = replica");
    await client.query("update data.rows set data = $2 where table_id = $1", [s.path.table_id, odd]);
  });
  for (const name of ["s", "c", "d", "r"])
    assert.equal((await s.update(name, { display_name: `New ${name}` })).status, 200, name);
  const { rows } = (await door.call("ListRows", s)).body;
  assert.deepEqual([rows[0].data, rows[0].version], [{ s: null, c: null, ...odd }, 1]);
});

test("one change that also drops unique does with the cells what it does after unique is dropped", async () => {
  const s = await sheet(
    [
      { name: "a", type: "text", unique: true },
      { name: "b", type: "text", unique: true },
    ],
    [{ a: "1.0" }, { a: "1" }],
  );
  assert.deepEqual(refusal(await s.update("a", { type: "number" })), [409, "unique_violation"]);
  const number = await s.update("a", { type: "number", unique: false });
  assert.deepEqual([number.status, number.body.unique, number.body.version], [200, false, 2]);
  assert.deepEqual(await s.cells("a"), [1, 1]);
  assert.equal((await s.update("b", { required: true, default: "x", unique: false })).status, 200);
  assert.deepEqual(await s.cells("b"), ["x", "x"]);
  assert.equal((await s.row({ a: 1, b: "x" })).status, 201);
});

test("a column's shown name keeps more than spaces", async () => {
  const s = await sheet([{ name: "a", type: "text", display_name: "A" }]);
  assert.deepEqual(refusal(await s.update("a", { display_name: " " })), [
    422,
    "validation_failed",
    "display_name required",
  ]);
});
