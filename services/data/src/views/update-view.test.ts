import assert from "node:assert/strict";
import { test } from "node:test";
import { randomUUID } from "node:crypto";
import { testCaller } from "@jst/testing";
import { testViews } from "../testing/test-views.ts";

const { door, stored, tasks } = await testViews();

test("a change replaces the members sent and leaves the others", async () => {
  const s = await tasks();
  const id = await s.saved({ filters: { field: "size", op: "gt", value: 1 }, visible_columns: ["title"] });
  const reply = await s.change(id, { name: "Other", visible_columns: [], favorite: true });
  assert.equal(reply.status, 200);
  assert.equal(reply.headers.etag, '"2"');
  const { name, favorite, visible_columns, filters, version } = reply.body;
  assert.deepEqual(
    { name, favorite, visible_columns, filters, version },
    {
      name: "Other",
      favorite: true,
      visible_columns: [],
      filters: { field: "size", op: "gt", value: 1 },
      version: 2,
    },
  );
  assert.equal((await s.change(id, { filters: null })).body.filters, null);
  assert.deepEqual((await stored(s.caller.team_id)).changes.slice(-2), ["update views", "update views"]);
});

test("a grid that is sent replaces the whole grid", async () => {
  const s = await tasks();
  const id = await s.saved({ grid: { widths: { title: 300, size: 90 }, frozen: 3, row_height: "tall" } });
  const { body } = await s.change(id, { grid: { widths: { size: 100 } } });
  assert.deepEqual(body.grid, { widths: { size: 100 }, frozen: 1, row_height: null });
  assert.deepEqual((await s.change(id, { name: "Other" })).body.grid, body.grid);
});

test("a change without an effect writes nothing: same version, no changeset", async () => {
  const s = await tasks();
  const layout = { primary_column: "title", sections: [{ title: "S", columns: ["size"] }] };
  const id = await s.saved({ sorts: [{ field: "size", direction: "asc" }], record_review_layout: layout });
  for (const body of [{}, { name: "V" }, { sorts: [{ field: "size", direction: "asc" }] }, { record_review_layout: layout }]) {
    const reply = await s.change(id, body);
    assert.deepEqual([reply.status, reply.body.version, reply.headers["x-changeset-id"]], [200, 1, undefined]);
  } // prettier-ignore
  assert.equal((await stored(s.caller.team_id)).changes.at(-1), "create views");
});

test("If-Match lets only the version it names be changed", async () => {
  const s = await tasks();
  const id = await s.saved({});
  assert.equal((await s.change(id, { name: "A" }, { headers: { "if-match": '"1"' } })).status, 200);
  const reply = await s.change(id, { name: "B" }, { headers: { "if-match": '"1"' } });
  assert.deepEqual([reply.status, reply.body.code, reply.body.current_version], [412, "version_conflict", 2]);
  assert.equal((await s.read(id)).body.name, "A");
});

test("an absent view, one of another table and one of another team are the same 404; a bad body is told before", async () => {
  const s = await tasks();
  const other = await tasks();
  const id = await s.saved({});
  for (const absent of [randomUUID(), "nope", await other.saved({})]) {
    assert.equal((await s.change(absent, { name: "A" })).status, 404, absent);
    assert.equal((await s.change(absent, { visible_columns: ["none"] })).status, 422, absent);
  }
  const foreign = await door.call("UpdateView", {
    caller: testCaller(),
    path: { ...s.path, view_id: id },
    body: { name: "A" },
  });
  assert.equal(foreign.status, 404);
});

test("changes of different members at once are all kept", async () => {
  const s = await tasks();
  const id = await s.saved({});
  const bodies = [{ name: "A" }, { favorite: true }, { visible_columns: ["size"] }, { kind: "list" }];
  for (const reply of await Promise.all(bodies.map((body) => s.change(id, body))))
    assert.equal(reply.status, 200);
  const { name, favorite, visible_columns, kind, version } = (await s.read(id)).body;
  assert.deepEqual([name, favorite, visible_columns, kind, version], ["A", true, ["size"], "list", 5]);
});

test("a view's name has more than spaces, when it is made and when it is changed", async () => {
  const s = await tasks();
  const id = await s.saved({});
  for (const reply of [await s.view({ name: " \t" }), await s.change(id, { name: "\u2003" })])
    assert.deepEqual([reply.status, reply.body.errors?.[0].field], [422, "name"]);
});
