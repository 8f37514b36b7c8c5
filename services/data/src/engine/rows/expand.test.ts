import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller, withClient } from "@jst/testing";
import { refusal, testSheets } from "../../testing/test-sheets.ts";

const { door, database } = await testSheets();

/** Two people, one of them gone, and a task that names both. */
async function desk() {
  const caller = testCaller();
  const create = async (display_name: string, columns: object[]): Promise<string> =>
    (await door.call("CreateTable", { caller, body: { display_name, columns } })).body.id;
  const people = await create("People", [
    { name: "name", type: "text" },
    { name: "made_at", type: "created_at" },
  ]);
  const relation = (cardinality: string) => ({
    type: "relation",
    relation: { table_id: people, cardinality },
  });
  const tasks = await create("Tasks", [
    { name: "owner", ...relation("one") },
    { name: "team", ...relation("many") },
    { name: "owned", type: "formula", formula: 'IF(ISBLANK({owner}), "no", {owner})' },
  ]);
  const row = async (table_id: string, data: unknown) =>
    (await door.call("CreateRow", { caller, path: { table_id }, body: { data } })).body;
  const [ada, bo] = [await row(people, { name: "Ada" }), await row(people, { name: "Bo" })];
  const task = await row(tasks, { owner: ada.id, team: [bo.id, ada.id] });
  await row(tasks, { team: [] });
  await door.call("DeleteRow", { caller, path: { table_id: people, row_id: bo.id } });
  const path = { table_id: tasks };
  return {
    caller,
    people,
    tasks,
    ada,
    bo,
    task,
    list: (query: string) => door.call("ListRows", { caller, path, query: `sort=created_at:asc&${query}` }),
    get: (query: string, headers = {}) =>
      door.call("GetRow", { caller, path: { ...path, row_id: task.id }, query, headers }),
    addColumn: (body: object) => door.call("CreateColumn", { caller, path: { table_id: people }, body }),
  };
}

test("expanded cells show the target's row in place of its id, and say of a deleted one that it is missing", async () => {
  const d = await desk();
  const missing = { id: d.bo.id, missing: true };
  const [first, second] = (await d.list("expand=owner,team")).body.rows;
  assert.deepEqual(first.data, { owner: d.ada, team: [missing, d.ada] });
  assert.deepEqual(second.data, { owner: null, team: null });
  assert.deepEqual((await d.get("expand=team")).body.data, { owner: d.ada.id, team: [missing, d.ada] });
});

test("a formula beside an expanded column reads the id; fields narrows what is expanded", async () => {
  const d = await desk();
  const [first] = (await d.list("expand=owner&computed=1")).body.rows;
  assert.deepEqual([first.data.owner, first.computed], [{ ...d.ada, computed: {} }, { owned: d.ada.id }]);
  const [narrow] = (await d.list("expand=owner&fields=owner")).body.rows;
  assert.deepEqual(narrow.data, { owner: d.ada });
});

test("a column that is unknown, no relation or left out by fields is refused with its place", async () => {
  const d = await desk();
  const cases = [
    ["expand=nobody", "unknown_column"],
    ["expand=__proto__", "unknown_column"],
    ["expand=owner,", "unknown_column"],
    ["expand=owned", "invalid_value"],
    ["expand=owner&fields=team", "invalid_value"],
  ];
  for (const [query = "", code] of cases) {
    for (const reply of [await d.list(query), await d.get(query)])
      assert.deepEqual(refusal(reply), [400, "invalid_parameter", `expand ${code}`], query);
  }
  for (const query of ["expand=", "expand=owner&expand=team"])
    assert.equal((await d.list(query)).status, 400, query);
});

test("columns that are added to the target are in its expanded rows from then on", async () => {
  const d = await desk();
  assert.equal((await d.list("expand=owner")).body.rows[0].data.owner.data.note, undefined);
  assert.equal((await d.addColumn({ name: "note", type: "text", default: "new" })).status, 201);
  for (const reply of [(await d.list("expand=owner")).body.rows[0], (await d.get("expand=owner")).body])
    assert.equal(reply.data.owner.data.note, "new");
});

test("an expanded row is never answered as unchanged: its targets have versions of their own", async () => {
  const d = await desk();
  assert.equal((await d.get("", { "if-none-match": '"1"' })).status, 304);
  assert.equal((await d.get("expand=owner", { "if-none-match": '"1"' })).status, 200);
});

