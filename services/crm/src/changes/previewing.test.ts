import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { PREVIEW_HEADER } from "@jst/rpc";
import { testCrm } from "../testing/test-crm.ts";
import { human, testTeam } from "../testing/test-people.ts";

const { door, stored, audit } = await testCrm();
const headers = { [PREVIEW_HEADER]: "1" };
const ada = { first_name: "Ada", email: "ada@example.com" };

test("a preview shows what a write would change and leaves nothing, whoever asks", async () => {
  const { service, member } = testTeam();
  for (const caller of [service, member]) {
    const reply = await door.call("CreateContact", { caller, body: ada, headers });
    assert.deepEqual([reply.status, reply.body.summary], [200, "Create contact Ada"]);
    const [{ resource, op, before, after, ...rest }] = reply.body.preview;
    assert.deepEqual([resource, op, before, after.email, rest], ["contacts", "create", null, ada.email, {}]);
    assert.equal("x-changeset-id" in reply.headers, false);
  }
  assert.deepEqual(await stored(service.team_id), { contacts: 0, events: [], changes: [] });
  assert.deepEqual(await audit(service.team_id), []);
});

test("a preview stores no reply under its idempotency key: the write after it is made", async () => {
  const caller = human(randomUUID());
  const named = { "idempotency-key": "k1" };
  await door.call("CreateContact", { caller, body: ada, headers: { ...headers, ...named } });
  const reply = await door.call("CreateContact", { caller, body: ada, headers: named });
  assert.deepEqual([reply.status, "idempotency-replayed" in reply.headers], [202, false]);
});

test("what would refuse the write refuses its preview", async () => {
  const { service: caller } = testTeam();
  const bad = await door.call("CreateContact", { caller, body: { email: "x" }, headers });
  assert.deepEqual([bad.status, bad.body.code], [422, "validation_failed"]);
  const path = { contact_id: randomUUID() };
  const absent = await door.call("UpdateContact", { caller, path, body: { title: "T" }, headers });
  assert.deepEqual([absent.status, absent.body.code], [404, "not_found"]);
});

test("a write that would change nothing shows nothing", async () => {
  const { service: caller } = testTeam();
  const { body: contact } = await door.call("CreateContact", { caller, body: ada });
  const path = { contact_id: contact.id as string };
  const reply = await door.call("UpdateContact", { caller, path, body: { first_name: "Ada" }, headers });
  assert.deepEqual(reply.body, { summary: "Changes nothing", preview: [] });
});
