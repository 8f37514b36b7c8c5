import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller, withClient } from "@jst/testing";
import { testSheets } from "../../testing/test-sheets.ts";
import { leaveDeadlocks } from "../../testing/unresolved-deadlocks.ts";

const { database, door } = await testSheets();
await leaveDeadlocks(database);

/** People known by their name, and tasks that show them by it; a view and two formulas of people use the name too. */
async function desk() {
  const caller = testCaller();
  const create = async (display_name: string, columns: object[]) =>
    (await door.call("CreateTable", { caller, body: { display_name, columns } })).body;
  const people = await create("People", [
    { name: "name", type: "text", unique: true },
    { name: "size", type: "number" },
    { name: "loud", type: "formula", formula: "UPPER({name})" },
    { name: "louder", type: "formula", formula: '{loud} & "!"' },
    { name: "twice", type: "formula", formula: "{size} * 2" },
  ]);
  const relation = (cardinality: string) => ({
    type: "relation",
    relation: { table_id: people.id, cardinality, display_column: "name" },
  });
  const tasks = await create("Tasks", [
    { name: "owner", ...relation("one"), unique: true },
    { name: "team", ...relation("many") },
    { name: "boss", type: "relation", relation: { table_id: people.id, display_column: "size" } },
  ]);
  const at = { caller, path: { table_id: people.id as string } };
  const view = (
    await door.call("CreateView", {
      ...at,
      body: { name: "Named", filters: { field: "name", op: "nempty" }, visible_columns: ["name", "size"] },
    })
  ).body;
  const row = async (table_id: string, data: unknown): Promise<string> => {
    const made = await door.call("CreateRow", { caller, path: { table_id }, body: { data } });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    return made.body.id;
  };
  const columnOf = (table: { columns: { id: string; name: string }[] }, name: string): string =>
    table.columns.find((column) => column.name === name)?.id ?? "";
  return {
    caller,
    people,
    tasks,
    view,
    row,
    columnOf,
    remove: (name: string, more: object = {}) =>
      door.call("DeleteColumn", { ...at, path: { ...at.path, column_id: columnOf(people, name) }, ...more }),
    rows: async (table_id: string, query = "") =>
      (await door.call("ListRows", { caller, path: { table_id }, query: `sort=created_at:asc&${query}` }))
        .body.rows,
    changes: () =>
      withClient(database.superuserUrl, async (client) => {
        const { rows } = await client.query<{
          changeset_id: string;
          resource: string;
          op: string;
          n: number;
        }>(
          `select changeset_id, resource, op, count(*)::int as n from data.changes where team_id = $1
           group by changeset_id, resource, op order by max(seq)`,
          [caller.team_id],
        );
        return rows;
      }),
  };
}

test("a column in use stays, and every use is told: relations that show rows by it, formulas and views", async () => {
  const d = await desk();
  const before = await d.changes();
  const refused = await d.remove("name");
  assert.deepEqual([refused.status, refused.body.code], [409, "column_in_use"]);
  const use = (kind: string, table_id: string, id: string, name: string) => ({
    kind,
    table_id,
    id,
    name,
    path: `/api/v1/data/tables/${table_id}/${kind === "view" ? "views" : "columns"}/${id}`,
  });
  assert.deepEqual(refused.body.impact, [
    use("relation", d.tasks.id, d.columnOf(d.tasks, "owner"), "owner"),
    use("relation", d.tasks.id, d.columnOf(d.tasks, "team"), "team"),
    use("formula", d.people.id, d.columnOf(d.people, "loud"), "loud"),
    use("formula", d.people.id, d.columnOf(d.people, "louder"), "louder"),
    use("view", d.people.id, d.view.id, "Named"),
  ]);
  assert.deepEqual(await d.changes(), before);
  assert.equal((await d.remove("name", { body: { force: false } })).status, 409);
  const forced = await d.remove("name", { body: { force: true } });
  assert.deepEqual(
    [forced.status, forced.body],
    [200, { id: d.columnOf(d.people, "name"), deleted: true, applied_impact: refused.body.impact }],
  );
});