test("a view's rows are expanded as those of a list are", async () => {
  const d = await desk();
  const path = { table_id: d.tasks };
  const body = {
    name: "Owners",
    visible_columns: ["owner"],
    sorts: [{ field: "created_at", direction: "asc" }],
  };
  const view = (await door.call("CreateView", { caller: d.caller, path, body })).body;
  const at = { caller: d.caller, path: { ...path, view_id: view.id as string } };
  const reply = await door.call("GetView", { ...at, query: "rows=true&expand=owner" });
  assert.deepEqual(reply.body.rows[0].data, { owner: d.ada });
  const listed = await d.list(`view_id=${view.id}&expand=owner`);
  assert.deepEqual(listed.body.rows[0].data.owner, d.ada);
  assert.deepEqual(refusal(await door.call("GetView", { ...at, query: "rows=true&expand=team" })), [
    400,
    "invalid_parameter",
    "expand invalid_value",
  ]);
  assert.equal((await door.call("GetView", { ...at, query: "expand=owner" })).status, 400);
});

test("of targets that are more than 8 MiB the rest are ids alone, in lists and in single rows", async () => {
  const caller = testCaller();
  const create = async (display_name: string, columns: object[]): Promise<string> =>
    (await door.call("CreateTable", { caller, body: { display_name, columns } })).body.id;
  const files = await create("Files", [{ name: "content", type: "json" }]);
  const relation = { type: "relation", relation: { table_id: files, cardinality: "many" } };
  const path = {
    table_id: await create("Cases", [
      { name: "files", ...relation },
      { name: "more", ...relation },
    ]),
  };
  const add = async (table_id: string, data: unknown): Promise<string> =>
    (await door.call("CreateRow", { caller, path: { table_id }, body: { data } })).body.id;
  const ids: string[] = [];
  for (let n = 0; n < 20; n++) ids.push(await add(files, { content: "c".repeat(500_000) }));
  const small = await add(files, { content: "c" });
  const row = await add(path.table_id, { files: [...ids, small], more: [small] });
  for (const [query, whole] of [
    ["expand=files", 16],
    ["expand=files,more", 8],
  ] as const) {
    const one = await door.call("GetRow", { caller, path: { ...path, row_id: row }, query });
    assert.equal(one.status, 200, JSON.stringify(one.body).slice(0, 300));
    const shown = one.body.data.files as { id: string; data?: { content: string }; omitted?: boolean }[];
    assert.deepEqual(
      shown.map(({ id }) => id),
      [...ids, small],
    );
    assert.ok(shown.slice(0, whole).every(({ data }) => data?.content.length === 500_000));
    assert.deepEqual(
      shown.slice(whole),
      [...ids, small].slice(whole).map((id) => ({ id, omitted: true })),
    );
    assert.equal(query === "expand=files" ? one.body.data.more[0] : one.body.data.more[0].id, small);
    const { body } = await door.call("ListRows", { caller, path, query });
    assert.deepEqual(body.rows, [one.body]);
  }
});

test("targets behind those that an answer has room for are not read, of a row and of the page's other rows", async () => {
  const caller = testCaller();
  const create = async (display_name: string, columns: object[]): Promise<string> =>
    (await door.call("CreateTable", { caller, body: { display_name, columns } })).body.id;
  const files = await create("Files", [{ name: "content", type: "json" }]);
  const relation = { type: "relation", relation: { table_id: files, cardinality: "many" } };
  const path = { table_id: await create("Cases", [{ name: "files", ...relation }]) };
  const add = async (table_id: string, data: unknown): Promise<string> =>
    (await door.call("CreateRow", { caller, path: { table_id }, body: { data } })).body.id;
  const ids: string[] = [];
  for (let n = 0; n < 17; n++) ids.push(await add(files, { content: "c".repeat(500_000) }));
  const rows: string[] = [];
  for (let n = 0; n < 3; n++) rows.push(await add(path.table_id, { files: ids }));
  // A link that PostgreSQL fails to read: behind 8 MiB of the first row, and first in the others.
  await withClient(database.superuserUrl, async (client) => {
    await client.query("set session_replication_role = replica");
    const text = "update data.rows set data = jsonb_set(data, $2, $3, true) where id = $1";
    for (const [at, id] of rows.entries())
      await client.query(text, [id, ["files", at === 0 ? "17" : "0"], '"unread"']);
  });
  for (const query of ["limit=1", "limit=2", ""]) {
    const reply = await door.call("ListRows", {
      caller,
      path,
      query: `sort=created_at:asc&expand=files&${query}`,
    });
    assert.deepEqual([reply.status, reply.body.rows?.length, reply.body.has_more], [200, 1, true], query);
    assert.deepEqual(reply.body.rows[0].data.files.at(-1), { id: "unread", omitted: true });
  }
});
