import assert from "node:assert/strict";
import { test } from "node:test";
import { Database } from "@jst/db";
import { after } from "node:test";
import { testViews } from "../testing/test-views.ts";
import { pruneViews, viewsUsing } from "./column-views.ts";

const { database: source, tasks } = await testViews();
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
  assert.equal(body.version, 2);
  assert.equal((await s.read(id, "rows=true")).status, 200);
});

test("a filter without a condition left is none", async () => {
  const s = await tasks();
  const id = await s.saved({ filters: { not: { and: [{ field: "size", op: "gt", value: 1 }] } } });
  const columnId = await s.column("size");
  await database.write(context(s.caller.team_id), (tx) => pruneViews(tx, s.path.table_id, columnId));
  assert.equal((await s.read(id)).body.filters, null);
});
