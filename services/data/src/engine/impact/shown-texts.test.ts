import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller, withClient } from "@jst/testing";
import { refusal, sheetOf, testSheets } from "../../testing/test-sheets.ts";

const { database, door } = await testSheets();

/** A table with the column that others show its rows by, and one whose rows relate to them in both ways. */
async function shownBy(column: { name: string; type: string; formula?: string }, more: object[] = []) {
  const caller = testCaller();
  caller.team.timezone = "Asia/Tokyo";
  const create = async (display_name: string, columns: object[]) => {
    const made = await door.call("CreateTable", { caller, body: { display_name, columns } });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    return sheetOf(door, caller, made.body.id);
  };
  const things = await create("Things", [...more, column]);
  const relation = { ...things.path, display_column: column.name };
  const orders = await create("Orders", [
    { name: "one", type: "relation", relation },
    { name: "many", type: "relation", relation: { ...relation, cardinality: "many" } },
  ]);
  return { things, orders };
}

test("relations whose display column the service keeps are texts with its instant or the id of its person", async () => {
  for (const type of ["created_at", "updated_at", "created_by", "updated_by"]) {
    const { things, orders } = await shownBy({ name: "kept", type });
    const [first, second] = [(await things.row({})).body, (await things.row({})).body];
    await orders.row({ one: first.id, many: [second.id, first.id] });
    assert.equal((await things.remove("kept", { query: "force=true" })).status, 200);
    const shown = (row: typeof first) =>
      (type.endsWith("_by") ? row.created_by.id : row.created_at) as string;
    assert.deepEqual(await orders.cells("one"), [shown(first)], type);
    assert.deepEqual(await orders.cells("many"), [`${shown(second)}, ${shown(first)}`], type);
  }
});

test("relations whose display column is a formula are texts with what it yields last, in the team's zone", async () => {
  const stored = [
    { name: "n", type: "number" },
    { name: "at", type: "datetime" },
    { name: "tags", type: "multi_select", options: { options: [{ value: "x" }, { value: "y" }] } },
  ];
  for (const [formula, expected] of [
    ["{n} * 1.5", "3"],
    ["{n} > 1", "true"],
    ['DATE_FORMAT({at}, "YYYY-MM-DD")', "2026-03-02"],
    ["{at}", "2026-03-01T20:00:00.000Z"],
    ["{tags}", "x, y"],
  ] as const) {
    const { things, orders } = await shownBy({ name: "f", type: "formula", formula }, stored);
    const { id } = (await things.row({ n: 2, at: "2026-03-01T20:00:00Z", tags: ["x", "y"] })).body;
    await orders.row({ one: id, many: [id] });
    assert.equal((await things.remove("f", { query: "force=true" })).status, 200);
    assert.deepEqual([await orders.cells("one"), await orders.cells("many")], [[expected], [expected]]);
  }
});

test("a row whose formula yields an error or nothing, or that is deleted, is its id in such a text", async () => {
  const formula = "IF({n} > 5, BLANK(), 10 / {n})";
  const { things, orders } = await shownBy({ name: "f", type: "formula", formula }, [
    { name: "n", type: "number" },
  ]);
  const ids: string[] = [];
  for (const n of [4, 0, 6, 2]) ids.push((await things.row({ n })).body.id);
  const [, error, blank, deleted = ""] = ids;
  await orders.row({ many: ids });
  await door.call("DeleteRow", { caller: things.caller, path: { ...things.path, row_id: deleted } });
  assert.equal((await things.remove("f", { query: "force=true" })).status, 200);
  assert.deepEqual(await orders.cells("many"), [`2.5, ${error}, ${blank}, ${deleted}`]);
});

test("a formula that relations show of more rows than may be evaluated is not deleted, and says what helps", async () => {
  const { things, orders } = await shownBy({ name: "f", type: "formula", formula: "1" });
  const batch = async (s: typeof things, rows: object[]): Promise<string[]> => {
    const { caller, path } = s;
    const made = await door.call("BatchRows", { caller, path, body: { rows } });
    assert.equal(made.status, 200, JSON.stringify(made.body));
    return (made.body.rows as { id: string }[]).map(({ id }) => id);
  };
  for (let made = 0; made < 10_500; made += 500) {
    const ids = await batch(things, Array<object>(500).fill({ data: {} }));
    await batch(
      orders,
      [0, 1, 2, 3, 4].map((n) => ({ data: { many: ids.slice(n * 100, n * 100 + 100) } })),
    );
  }
  const refused = await things.remove("f", { query: "force=true" });
  assert.deepEqual(refusal(refused), [422, "limit_reached"]);
  assert.match(refused.body.detail, /relations that show f .* another display column/);
  assert.notEqual(await things.column("f"), "");
});

test("an undone formula leaves what it yields in the relations that came to show it", async () => {
  const { things, orders } = await shownBy({ name: "n", type: "number" });
  const made = await things.create({ name: "f", type: "formula", formula: "{n} + 1" });
  const relation = { ...things.path, display_column: "f" };
  assert.equal((await orders.update("one", { relation })).status, 200);
  await orders.row({ one: (await things.row({ n: 4 })).body.id });
  assert.equal((await things.undo(made, { force: true })).status, 200);
  assert.deepEqual(await orders.cells("one"), ["5"]);
});

for (const column of [
  { name: "f", type: "text" },
  { name: "f", type: "formula", formula: 'CONCAT("thing ", {n})' },
])
  test(`10,000 cells that were just stored are texts within one request (${column.type})`, async () => {
    const { things, orders } = await shownBy(column, [{ name: "n", type: "number" }]);
    await withClient(database.superuserUrl, async (client) => {
      await client.query("set session_replication_role = replica");
      const insert = `insert into data.rows (team_id, table_id, id, data, created_by_type)`;
      const tables = [things.caller.team_id, things.path.table_id];
      const cells = column.type === "text" ? "'f', 'thing ' || n" : "'n', n";
      await client.query(
        `${insert} select $1, $2, uuidv7(), jsonb_build_object(${cells}), 'service' from generate_series(1, 10000) n`,
        tables,
      );
      await client.query(
        `${insert} select $1, $3, uuidv7(), jsonb_build_object('one', r.id), 'service'
         from data.rows r where r.team_id = $1 and r.table_id = $2 order by r.id`,
        [...tables, orders.path.table_id],
      );
    });
    const removed = await things.remove("f", { query: "force=true" });
    assert.equal(removed.status, 200, removed.body?.detail);
    const { rows } = await withClient(database.superuserUrl, (client) =>
      client.query<{ texts: number; last: string }>(
        `select count(distinct r.data ->> 'one')::int as texts, max(r.data ->> 'one') as last
         from data.rows r where r.team_id = $1 and r.table_id = $2`,
        [things.caller.team_id, orders.path.table_id],
      ),
    );
    assert.deepEqual(rows, [{ texts: 10_000, last: "thing 9999" }]);
  });
