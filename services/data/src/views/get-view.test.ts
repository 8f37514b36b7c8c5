import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testViews } from "../testing/test-views.ts";

const { door, tasks } = await testViews();

interface ViewRow {
  id: string;
  data: Record<string, unknown>;
  computed?: Record<string, unknown>;
  format?: unknown;
}

const rows = [
  { title: "a", size: 1 },
  { title: "b", size: 5, due: "2020-01-01" },
  { title: "c", size: 9 },
  { title: "d" },
];
const titles = (reply: { body: { rows: ViewRow[] } }) => reply.body.rows.map((row) => row.data["title"]);
const filter = (node: unknown) => `filter=${encodeURIComponent(JSON.stringify(node))}`;

test("a view answers its version as ETag, and 304 to whom knows it", async () => {
  const s = await tasks();
  const id = await s.saved({});
  const reply = await s.read(id);
  assert.deepEqual([reply.status, reply.headers.etag, "rows" in reply.body], [200, '"1"', false]);
  assert.equal((await s.read(id, "", { headers: { "if-none-match": '"1"' } })).status, 304);
  assert.equal((await s.read(id, "", { headers: { "if-none-match": '"2"' } })).status, 200);
  assert.equal((await s.read(id, "rows=true", { headers: { "if-none-match": '"1"' } })).status, 200);
});

test("rows=true adds the rows of the view's filter in its order, its visible columns only", async () => {
  const s = await tasks(rows);
  const id = await s.saved({
    filters: { field: "size", op: "nempty" },
    sorts: [{ field: "size", direction: "desc" }],
    visible_columns: ["title", "size", "twice"],
    hidden_columns: ["size"],
  });
  const reply = await s.read(id, "rows=true");
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  assert.deepEqual(titles(reply), ["c", "b", "a"]);
  assert.deepEqual(reply.body.rows[0].data, { title: "c" });
  assert.deepEqual([reply.body.next_cursor, reply.body.has_more, reply.body.name], [null, false, "V"]);
  assert.equal("computed" in reply.body.rows[0], false);
  const computed = await s.read(id, "rows=true&computed=1");
  assert.deepEqual(computed.body.rows[0].computed, { twice: 18 });
  assert.deepEqual(computed.body.rows[0].data, { title: "c" });
});

test("a view that hides everything shows rows without cells", async () => {
  const s = await tasks([{ title: "a" }]);
  const id = await s.saved({ visible_columns: ["title"], hidden_columns: ["title"] });
  assert.deepEqual((await s.read(id, "rows=true")).body.rows[0].data, {});
});

test("the caller's filter narrows the view's, and pages meet", async () => {
  const s = await tasks(rows);
  const id = await s.saved({
    filters: { field: "size", op: "gt", value: 1 },
    sorts: [{ field: "title", direction: "asc" }],
  });
  const narrowed = await s.read(id, `rows=true&${filter({ field: "size", op: "lt", value: 6 })}`);
  assert.deepEqual(titles(narrowed), ["b"]);
  const first = await s.read(id, "rows=true&limit=1");
  assert.deepEqual([titles(first), first.body.has_more], [["b"], true]);
  const next = await s.read(id, `rows=true&limit=1&cursor=${first.body.next_cursor}`);
  assert.deepEqual([titles(next), next.body.has_more], [["c"], false]);
  await s.change(id, { filters: null });
  const moved = await s.read(id, `rows=true&limit=1&cursor=${first.body.next_cursor}`);
  assert.deepEqual([moved.status, moved.body.code], [400, "invalid_cursor"]);
});

test("of the formats that match a row, and each of its cells, the first one applies", async () => {
  const s = await tasks(rows);
  const format = (node: object, rest: object) => ({ filter: node, scope: "row", ...rest });
  const id = await s.saved({
    sorts: [{ field: "title", direction: "asc" }],
    conditional_formats: [
      format({ field: "size", op: "gt", value: 6 }, { style: { background: "red" } }),
      format({ field: "size", op: "gt", value: 3 }, { style: { background: "yellow", bold: true } }),
      format({ field: "due", op: "before", value: { rel: "today" } }, { scope: "cell", column: "due", style: { color: "#ff0000" } }),
      format({ field: "due", op: "nempty" }, { scope: "cell", column: "due", style: { color: "blue" } }),
      format({ field: "size", op: "empty" }, { scope: "cell", column: "size", style: { italic: false } }),
    ],
  }); // prettier-ignore
  const formats = (query: string) =>
    s
      .read(id, query)
      .then((reply) => reply.body.rows.map((row: ViewRow) => ("format" in row ? row.format : undefined)));
  const expected = [
    undefined,
    { row: { background: "yellow", bold: true }, cells: { due: { color: "#ff0000" } } },
    { row: { background: "red" } },
    { cells: { size: { italic: false } } },
  ];
  assert.deepEqual(await formats("rows=true"), expected);
  assert.deepEqual(await formats("rows=true&computed=1"), expected);
});