test("what relies on the ids in a relation that becomes text is told too: formulas and views of its table", async () => {
  const d = await desk();
  const path = { table_id: d.tasks.id as string };
  const create = async (rpc: "CreateColumn" | "CreateView", body: object) => {
    const made = await door.call(rpc, { caller: d.caller, path, body });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    return made.body as { id: string };
  };
  const formula = { name: "names", type: "formula", formula: 'ARRAY_JOIN({team}, "+")' };
  const broken = await create("CreateColumn", formula);
  await create("CreateColumn", { name: "kept", type: "formula", formula: "LEN({owner})" });
  const member = await d.row(d.people.id, { name: "Ada" });
  const views: [name: string, settings: object][] = [
    ["Filtered", { filters: { not: { field: "team", op: "has_any", value: [member] } } }],
    [
      "Coloured",
      {
        conditional_formats: [
          { scope: "row", filter: { field: "owner", op: "eq", value: member }, style: { bold: true } },
        ],
      },
    ],
    [
      "Acting",
      {
        record_review_layout: {
          primary_column: "owner",
          actions: [{ label: "Take", set: { owner: member } }],
        },
      },
    ],
    ["Showing", { visible_columns: ["team"], filters: { field: "boss", op: "eq", value: member } }],
  ];
  const ids: string[] = [];
  for (const [name, settings] of views) ids.push((await create("CreateView", { name, ...settings })).id);

  const { body } = await d.remove("name");
  const told = body.impact
    .filter((use: { table_id: string }) => use.table_id === d.tasks.id)
    .map(({ kind, id, name }: Record<string, string>) => [kind, id, name]);
  assert.deepEqual(told, [
    ["relation", d.columnOf(d.tasks, "owner"), "owner"],
    ["relation", d.columnOf(d.tasks, "team"), "team"],
    ["formula", broken.id, "names"],
    ["view", ids[0], "Filtered"],
    ["view", ids[1], "Coloured"],
    ["view", ids[2], "Acting"],
  ]);
  const forced = await d.remove("name", { query: "force=true" });
  assert.deepEqual([forced.status, forced.body.applied_impact], [200, body.impact]);
});

test("by force relations become the text they showed, formulas yield #REF!, views lose the column", async () => {
  const d = await desk();
  const [ada, bo, gone] = [
    await d.row(d.people.id, { name: "Ada", size: 1 }),
    await d.row(d.people.id, { name: "Bo" }),
    await d.row(d.people.id, { name: "Gone" }),
  ];
  const nameless = await d.row(d.people.id, {});
  await d.row(d.tasks.id, { owner: ada, team: [bo, ada], boss: ada });
  await d.row(d.tasks.id, { owner: gone, team: [gone, nameless] });
  await d.row(d.tasks.id, { team: [] });
  await door.call("DeleteRow", { caller: d.caller, path: { table_id: d.people.id, row_id: gone } });
  assert.equal((await d.remove("name", { query: "force=true" })).status, 200);

  const cells = (await d.rows(d.tasks.id)).map((row: { data: unknown }) => row.data);
  assert.deepEqual(cells, [
    { owner: "Ada", team: "Bo, Ada", boss: ada },
    { owner: gone, team: `${gone}, ${nameless}`, boss: null },
    { owner: null, team: null, boss: null },
  ]);
  const columns = (await door.call("ListColumns", { caller: d.caller, path: { table_id: d.tasks.id } })).body
    .columns;
  assert.deepEqual(
    columns.map((column: Record<string, unknown>) => [
      column["name"],
      column["type"],
      column["unique"],
      column["relation"] !== null,
    ]),
    [
      ["owner", "text", false, false],
      ["team", "text", false, false],
      ["boss", "relation", false, true],
    ],
  );
  const [first] = await d.rows(d.people.id, "computed=1");
  assert.deepEqual(
    [first.data, first.computed, first.computed_errors],
    [{ size: 1 }, { loud: null, louder: null, twice: 2 }, { loud: "#REF!", louder: "#REF!" }],
  );
  const view = await door.call("GetView", {
    caller: d.caller,
    path: { table_id: d.people.id, view_id: d.view.id },
  });
  assert.deepEqual([view.body.filters, view.body.visible_columns, view.body.version], [null, ["size"], 2]);
});

