import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { human, testNotes, testTeam } from "@jst/testing";
import { PREVIEW_HEADER } from "@jst/rpc";

const { door, stored, audit } = await testNotes();
const headers = { [PREVIEW_HEADER]: "1" };
const ada = { title: "Ada", slug: "ada" };

test("a preview shows what a write would change and leaves nothing, for every kind of caller", async () => {
  const { service, member } = testTeam();
  for (const caller of [service, member]) {
    const reply = await door.call("CreateNote", { caller, body: ada, headers });
    assert.deepEqual([reply.status, reply.body.summary], [200, "Create note Ada"]);
    const [{ resource, op, before, after, ...rest }] = reply.body.preview;
    assert.deepEqual([resource, op, before, after.slug, rest], ["notes", "create", null, ada.slug, {}]);
    assert.equal("x-changeset-id" in reply.headers, false);
  }
  assert.deepEqual(await stored(service.team_id), { notes: 0, events: [], changes: [] });
  assert.deepEqual(await audit(service.team_id), []);
});

test("a preview stores no reply under its idempotency key: the write after it is made", async () => {
  const caller = human(randomUUID());
  const named = { "idempotency-key": "k1" };
  await door.call("CreateNote", { caller, body: ada, headers: { ...headers, ...named } });
  const reply = await door.call("CreateNote", { caller, body: ada, headers: named });
  assert.deepEqual([reply.status, "idempotency-replayed" in reply.headers], [202, false]);
});

test("what would refuse the write refuses its preview", async () => {
  const { service: caller } = testTeam();
  const bad = await door.call("CreateNote", { caller, body: { title: "" }, headers });
  assert.deepEqual([bad.status, bad.body.code], [422, "validation_failed"]);
  const path = { note_id: randomUUID() };
  const absent = await door.call("UpdateNote", { caller, path, body: { text: "T" }, headers });
  assert.deepEqual([absent.status, absent.body.code], [404, "not_found"]);
});

test("a write that would change nothing shows nothing", async () => {
  const { service: caller } = testTeam();
  const { body: note } = await door.call("CreateNote", { caller, body: ada });
  const path = { note_id: note.id as string };
  const reply = await door.call("UpdateNote", { caller, path, body: { title: "Ada" }, headers });
  assert.deepEqual(reply.body, { summary: "Changes nothing", preview: [], outcome: "run", rule: null });
});
