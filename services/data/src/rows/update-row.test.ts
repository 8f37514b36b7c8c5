import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testRows } from "../testing/test-rows.ts";

const { caller, create, get, patch, remove, stored } = await testRows();

test("a change merges top-level cells, null empties one, and a json cell is replaced whole", async () => {
  const made = (await create({ title: "a", size: 1, meta: { a: 1, b: 2 } })).body;
  const reply = await patch(made.id, { data: { size: null, open: true, meta: { c: 3 } } });
  assert.equal(reply.status, 200);
  assert.equal(reply.headers.etag, '"2"');
  assert.deepEqual(reply.body.data, {
    title: "a",
    size: null,
    open: true,
    due: null,
    tag: null,
    meta: { c: 3 },
  });
  assert.equal(reply.body.version, 2);
  assert.equal(reply.body.created_at, made.created_at);
  assert.ok(reply.body.updated_at >= made.updated_at);
  assert.deepEqual((await get(made.id)).body, reply.body);
});

test("a change without an effect writes nothing: same version and updated_at, no changeset, no undo record", async () => {
  const cells = { title: "same", size: 1, meta: { a: [1, 2], b: null } };
  const made = (await create(cells)).body;
  const before = await stored(caller.team_id);
  for (const data of [{}, cells, { size: 1.0 }, { due: null }, { meta: { b: null, a: [1, 2] } }]) {
    const reply = await patch(made.id, { data });
    assert.deepEqual([reply.status, reply.body], [200, made], JSON.stringify(data));
    assert.deepEqual([reply.headers.etag, reply.headers["x-changeset-id"]], ['"1"', undefined]);
  }
  assert.equal((await patch(made.id, { action: "restore" })).headers["x-changeset-id"], undefined);
  assert.equal((await patch(made.id, { data: {} }, { "if-match": '"1"' })).status, 200);
  assert.equal((await patch(made.id, { data: {} }, { "if-match": '"2"' })).status, 412);
  assert.equal((await patch(randomUUID(), { data: {} })).status, 404);
  assert.deepEqual(await stored(caller.team_id), before);
});

test("a repeated deletion writes nothing either, and data of a deleted row stays", async () => {
  const made = (await create({ title: "a" })).body;
  assert.ok((await remove(made.id)).headers["x-changeset-id"]);
  assert.equal((await remove(made.id)).headers["x-changeset-id"], undefined);
  assert.equal((await patch(made.id, { data: {} })).status, 404);
  const row = (await get(made.id)).body;
  assert.deepEqual([row.updated_at, row.version], [made.updated_at, 2]);
  const restored = (await patch(made.id, { action: "restore" })).body;
  assert.deepEqual([restored.updated_at, restored.version], [made.updated_at, 3]);
});

test("concurrent changes of different cells are all kept", async () => {
  const { id } = (await create({ title: "a" })).body;
  const changes = [{ size: 7 }, { open: true }, { due: "2026-01-01" }, { meta: [1] }, { title: "z" }];
  const replies = await Promise.all(changes.map((data) => patch(id, { data })));
  assert.deepEqual(
    replies.map((reply) => reply.status),
    [200, 200, 200, 200, 200],
  );
  const row = (await get(id)).body;
  assert.deepEqual(row.data, { title: "z", size: 7, open: true, due: "2026-01-01", tag: null, meta: [1] });
  assert.equal(row.version, 6);
});

test("a change that does not fit, or says two things or none, is refused, and nothing moves", async () => {
  const { id } = (await create({ title: "a" })).body;
  const before = await stored(caller.team_id);
  const cases: [body: unknown, status: number, code: string][] = [
    [{ data: { title: null } }, 422, "validation_failed"],
    [{ data: { size: "1" } }, 422, "validation_failed"],
    [{ data: { colour: 1 } }, 422, "unknown_column"],
    [{ data: { title: "b" }, action: "restore" }, 400, "invalid_parameter"],
    [{ data: {}, action: "restore" }, 400, "invalid_parameter"],
    [{ data: null, action: "restore" }, 422, "validation_failed"],
    [{ action: "Restore" }, 422, "validation_failed"],
    [{ action: "RESTORE" }, 422, "validation_failed"],
    [{ action: " restore" }, 422, "validation_failed"],
    [{ action: ["restore"] }, 422, "validation_failed"],
    [{ action: { restore: true } }, 422, "validation_failed"],
    [{ action: "delete" }, 422, "validation_failed"],
    [{ action: null }, 422, "validation_failed"],
    [{}, 422, "validation_failed"],
    [{ data: [] }, 422, "validation_failed"],
    [{ data: "x" }, 422, "validation_failed"],
    [{ data: null }, 422, "validation_failed"],
    ...["id", "table_id", "team_id", "created_at", "version", "status", "uploadedBy"].map(
      (name): [unknown, number, string] => [{ data: { title: "b" }, [name]: 1 }, 422, "validation_failed"],
    ),
  ];
  for (const [body, status, code] of cases) {
    const reply = await patch(id, body);
    assert.deepEqual([reply.status, reply.body.code], [status, code], JSON.stringify(body));
  }
  assert.deepEqual(await stored(caller.team_id), before);
  assert.equal((await get(id)).body.version, 1);
});

test("a bad body on an absent row is told as a bad body", async () => {
  assert.equal((await patch(randomUUID(), { data: { size: "1" } })).status, 422);
  assert.equal((await patch("nope", { data: { size: "1" } })).status, 422);
  assert.equal((await patch("nope", { data: { size: 1 } })).status, 404);
});

test("a cell that grows a row beyond its limit is refused, and the row stays", async () => {
  const { id } = (await create({ title: "a", meta: "y".repeat(400_000) })).body;
  const reply = await patch(id, { data: { tag: "t".repeat(90_000), title: "u".repeat(90_000) } });
  assert.deepEqual([reply.status, reply.body.errors[0].code], [422, "too_large"]);
  assert.equal((await get(id)).body.version, 1);
});

test("If-Match lets only the version it names be changed or deleted", async () => {
  const { id } = (await create({ title: "a" })).body;
  assert.equal((await patch(id, { data: { size: 1 } }, { "if-match": '"1"' })).status, 200);
  for (const stale of ['"1"', 'W/"1"', '"3"', '"999999999999999"', '"nonsense"']) {
    for (const reply of [
      await patch(id, { data: { size: 2 } }, { "if-match": stale }),
      await remove(id, { "if-match": stale }),
    ]) {
      assert.deepEqual(
        [reply.status, reply.body.code, reply.body.current_version],
        [412, "version_conflict", 2],
        stale,
      );
    }
  }
  assert.equal((await patch(id, { data: { size: 3 } }, { "if-match": "*" })).status, 200);
  assert.equal((await remove(id, { "if-match": '"3"' })).status, 200);
});

test("If-Match is checked by a restore, of a deleted row as of an active one", async () => {
  const { id } = (await create({ title: "a" })).body;
  const restore = (version: string) => patch(id, { action: "restore" }, { "if-match": version });
  const assertRefused = async (current: number) => {
    const { status, body } = await restore('"7"');
    assert.deepEqual([status, body.code, body.current_version], [412, "version_conflict", current]);
  };
  await assertRefused(1);
  assert.equal((await restore('"1"')).body.version, 1);
  await remove(id);
  await assertRefused(2);
  assert.equal((await restore('"2"')).body.version, 3);
  assert.equal((await restore('"3"')).body.version, 3);
});
