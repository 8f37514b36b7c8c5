import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testCrm } from "../testing/test-crm.ts";

const { door, stored } = await testCrm();

async function newContact(body: object) {
  const caller = testCaller();
  const created = await door.call("CreateContact", { caller, body });
  const path = { contact_id: created.body.id as string };
  return { caller, path, created: created.body };
}

test("archiving answers id and time, and leaves an event with the former value", async () => {
  const { caller, path } = await newContact({ first_name: "Ada" });
  const reply = await door.call("ArchiveContact", { caller, path });
  assert.equal(reply.status, 200);
  assert.deepEqual(Object.keys(reply.body), ["id", "archived_at"]);
  const read = await door.call("GetContact", { caller, path });
  assert.equal(read.body.archived_at, reply.body.archived_at);
  assert.equal(read.body.version, 2);
  const { events, changes } = await stored(caller.team_id);
  assert.deepEqual(changes, ["create", "delete"]);
  assert.equal(events[1]?.type, "contact.updated");
  assert.deepEqual(events[1].data, { object: read.body, previous: { archived_at: null } });
});

test("a token needs contacts:write; contacts:delete is not enough", async () => {
  const { caller, path } = await newContact({ first_name: "Ada" });
  const scoped = (action: "write" | "delete") => ({
    ...caller,
    scopes: [{ resource: "contacts", actions: [action] }],
  });
  assert.equal((await door.call("ArchiveContact", { caller: scoped("delete"), path })).status, 403);
  assert.equal((await door.call("ArchiveContact", { caller: scoped("write"), path })).status, 200);
});

test("an archived contact gives its e-mail free, and keeps its external id", async () => {
  const { caller, path } = await newContact({ email: "ada@example.org", external_id: "x" });
  await door.call("ArchiveContact", { caller, path });
  assert.equal(
    (await door.call("CreateContact", { caller, body: { email: "ada@example.org" } })).status,
    201,
  );
  const clash = await door.call("CreateContact", { caller, body: { first_name: "B", external_id: "x" } });
  assert.deepEqual([clash.status, clash.body.existing_id], [409, path.contact_id]);
});
