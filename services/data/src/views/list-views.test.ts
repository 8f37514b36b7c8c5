import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testViews } from "../testing/test-views.ts";

const { door, tasks } = await testViews();

test("views of the table are listed newest first, found, filtered, sorted and paged", async () => {
  const s = await tasks();
  const list = (query = "") => door.call("ListViews", { caller: s.caller, path: s.path, query });
  assert.deepEqual((await list()).body, { views: [], next_cursor: null, has_more: false });
  for (const [name, kind] of [["Beta", "list"], ["alpha", "grid"], ["Gamma", "list"]]) await s.saved({ name, kind, visible_columns: ["title"] }); // prettier-ignore
  const names = async (query: string) =>
    (await list(query)).body.views.map((view: { name: string }) => view.name);
  assert.deepEqual(await names(""), ["Gamma", "alpha", "Beta"]);
  assert.deepEqual(await names("sort=name:asc"), ["alpha", "Beta", "Gamma"]);
  assert.deepEqual(await names("q=ALP"), ["alpha"]);
  const filter = encodeURIComponent('{"field":"kind","op":"eq","value":"list"}');
  assert.deepEqual(await names(`filter=${filter}&sort=created_at:asc`), ["Beta", "Gamma"]);
  assert.deepEqual(await names("updated_since=2999-01-01T00:00:00Z"), []);
  const first = (await list("limit=2")).body;
  assert.equal(first.has_more, true);
  assert.deepEqual(await names(`limit=2&cursor=${first.next_cursor}`), ["Beta"]);
  assert.deepEqual(first.views[0], (await s.read(first.views[0].id)).body);
  assert.equal((await list(`q=alpha&cursor=${first.next_cursor}`)).body.code, "invalid_cursor");
});

test("the views of another table and of another team are not among them", async () => {
  const s = await tasks();
  await (await tasks()).saved({});
  assert.deepEqual((await door.call("ListViews", { caller: s.caller, path: s.path })).body.views, []);
  assert.equal((await door.call("ListViews", { caller: testCaller(), path: s.path })).status, 404);
});