test("a forced deletion is one changeset with an image of everything it takes away or changes", async () => {
  const d = await desk();
  const ada = await d.row(d.people.id, { name: "Ada" });
  await d.row(d.tasks.id, { owner: ada });
  const reply = await d.remove("name", { query: "force=true" });
  const changeset = (reply.headers["x-changeset-id"] ?? "").replace(/^data_/, "");
  const own = (await d.changes()).filter((change) => change.changeset_id === changeset);
  const counted = Object.fromEntries(own.map(({ resource, op, n }) => [`${op} ${resource}`, n]));
  // Two relations and the formula whose result type is open now; a person and a task; the tables of both.
  assert.deepEqual(counted, {
    "update columns": 3,
    "update rows": 2,
    "update views": 1,
    "delete columns": 1,
    "update tables": 2,
  });
});

test("rows written while the column goes fit the columns that are left", async () => {
  const d = await desk();
  const ada = await d.row(d.people.id, { name: "Ada" });
  const replies = await Promise.all([
    ...Array.from({ length: 6 }, () =>
      door.call("CreateRow", {
        caller: d.caller,
        path: { table_id: d.tasks.id },
        body: { data: { team: [ada] } },
      }),
    ),
    d.remove("name", { query: "force=true" }),
    d.remove("name", { query: "force=true" }),
  ]);
  const statuses = replies.map((reply) => reply.status);
  assert.deepEqual(statuses.slice(6).sort(), [200, 404]);
  // A list does not become a text.
  assert.ok(
    statuses.slice(0, 6).every((status) => status === 201 || status === 422),
    String(statuses),
  );
  for (const row of await d.rows(d.tasks.id)) assert.equal(row.data.team, "Ada");
});

test("a table that relates to itself is converted in itself", async () => {
  const caller = testCaller();
  const made = await door.call("CreateTable", {
    caller,
    body: { display_name: "Nodes", columns: [{ name: "name", type: "text" }] },
  });
  const path = { table_id: made.body.id as string };
  const body = { name: "parent", type: "relation", relation: { table_id: "nodes", display_column: "name" } };
  assert.equal((await door.call("CreateColumn", { caller, path, body })).status, 201);
  const root = (await door.call("CreateRow", { caller, path, body: { data: { name: "root" } } })).body.id;
  await door.call("CreateRow", { caller, path, body: { data: { name: "leaf", parent: root } } });
  const formula = { name: "both", type: "formula", formula: "ARRAY_JOIN({all}) & {name}" };
  const all = { name: "all", type: "relation", relation: { ...body.relation, cardinality: "many" } };
  for (const more of [all, formula])
    assert.equal((await door.call("CreateColumn", { caller, path, body: more })).status, 201);
  const column = { ...path, column_id: made.body.columns[0].id as string };
  const { impact } = (await door.call("DeleteColumn", { caller, path: column })).body;
  assert.deepEqual(
    impact.map(({ name }: { name: string }) => name),
    ["parent", "all", "both"],
  );
  assert.equal((await door.call("DeleteColumn", { caller, path: column, query: "force=true" })).status, 200);
  const { rows } = (await door.call("ListRows", { caller, path, query: "sort=created_at:asc" })).body;
  assert.deepEqual(
    rows.map((row: { data: unknown }) => row.data),
    [
      { parent: null, all: null },
      { parent: "root", all: null },
    ],
  );
});
