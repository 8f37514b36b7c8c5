import assert from "node:assert/strict";
import { test } from "node:test";
import { withClient } from "@jst/testing";
import { refusal, testSheets } from "../../testing/test-sheets.ts";

const { database, door, sheet } = await testSheets();

const columns = [
  { name: "price", type: "number" },
  { name: "title", type: "text" },
  { name: "net", type: "formula", formula: "{price} * 2" },
  { name: "gross", type: "formula", formula: "ROUND({net} * 1.5, 2)" },
  { name: "label", type: "formula", formula: '{title} & ": " & {gross}' },
];

type Sheet = Awaited<ReturnType<typeof sheet>>;

/** `computed` and `computed_errors` of the only row. */
async function computed({ caller, path }: Sheet): Promise<unknown[]> {
  const { body } = await door.call("ListRows", { caller, path, query: "computed=1" });
  return [body.rows[0].computed, body.rows[0].computed_errors];
}

/** Puts a formula into the only formula column as earlier releases stored it. */
async function store({ path }: Sheet, formula: string): Promise<void> {
  await withClient(database.superuserUrl, async (client) => {
    await client.query("set session_replication_role = replica");
    const stored = await client.query(
      `update data.columns set options = options || jsonb_build_object('formula', $2::text)
        where table_id = $1 and type = 'formula'`,
      [path.table_id, formula],
    );
    assert.equal(stored.rowCount, 1);
    // A process that remembers the table reads it again.
    await client.query("update data.tables set schema_version = schema_version + 1 where id = $1", [
      path.table_id,
    ]);
  });
}

/** Lists the result type of each formula column. */
async function results(s: Sheet): Promise<Record<string, string>> {
  const { body } = await door.call("ListColumns", s);
  const formulas = body.columns.filter((column: { type: string }) => column.type === "formula");
  return Object.fromEntries(
    formulas.map((column: { name: string; options: { result_type: string } }) => [
      column.name,
      column.options.result_type,
    ]),
  );
}

test("a changed formula is stored with its result type, and what builds upon it follows", async () => {
  const s = await sheet(columns, [{ price: 2, title: "a" }]);
  const patched = await s.update("gross", { formula: "{net} > 3" });
  assert.deepEqual(
    [patched.status, patched.body.formula, patched.body.options],
    [200, "{net} > 3", { result_type: "boolean" }],
  );
  assert.deepEqual(await computed(s), [{ net: 4, gross: true, label: "a: true" }, undefined]);
  assert.equal((await s.update("label", { formula: "IF({gross}, {net}, {price})" })).status, 200);
  assert.equal((await s.update("net", { formula: "TODAY()", force: true })).status, 200);
  assert.deepEqual(await results(s), { net: "date", gross: "any", label: "any" });
});

test("the options of a formula are taken as they are shown, and what it yields still follows from it", async () => {
  const s = await sheet(columns, [{ price: 2, title: "a" }]);
  const options = { result_type: "number" };
  const patched = await s.update("gross", { formula: "{net} > 3", options });
  assert.deepEqual([patched.status, patched.body.options], [200, { result_type: "boolean" }]);
  const made = await s.create({ name: "long", type: "formula", formula: "LEN({title}) > 3", options });
  assert.deepEqual([made.status, made.body.options], [201, { result_type: "boolean" }]);
  for (const result_type of ["integer", null, 1, "toString"])
    assert.deepEqual(
      refusal(await s.update("net", { options: { result_type } })),
      [422, "validation_failed", "options.result_type invalid_value"],
      String(result_type),
    );
  assert.deepEqual(refusal(await s.update("price", { options })), [
    422,
    "validation_failed",
    "options.result_type unknown_field",
  ]);
});

test("a table can be created from the columns of another as the API shows them", async () => {
  const s = await sheet(columns);
  const { body } = await door.call("ListColumns", s);
  const isOfStorage = (name: string) => ["id", "created_at", "updated_at", "version"].includes(name);
  const sent = (body.columns as object[]).map((column) =>
    Object.fromEntries(Object.entries(column).filter(([name]) => !isOfStorage(name))),
  );
  const copy = await door.call("CreateTable", { ...s, body: { display_name: "Copy", columns: sent } });
  assert.equal(copy.status, 201, JSON.stringify(copy.body));
});

test("a formula that cannot work is refused with the place, a cycle with the way round, and the old one stays", async () => {
  const s = await sheet(columns, [{ price: 2, title: "a" }]);
  const faulty = await s.update("gross", { formula: "{net} * {title}" });
  assert.deepEqual(
    [...refusal(faulty), faulty.body.column, faulty.body.position, faulty.body.expected],
    [422, "formula_invalid", "formula formula_invalid", "gross", 8, "a number, not a text"],
  );
  const round = await s.update("net", { formula: "LEN({label})" });
  assert.deepEqual(
    [...refusal(round), round.body.path],
    [422, "formula_cycle", "formula formula_cycle", ["net", "label", "gross", "net"]],
  );
  const itself = await s.update("net", { formula: "{net}" });
  assert.deepEqual([itself.body.code, itself.body.path], ["formula_cycle", ["net", "net"]]);
  for (const formula of ["", null, 1, "1".repeat(4_001)])
    assert.equal((await s.update("net", { formula })).status, 422, String(formula));
  assert.deepEqual(refusal(await s.update("price", { formula: "1" })), [
    422,
    "validation_failed",
    "formula invalid_value",
  ]);
  assert.deepEqual(await computed(s), [{ net: 4, gross: 6, label: "a: 6" }, undefined]);
});

