import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { Database } from "@jst/db";
import { testCaller } from "@jst/testing";
import { testViews } from "../../testing/test-views.ts";
import { pruneViews, viewsUsing } from "./column-views.ts";

const { database: source, door, tasks } = await testViews();
const database = new Database({
  connectionString: source.url,
  poolSize: 1,
  applicationName: "data",
  changesetPrefix: "data",
});
after(() => database.close());

const context = (teamId: string) => ({
  teamId,
  tokenId: "t",
  actorType: "service",
  actorId: "a",
  requestId: "r",
  timeoutMs: 5_000,
});

test("the views that name a column are told with the place, and lose it with what cannot stand without it", async () => {
  const s = await tasks();
  const style = { bold: true };
  const id = await s.saved({
    name: "Uses",
    filters: { and: [{ field: "size", op: "gt", value: 1 }, { or: [{ not: { field: "size", op: "empty" } }] }, { field: "title", op: "nempty" }] },
    sorts: [{ field: "size", direction: "asc" }, { field: "title", direction: "asc" }],
    visible_columns: ["title", "size"],
    hidden_columns: ["size"],
    column_order: ["size", "due"],
    conditional_formats: [
      { filter: { or: [{ field: "size", op: "empty" }, { field: "due", op: "empty" }] }, scope: "row", style },
      { filter: { field: "due", op: "empty" }, scope: "cell", column: "size", style },
      { filter: { field: "due", op: "empty" }, scope: "row", style },
    ],
    record_review_layout: {
      primary_column: "size",
      sections: [{ title: "S", columns: ["size", "title"] }],
      actions: [{ label: "One", set: { size: 1 } }, { label: "Two", set: { size: 2, title: "x" } }],
    },
    grid: { widths: { size: 90, due: 100 }, frozen: 2 },
  }); // prettier-ignore
  await s.saved({ name: "Not", visible_columns: ["title"] });
  const [tableId, columnId] = [s.path.table_id, await s.column("size")];
  const team = context(s.caller.team_id);
  const { result } = await database.write(team, (tx) => viewsUsing(tx, tableId, columnId));
  assert.deepEqual(result, [
    { kind: "view", table_id: tableId, id, name: "Uses", path: "filters.and.0.field" },
  ]);
  await database.write(team, (tx) => pruneViews(tx, tableId, columnId));
  const { body } = await s.read(id);
  assert.deepEqual(
    [body.filters, body.sorts, body.visible_columns, body.hidden_columns, body.column_order],
    [{ and: [{ field: "title", op: "nempty" }] }, [{ field: "title", direction: "asc" }], ["title"], [], ["due"]],
  ); // prettier-ignore
  assert.deepEqual(body.conditional_formats, [
    { filter: { field: "due", op: "empty" }, scope: "row", style },
  ]);
  assert.deepEqual(body.record_review_layout, {
    primary_column: null,
    state_column: null,
    sections: [{ title: "S", columns: ["title"] }],
    actions: [{ label: "Two", set: { title: "x" } }],
  });
  assert.deepEqual(body.grid, { widths: { due: 100 }, frozen: 2, row_height: null });
  assert.equal(body.version, 2);
  assert.equal((await s.read(id, "rows=true")).status, 200);
});

test("a view that an older release stored has a grid as a new view does, and follows its columns", async () => {
  const s = await tasks();
  const id = await s.saved({ hidden_columns: ["size"] });
  await database.write(context(s.caller.team_id), (tx) =>
    tx.query({
      name: "older_view",
      text: "update data.views v set settings = v.settings - 'grid' where v.team_id = $1 and v.id = $2",
      values: [s.caller.team_id, id],
    }),
  );
  assert.deepEqual((await s.read(id)).body.grid, { widths: {}, frozen: 1, row_height: null });
  const columnId = await s.column("size");
  await database.write(context(s.caller.team_id), (tx) => pruneViews(tx, s.path.table_id, columnId));
  assert.deepEqual((await s.read(id, "rows=true")).body.hidden_columns, []);
});

test("a filter whose last condition is removed is removed", async () => {
  const s = await tasks();
  const id = await s.saved({ filters: { not: { and: [{ field: "size", op: "gt", value: 1 }] } } });
  const columnId = await s.column("size");
  await database.write(context(s.caller.team_id), (tx) => pruneViews(tx, s.path.table_id, columnId));
  assert.equal((await s.read(id)).body.filters, null);
});

test("a view whose last column to show is deleted shows none, says so, and shows it again when that is undone", async () => {
  const s = await tasks([{ title: "a", size: 9 }]);
  const id = await s.saved({ visible_columns: ["title"] });
  const seen = async () => {
    const { visible_columns, hidden_columns, version, rows } = (await s.read(id, "rows=true&computed=1"))
      .body;
    return { visible_columns, hidden_columns, version, data: rows[0].data, computed: rows[0].computed };
  };
  const whole = { visible_columns: ["title"], hidden_columns: [], data: { title: "a" }, computed: {} };
  assert.deepEqual(await seen(), { ...whole, version: 1 });
  const path = { ...s.path, column_id: await s.column("title") };
  const deleted = await door.call("DeleteColumn", { caller: s.caller, path, query: "force=true" });
  assert.equal(deleted.status, 200);
  const left = ["size", "due", "meta", "stage", "twice"];
  const closed = { visible_columns: [], hidden_columns: left, data: {}, computed: {} };
  assert.deepEqual(await seen(), { ...closed, version: 2 });
  assert.equal((await s.change(id, { name: "Other" })).status, 200);
  const known = { headers: { "if-none-match": (await s.read(id)).headers.etag ?? "" } };
  assert.equal((await s.create({ name: "later", type: "text", default: "x" })).status, 201);
  assert.equal((await s.read(id, "", known)).status, 200);
  assert.deepEqual(await seen(), { ...closed, hidden_columns: [...left, "later"], version: 3 });
  const undone = await door.call("UndoChangeset", {
    caller: testCaller({ team_id: s.caller.team_id, token_type: "human", member_id: randomUUID(), role: "admin" }),
    path: { changeset_id: deleted.headers["x-changeset-id"] ?? "" },
    body: { force: true },
  }); // prettier-ignore
  assert.equal(undone.status, 200, JSON.stringify(undone.body));
  assert.deepEqual({ ...(await seen()), version: 0 }, { ...whole, version: 0 });
});

test("a view that shows none shows all again once it is told to", async () => {
  const s = await tasks([{ title: "a" }]);
  const id = await s.saved({ visible_columns: ["size"] });
  const columnId = await s.column("size");
  await database.write(context(s.caller.team_id), (tx) => pruneViews(tx, s.path.table_id, columnId));
  assert.equal((await s.change(id, { visible_columns: [], hidden_columns: [] })).status, 200);
  assert.equal((await s.read(id, "rows=true")).body.rows[0].data.title, "a");
});
