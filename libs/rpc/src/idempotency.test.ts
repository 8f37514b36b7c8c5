import assert from "node:assert/strict";
import { test } from "node:test";
import { type TestReply, testCaller, testNotes } from "@jst/testing";

const { door, stored } = await testNotes();
const named = (key: string) => ({ "idempotency-key": key });
const key = named("key-1");
const body = { title: "Ada", custom: { b: 1, a: { d: 2, c: 3 } } };

/** Returns the parts of a reply that a client stores. */
const shown = ({ status, body: seen, headers, contentType }: TestReply) => ({
  status,
  body: seen as unknown,
  contentType,
  etag: headers["etag"],
  location: headers["location"],
  changeset: headers["x-changeset-id"],
});

test("a write repeated under its key is done once and answered as the first time", async () => {
  const caller = testCaller();
  const first = await door.call("CreateNote", { caller, body, headers: key });
  const second = await door.call("CreateNote", { caller, body, headers: key });
  assert.equal(first.status, 201);
  assert.equal(first.headers["idempotency-replayed"], undefined);
  assert.equal(second.headers["idempotency-replayed"], "true");
  assert.deepEqual(shown(second), shown(first));
  assert.match(String(shown(first).changeset), /^crm_/);
  const { notes, events, changes } = await stored(caller.team_id);
  assert.deepEqual([notes, events.length, changes.length], [1, 1, 1]);
});

test("of fifty at once under one key one writes; the others are in flight or replays", async () => {
  const caller = testCaller();
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => door.call("CreateNote", { caller, body, headers: key })),
  );
  assert.equal((await stored(caller.team_id)).notes, 1);
  const created = replies.filter((reply) => reply.status === 201);
  const writers = created.filter((reply) => reply.headers["idempotency-replayed"] === undefined);
  assert.equal(writers.length, 1);
  for (const reply of created) assert.deepEqual(shown(reply), shown(writers[0] as TestReply));
  const others = replies.filter((reply) => reply.status !== 201).map((reply) => reply.body.code as string);
  assert.deepEqual(new Set([...others, "idempotency_in_progress"]), new Set(["idempotency_in_progress"]));
});

test("a replay answers before anything else could refuse it", async () => {
  const caller = testCaller();
  const unique = { title: "Ada", slug: "ada" };
  const first = await door.call("CreateNote", { caller, body: unique, headers: key });
  const again = await door.call("CreateNote", { caller, body: unique, headers: key });
  assert.deepEqual([again.status, again.body.id], [201, first.body.id]);
  assert.equal((await door.call("CreateNote", { caller, body: unique })).body.code, "slug_taken");
});

test("the order of members says nothing, another body or query is another write", async () => {
  const caller = testCaller();
  await door.call("CreateNote", { caller, body, headers: key });
  const reordered = '{ "custom": {"a": {"c": 3, "d": 2}, "b": 1}, "title": "Ada" }';
  const same = await door.call("CreateNote", { caller, body: reordered, headers: key });
  assert.deepEqual([same.status, same.headers["idempotency-replayed"]], [201, "true"]);
  const other = await door.call("CreateNote", { caller, body: { title: "Bo" }, headers: key });
  assert.deepEqual([other.status, other.body.code], [422, "idempotency_key_reused"]);
  assert.equal((await stored(caller.team_id)).notes, 1);
});

test("a key belongs to one team, one token family, one rpc and one resource", async () => {
  const caller = testCaller();
  const { body: created } = await door.call("CreateNote", { caller, body, headers: key });
  const others = [testCaller(), testCaller({ team_id: caller.team_id })];
  for (const other of others) {
    const reply = await door.call("CreateNote", { caller: other, body, headers: key });
    assert.notEqual(reply.body.id, created.id);
    assert.equal(reply.headers["idempotency-replayed"], undefined);
  }
  const path = { note_id: created.id as string };
  const patched = await door.call("UpdateNote", { caller, path, body: { text: "Dr" }, headers: key });
  assert.deepEqual([patched.status, patched.headers["idempotency-replayed"]], [200, undefined]);
  const archived = await door.call("ArchiveNote", { caller, path, headers: key });
  assert.deepEqual([archived.status, archived.headers["idempotency-replayed"]], [200, undefined]);
});