test("a change of type that formulas do not survive is refused with their list; force makes their cells errors", async () => {
  const s = await sheet(columns, [{ price: 2, title: "a" }]);
  const refused = await s.update("price", { type: "text" });
  const id = await s.column("net");
  assert.deepEqual([refused.status, refused.body.code], [409, "column_in_use"]);
  assert.deepEqual(refused.body.impact, [
    {
      kind: "formula",
      table_id: s.path.table_id,
      id,
      name: "net",
      path: `/api/v1/data/tables/${s.path.table_id}/columns/${id}`,
    },
  ]);
  assert.equal((await s.update("price", { type: "percent" })).status, 200);
  assert.equal((await s.update("price", { type: "text" }, { query: "force=true" })).status, 200);
  const error = "#VALUE!";
  assert.deepEqual(await computed(s), [
    { net: null, gross: null, label: null },
    { net: error, gross: error, label: error },
  ]);
  assert.equal((await s.create({ name: "more", type: "number" })).status, 201);
  assert.equal((await s.update("title", { display_name: "Name" })).status, 200);
  assert.equal((await s.update("net", { formula: "VALUE({price}) * 3" })).status, 200);
  assert.deepEqual(await computed(s), [{ net: 6, gross: 9, label: "a: 9" }, undefined]);
  assert.deepEqual(await results(s), { net: "number", gross: "number", label: "text" });
});

test("a changed formula whose result others cannot use is refused with their list", async () => {
  const s = await sheet(columns, [{ price: 2, title: "a" }]);
  const refused = await s.update("net", { formula: "{title}" });
  assert.deepEqual(
    [refused.status, refused.body.code, refused.body.impact.map((use: { name: string }) => use.name)],
    [409, "column_in_use", ["gross"]],
  );
  assert.equal((await s.update("net", { formula: "{title}", force: true })).status, 200);
  assert.deepEqual((await computed(s))[1], { gross: "#VALUE!", label: "#VALUE!" });
});

test("a new name shown for a column leaves its formulas as they are: they refer to its name, which stays", async () => {
  const s = await sheet(columns, [{ price: 2, title: "a" }]);
  assert.equal((await s.update("price", { display_name: "Cost" })).status, 200);
  assert.deepEqual(await computed(s), [{ net: 4, gross: 6, label: "a: 6" }, undefined]);
  assert.deepEqual(refusal(await s.update("price", { name: "cost" })), [
    422,
    "validation_failed",
    "name unknown_field",
  ]);
});

test("a column that is gone is #REF! in its formulas, which stop no other change and work again once it is back", async () => {
  const s = await sheet(columns, [{ price: 2, title: "a" }]);
  assert.equal((await s.remove("price")).status, 409);
  assert.equal((await s.remove("price", { query: "force=true" })).status, 200);
  const error = "#REF!";
  assert.deepEqual((await computed(s))[1], { net: error, gross: error, label: error });
  assert.deepEqual(await results(s), { net: "any", gross: "number", label: "text" });
  assert.equal((await s.create({ name: "more", type: "formula", formula: "{gross} + 1" })).status, 201);
  assert.equal((await s.update("title", { type: "long_text" })).status, 200);
  assert.equal((await s.create({ name: "price", type: "number", default: 3 })).status, 201);
  assert.deepEqual((await computed(s))[0], { net: 6, gross: 9, label: "a: 9", more: 10 });
  assert.deepEqual((await results(s))["net"], "number");
});

test("two formulas that share a third do not make a cycle, however often they name it", async () => {
  const s = await sheet(
    [
      { name: "title", type: "text" },
      { name: "one", type: "formula", formula: "{title}" },
      { name: "two", type: "formula", formula: "{one}" },
      { name: "three", type: "formula", formula: "CONCAT({two}, {two}, {one})" },
    ],
    [{ title: "a" }],
  );
  assert.equal((await s.update("one", { formula: "{title} " })).status, 200);
  assert.deepEqual((await computed(s))[0], { one: "a", two: "a", three: "aaa" });
});

test("a formula stored with an integer that a double rounds keeps its result type, and its column is still in use", async () => {
  const s = await sheet(columns.slice(0, 3), [{ price: 2, title: "a" }]);
  await store(s, "{price} + 9007199254740993");
  const version = (await s.shown("net"))?.["version"];
  assert.equal((await s.update("title", { display_name: "Name" })).status, 200);
  assert.deepEqual([await results(s), (await s.shown("net"))?.["version"]], [{ net: "number" }, version]);
  const retyped = await s.update("price", { type: "text" });
  assert.deepEqual([retyped.status, retyped.body.code], [409, "column_in_use"]);
  const written = await s.update("net", { formula: "{price} + 9007199254740993" });
  assert.deepEqual([written.status, written.body.code, written.body.position], [422, "formula_invalid", 10]);
});

test("a column that a formula names in vain is named in the refusal, with the one that was probably meant", async () => {
  const s = await sheet(columns);
  const slip = await s.update("gross", { formula: "ROUND({nett}, 2)" });
  assert.deepEqual([slip.status, slip.body.code, slip.body.position], [422, "formula_invalid", 6]);
  const told =
    'At character 6 expected a column of the table; there is no column "nett". Did you mean {net}?';
  assert.equal(slip.body.detail, `The formula of gross cannot be stored. ${told}`);
  assert.equal(slip.body.errors[0].message, told);
  const none = await s.update("gross", { formula: "{cost}" });
  assert.match(none.body.detail as string, /there is no column "cost"\.$/);
});
