import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testCrm } from "../testing/test-crm.ts";

const { door } = await testCrm();
const caller = testCaller();
const created = await door.call("CreateContact", { caller, body: { email: "ada@example.org" } });
const { id } = created.body;

const get = (contact_id: string, options = {}) =>
  door.call("GetContact", { caller, path: { contact_id }, ...options });

test("a contact is answered with its version as ETag", async () => {
  const reply = await get(id);
  assert.deepEqual([reply.status, reply.headers.etag, reply.body.id], [200, '"1"', id]);
});

test("who already has this version gets 304 without a body, who has another gets the contact", async () => {
  for (const tag of ['"1"', 'W/"1"']) {
    const reply = await get(id, { headers: { "if-none-match": tag } });
    assert.deepEqual([reply.status, reply.body, reply.headers.etag], [304, undefined, '"1"']);
  }
  for (const tag of ['"2"', "junk"]) {
    assert.equal((await get(id, { headers: { "if-none-match": tag } })).status, 200, tag);
  }
});

test("an archived contact is still answered", async () => {
  const { body } = await door.call("CreateContact", { caller, body: { first_name: "Old" } });
  await door.call("ArchiveContact", { caller, path: { contact_id: body.id } });
  const reply = await get(body.id);
  assert.equal(reply.status, 200);
  assert.match(reply.body.archived_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

test("absent, foreign and malformed ids answer alike, on every rpc that takes one", async () => {
  const strange = { GetContact: {}, ArchiveContact: {}, UpdateContact: { body: { title: "x" } } };
  for (const [rpc, options] of Object.entries(strange)) {
    const ask = (contact_id: string, who = caller) =>
      door.call(rpc, { caller: who, path: { contact_id }, ...options });
    const foreign = await ask(id, testCaller());
    assert.deepEqual([foreign.status, foreign.body.code], [404, "not_found"]);
    for (const other of [randomUUID(), "1", "", "null", "' or true --", id.slice(1), `${id}0`, `{${id}}`]) {
      const reply = await ask(other);
      const { request_id: one, ...absent } = reply.body;
      const { request_id: two, ...alike } = foreign.body;
      assert.deepEqual(absent, alike, `${rpc} ${other}`);
      assert.notEqual(one, two);
    }
  }
});