test("a cell that the view does not show has no format either", async () => {
  const s = await tasks(rows);
  const style = { bold: true };
  const sized = { filter: { field: "size", op: "gt", value: 4 }, scope: "cell", column: "size", style };
  const titled = { filter: { field: "size", op: "gt", value: 8 }, scope: "cell", column: "title", style };
  for (const settings of [{ hidden_columns: ["size"] }, { visible_columns: ["title", "due"] }]) {
    const id = await s.saved({
      ...settings,
      conditional_formats: [sized, titled],
      sorts: [{ field: "size", direction: "desc" }],
    });
    const { body } = await s.read(id, "rows=true");
    assert.deepEqual(
      body.rows.map((row: ViewRow) => row.format),
      [{ cells: { title: style } }, undefined, undefined, undefined],
    );
  }
});

test("formulas decide rows, order and formats of a view like any column", async () => {
  const s = await tasks(rows);
  const id = await s.saved({
    filters: { field: "twice", op: "gt", value: 2 },
    sorts: [{ field: "twice", direction: "desc" }],
    conditional_formats: [
      {
        filter: { field: "twice", op: "gt", value: 12 },
        scope: "cell",
        column: "twice",
        style: { bold: true },
      },
    ],
  });
  const reply = await s.read(id, "rows=true");
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  assert.deepEqual(titles(reply), ["c", "b"]);
  assert.deepEqual(
    reply.body.rows.map((row: ViewRow) => row.format),
    [{ cells: { twice: { bold: true } } }, undefined],
  );
  const plain = await s.saved({
    conditional_formats: [{ filter: { field: "twice", op: "gt", value: 12 }, scope: "row", style: {} }],
  });
  assert.equal((await s.read(plain, "rows=true")).status, 200);
});

test("view_id gives a list the view's filter, and its order unless another is asked for", async () => {
  const s = await tasks(rows);
  const id = await s.saved({
    filters: { field: "size", op: "gt", value: 1 },
    sorts: [{ field: "size", direction: "desc" }],
    visible_columns: ["title"],
    conditional_formats: [{ filter: { field: "size", op: "nempty" }, scope: "row", style: { bold: true } }],
  });
  const list = (query: string) => door.call("ListRows", { caller: s.caller, path: s.path, query });
  const reply = await list(`view_id=${id}`);
  assert.deepEqual(titles(reply), ["c", "b"]);
  assert.deepEqual(Object.keys(reply.body.rows[0].data).length, 5);
  assert.equal("format" in reply.body.rows[0], false);
  assert.deepEqual(titles(await list(`view_id=${id}&sort=size:asc`)), ["b", "c"]);
  assert.deepEqual(titles(await list(`view_id=${id}&q=b`.replace("q=b", "limit=1"))), ["c"]);
  const first = (await list(`view_id=${id}&limit=1`)).body.next_cursor;
  assert.deepEqual(titles(await list(`view_id=${id}&cursor=${first}`)), ["b"]);
  assert.equal((await list(`cursor=${first}`)).body.code, "invalid_cursor");
});

test("a view that is absent, of another table or another team is 404; a malformed id in the query 400; a bad filter before", async () => {
  const s = await tasks();
  const id = await s.saved({});
  const other = await (await tasks()).saved({});
  const list = (query: string) => door.call("ListRows", { caller: s.caller, path: s.path, query });
  const bad = filter({ field: "none", op: "empty" });
  for (const absent of [randomUUID(), other]) {
    assert.equal((await list(`view_id=${absent}`)).status, 404);
    assert.equal((await list(`view_id=${absent}&${bad}`)).body.code, "invalid_filter");
    assert.equal((await s.read(absent)).status, 404);
    assert.equal((await s.read(absent, `rows=true&${bad}`)).body.code, "invalid_filter");
  }
  assert.equal((await list("view_id=nope")).body.code, "invalid_parameter");
  assert.equal((await s.read("nope")).status, 404);
  const path = { ...s.path, view_id: id };
  assert.equal((await door.call("GetView", { caller: testCaller(), path })).status, 404);
});

test("a parameter of the rows without rows=true is refused, never ignored", async () => {
  const s = await tasks();
  const id = await s.saved({});
  for (const query of ["limit=1", "computed=1", "rows=false&limit=1"]) {
    const reply = await s.read(id, query);
    assert.deepEqual([reply.status, reply.body.code], [400, "invalid_parameter"], query);
  }
  assert.equal((await s.read(id, "rows=false")).status, 200);
  assert.equal((await s.read(id, "rows=true&sort=title:asc")).body.code, "unknown_parameter");
});

test("a view that no longer fits its column's type says that it is the view", async () => {
  const s = await tasks();
  const id = await s.saved({ filters: { field: "due", op: "before", value: "2030-01-01" } });
  assert.equal((await s.update("due", { type: "text" })).status, 200);
  const reply = await s.read(id, "rows=true");
  assert.deepEqual([reply.status, reply.body.code, reply.body.view_id], [400, "invalid_filter", id]);
  assert.equal((await s.change(id, { name: "Still mine" })).status, 200);
  assert.equal((await s.change(id, { filters: null })).status, 200);
  assert.equal((await s.read(id, "rows=true")).status, 200);
});
