import assert from "node:assert/strict";
import { test } from "node:test";
import { testRows } from "../testing/test-rows.ts";

const { age, create, get, patch, remove } = await testRows();

test("a deleted row is restorable for 30 days, and deleting or restoring twice changes nothing", async () => {
  const made = (await create({ title: "a" })).body;
  const deleted = await remove(made.id);
  assert.equal(deleted.status, 200);
  assert.deepEqual(Object.keys(deleted.body), ["id", "deleted_at", "restorable_until"]);
  assert.equal(
    Date.parse(deleted.body.restorable_until) - Date.parse(deleted.body.deleted_at),
    30 * 86_400_000,
  );
  assert.deepEqual((await remove(made.id)).body, deleted.body);
  const seen = (await get(made.id)).body;
  assert.deepEqual(
    [seen.deleted_at, seen.version, seen.updated_at],
    [deleted.body.deleted_at, 2, made.updated_at],
  );
  const changed = await patch(made.id, { data: { size: 1 } });
  assert.deepEqual([changed.status, changed.body.code], [404, "not_found"]);
  const restored = await patch(made.id, { action: "restore" });
  assert.equal(restored.status, 200);
  assert.deepEqual(restored.body, { ...made, version: 3 });
  assert.deepEqual((await patch(made.id, { action: "restore" })).body, restored.body);
});

test("If-Match is checked for a row that is deleted already", async () => {
  const { id } = (await create({ title: "a" })).body;
  const deleted = await remove(id, { "if-match": '"1"' });
  const stale = await remove(id, { "if-match": '"1"' });
  assert.deepEqual([stale.status, stale.body.code, stale.body.current_version], [412, "version_conflict", 2]);
  for (const current of ['"2"', 'W/"2"', "*"]) {
    const again = await remove(id, { "if-match": current });
    assert.deepEqual([again.status, again.body], [200, deleted.body], current);
  }
});

test("an If-Match without quotes is refused as such, and changes nothing", async () => {
  const { id } = (await create({ title: "a" })).body;
  for (const answer of [
    await remove(id, { "if-match": "1" }),
    await patch(id, { data: { size: 1 } }, { "if-match": '"1' }),
  ])
    assert.deepEqual([answer.status, answer.body.code], [400, "invalid_parameter"]);
  assert.equal((await get(id)).body.version, 1);
});

test("after 30 days a deleted row stays deleted", async () => {
  const { id } = (await create({ title: "a" })).body;
  await remove(id);
  await age(id, 30.01);
  const late = await patch(id, { action: "restore" });
  assert.deepEqual([late.status, late.body.code], [409, "restore_window_passed"]);
  await age(id, 29.9);
  assert.equal((await patch(id, { action: "restore" })).status, 200);
});
