import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testViews } from "../testing/test-views.ts";

const { door, stored, tasks } = await testViews();

test("a deleted view is gone with an undo record, and the rows stay", async () => {
  const s = await tasks([{ title: "a" }]);
  const id = await s.saved({});
  const reply = await s.drop(id);
  assert.deepEqual([reply.status, reply.body], [200, { id, deleted: true }]);
  assert.equal((await s.read(id)).status, 404);
  assert.equal((await s.drop(id)).status, 404);
  const { changes, rows } = await stored(s.caller.team_id);
  assert.deepEqual([changes.at(-1), rows], ["delete views", 1]);
});

test("a stale If-Match, a malformed id and another team delete nothing", async () => {
  const s = await tasks();
  const id = await s.saved({});
  const stale = await s.drop(id, { headers: { "if-match": '"7"' } });
  assert.deepEqual([stale.status, stale.body.current_version], [412, 1]);
  assert.equal((await s.drop("nope")).status, 404);
  const path = { ...s.path, view_id: id };
  assert.equal((await door.call("DeleteView", { caller: testCaller(), path })).status, 404);
  assert.equal((await s.drop(id, { headers: { "if-match": '"1"' } })).status, 200);
});