test("a refreshed token repeats what its family began", async () => {
  const family = { team_id: testCaller().team_id, family_id: testCaller().token_id };
  const first = await door.call("CreateNote", { caller: testCaller(family), body, headers: key });
  const second = await door.call("CreateNote", { caller: testCaller(family), body, headers: key });
  assert.deepEqual([second.body.id, second.headers["idempotency-replayed"]], [first.body.id, "true"]);
});

test("agent doors name a clash in their own words", async () => {
  const agent = testCaller({ door: "mcp" });
  const caller = { ...agent, team: { ...agent.team, mcp_export: true } };
  await door.call("CreateNote", { caller, body, headers: key });
  const other = await door.call("CreateNote", { caller, body: { title: "Bo" }, headers: key });
  assert.deepEqual([other.status, other.body.code], [409, "idempotency_conflict"]);
});

test("a refusal is not kept: the key serves the corrected request", async () => {
  const caller = testCaller();
  await door.call("CreateNote", { caller, body: { title: "Ada", slug: "ada" } });
  for (const refused of [{ slug: 5 }, {}, { title: "Ada", slug: "ada" }]) {
    const reply = await door.call("CreateNote", { caller, body: refused, headers: key });
    assert.ok([409, 422].includes(reply.status), String(reply.status));
  }
  const absent = { note_id: caller.team_id };
  assert.equal((await door.call("ArchiveNote", { caller, path: absent, headers: key })).status, 404);
  const corrected = await door.call("CreateNote", { caller, body, headers: key });
  assert.deepEqual([corrected.status, corrected.headers["idempotency-replayed"]], [201, undefined]);
});

test("an invalid key is refused, and nothing is written", async () => {
  const caller = testCaller();
  for (const wrong of ["", "x".repeat(256)]) {
    const reply = await door.call("CreateNote", { caller, body, headers: named(wrong) });
    assert.deepEqual([reply.status, reply.body.code], [400, "invalid_idempotency_key"]);
  }
  assert.equal((await stored(caller.team_id)).notes, 0);
  const longest = await door.call("CreateNote", { caller, body, headers: named("x".repeat(255)) });
  assert.equal(longest.status, 201);
});

test("a read takes no notice of a key", async () => {
  const caller = testCaller();
  const read = () => door.call("ListNotes", { caller, headers: key });
  assert.equal((await read()).body.notes.length, 0);
  await door.call("CreateNote", { caller, body });
  assert.equal((await read()).body.notes.length, 1);
});

test("a write that changed nothing names no changeset, the first time and again", async () => {
  const caller = testCaller();
  const { body: created } = await door.call("CreateNote", { caller, body });
  const path = { note_id: created.id as string };
  for (const replayed of [undefined, "true"]) {
    const reply = await door.call("UpdateNote", {
      caller,
      path,
      body: { title: "Ada" },
      headers: key,
    });
    assert.deepEqual(
      [reply.status, reply.body.version, reply.headers["idempotency-replayed"]],
      [200, 1, replayed],
    );
    assert.equal(reply.headers["x-changeset-id"], undefined);
  }
});

test("of the versions that If-Match lists one must be the present one", async () => {
  const caller = testCaller();
  const { body: created } = await door.call("CreateNote", { caller, body });
  const path = { note_id: created.id as string };
  const patch = (text: string, tags: string) =>
    door.call("UpdateNote", { caller, path, body: { text }, headers: { "if-match": tags } });
  assert.equal((await patch("a", '"7", "8"')).body.code, "version_conflict");
  assert.deepEqual([(await patch("b", '"7", W/"1"')).status, (await patch("c", "*")).status], [200, 200]);
  const known = await door.call("GetNote", { caller, path, headers: { "if-none-match": '"1", "3"' } });
  assert.equal(known.status, 304);
});
