import assert from "node:assert/strict";
import { test } from "node:test";
import { FormulaSet } from "@jst/formula";
import { testCaller } from "@jst/testing";
import { testSheets } from "../../testing/test-sheets.ts";

const { door } = await testSheets();

interface Shown {
  id: string;
  data: Record<string, Shown & Shown[]>;
  computed?: Record<string, unknown>;
  computed_errors?: Record<string, string>;
  omitted?: true;
}

/** Two tables of a team, the second with relations to the first: `one` row and `many`. */
async function tables(columns: object[], more: object[] = []) {
  const caller = testCaller();
  const create = async (display_name: string, columns: object[]): Promise<string> => {
    const made = await door.call("CreateTable", { caller, body: { display_name, columns } });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    return made.body.id;
  };
  const target = await create("People", columns);
  const to = (cardinality: string) => ({ type: "relation", relation: { table_id: target, cardinality } });
  const path = {
    table_id: await create("Tasks", [
      { name: "one", ...to("one") },
      { name: "many", ...to("many") },
      ...more,
    ]),
  };
  const add = async (table_id: string, data: unknown): Promise<string> =>
    (await door.call("CreateRow", { caller, path: { table_id }, body: { data } })).body.id;
  const rows = async (query: string): Promise<Shown[]> => {
    const reply = await door.call("ListRows", { caller, path, query: `sort=created_at:asc&${query}` });
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    return reply.body.rows;
  };
  const row = async (row_id: string, query: string): Promise<Shown> =>
    (await door.call("GetRow", { caller, path: { ...path, row_id }, query })).body;
  const person = (data: unknown) => add(target, data);
  const task = (data: unknown) => add(path.table_id, data);
  const drop = (id: string) => door.call("DeleteRow", { caller, path: { table_id: target, row_id: id } });
  return { caller, path, person, task, rows, row, drop };
}

const people = [
  { name: "first", type: "text" },
  { name: "last", type: "text" },
  { name: "name", type: "formula", formula: '{first} & " " & {last}' },
  { name: "age", type: "formula", formula: "VALUE({last})" },
];

test("expanded rows show what their formulas yield where computed is asked for, and only there", async () => {
  for (const more of [[], [{ name: "names", type: "formula", formula: "COUNTA({many})" }]]) {
    const t = await tables(people, more);
    const [ada, bo, gone] = [
      await t.person({ first: "Ada", last: "36" }),
      await t.person({ last: "B" }),
      await t.person({}),
    ];
    const id = await t.task({ one: ada, many: [bo, gone, ada] });
    await t.task({});
    await t.drop(gone);
    const [listed, empty] = await t.rows("expand=one,many&computed=1");
    assert.ok(listed !== undefined && empty !== undefined);
    const own = more.length === 0 ? {} : { names: 3 };
    assert.deepEqual(listed.computed, own);
    const { one, many } = listed.data;
    assert.deepEqual(
      [one?.id, one?.computed, one?.computed_errors],
      [ada, { name: "Ada 36", age: 36 }, undefined],
    );
    assert.deepEqual(many?.[0]?.computed, { name: " B", age: null });
    assert.deepEqual(many[0].computed_errors, { age: "#VALUE!" });
    assert.deepEqual([many[1], many[2]], [{ id: gone, missing: true }, one]);
    assert.deepEqual([empty.data["one"], empty.data["many"]], [null, null]);
    assert.deepEqual(await t.row(id, "expand=one,many&computed=1"), listed);
    const narrow = await t.row(id, "expand=one&computed=1&fields=one");
    assert.deepEqual([narrow.data, narrow.computed], [{ one }, {}]);
    const plain = await t.row(id, "expand=one");
    assert.deepEqual([plain.data["one"]?.computed, plain.computed], [undefined, undefined]);
  }
});

test("an expanded row of a table without formulas has no results where computed is asked for", async () => {
  const t = await tables([{ name: "n", type: "text" }], [{ name: "f", type: "formula", formula: "{one}" }]);
  const ada = await t.person({ n: "Ada" });
  await t.task({ one: ada });
  const [shown] = await t.rows("expand=one&computed=1");
  assert.deepEqual([shown?.computed, shown?.data["one"]?.computed], [{ f: ada }, {}]);
});

test("of expanded rows that are more than 8 MiB with their results the rest are ids alone, never the first", async () => {
  const long = ["a", "b", "c", "d", "e"].map((name) => ({
    name,
    type: "formula",
    formula: 'REPT("€", 100000)',
  }));
  const t = await tables([{ name: "n", type: "text" }, ...long]);
  const ids: string[] = [];
  for (let n = 0; n < 8; n++) ids.push(await t.person({}));
  const id = await t.task({ one: ids[0], many: ids });
  await t.task({ one: ids[0], many: ids });
  const shown = await t.row(id, "expand=one,many&computed=1");
  const { one, many = [] } = shown.data;
  assert.equal(one?.computed?.["e"], "€".repeat(100_000));
  assert.deepEqual(
    many.map(({ id, omitted }) => [id, omitted]),
    ids.map((each, n) => [each, n < 4 ? undefined : true]),
  );
  assert.deepEqual(many[0], one);
  const page = await t.rows("expand=one,many&computed=1");
  assert.deepEqual(page, [shown]);
});

test("the formulas of a row that many rows of an answer name are evaluated once", async ({ mock }) => {
  const t = await tables(people);
  const [ada, bo] = [await t.person({ first: "Ada" }), await t.person({ first: "Bo" })];
  for (let n = 0; n < 5; n++) await t.task({ one: ada, many: [ada, bo] });
  const evaluate = mock.method(FormulaSet.prototype, "evaluate");
  const shown = await t.rows("expand=many&computed=1");
  assert.equal(evaluate.mock.callCount(), 2);
  for (const { data } of shown)
    assert.deepEqual(
      data["many"]?.map(({ id, computed }) => [id, computed?.["name"]]),
      [
        [ada, "Ada "],
        [bo, "Bo "],
      ],
    );
});

test("no text of an expanded row whose results are too much is parsed to name it", async ({ mock }) => {
  const column = { name: "long", type: "formula", formula: 'REPT("€", 100000)' };
  const t = await tables([{ name: "n", type: "text" }, column]);
  const ids: string[] = [];
  for (let n = 0; n < 32; n++) ids.push(await t.person({}));
  const id = await t.task({ many: ids });
  const parse = mock.method(JSON, "parse");
  const { many = [] } = (await t.row(id, "expand=many&computed=1")).data;
  const parsed = parse.mock.calls.map(({ arguments: [text] }) => text);
  assert.deepEqual(many.at(-1), { id: ids.at(-1), omitted: true });
  assert.deepEqual(
    parsed.filter((text) => ids.some((each) => text.startsWith(`{"id":"${each}"`))),
    [],
  );
});
