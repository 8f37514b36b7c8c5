import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testCrm } from "../testing/test-crm.ts";

const { door, stored } = await testCrm();
const grace = { external_id: "g-1", first_name: "Grace", email: "grace@example.org" };

test("what nobody has is created, and what somebody has is changed: members not given stay", async () => {
  const caller = testCaller();
  const created = await door.call("UpsertContact", { caller, body: grace });
  assert.equal(created.status, 201);
  assert.match(String(created.headers.location), new RegExp(`/api/v1/contacts/${created.body.id}$`));
  const body = { external_id: "g-1", last_name: "Hopper" };
  const changed = await door.call("UpsertContact", { caller, body });
  assert.deepEqual([changed.status, changed.body.id, changed.body.version], [200, created.body.id, 2]);
  assert.deepEqual([changed.body.display_name, changed.body.email], ["Grace Hopper", "grace@example.org"]);
  const { contacts, events } = await stored(caller.team_id);
  assert.equal(contacts, 1);
  assert.deepEqual(
    events.map(({ type }) => type),
    ["contact.created", "contact.updated"],
  );
});

test("the same again writes nothing", async () => {
  const caller = testCaller();
  await door.call("UpsertContact", { caller, body: grace });
  const again = await door.call("UpsertContact", { caller, body: grace });
  assert.deepEqual([again.status, again.body.version, "x-changeset-id" in again.headers], [200, 1, false]);
});

test("an additional address names its contact at every door, and the primary one of another wins", async () => {
  const caller = testCaller();
  const own = { email: "ada@x.test", additional_emails: ["Old@x.test"], additional_phones: ["+14155550177"] };
  const { body: ada } = await door.call("CreateContact", { caller, body: own });
  const team_id = caller.team_id;
  const upserted = await door.call("UpsertContact", { caller, body: { email: "old@X.test", company: "AE" } });
  const { id, email, company } = upserted.body;
  assert.deepEqual([upserted.status, id, email, company], [200, ada.id, "ada@x.test", "AE"]);
  const sms = { channel: "sms", address: "+14155550177" };
  const doors: [string, "InboundContact" | "BookedContact" | "FindContactByEmail", object][] = [
    ["inbound e-mail", "InboundContact", { team_id, make: true, channel: "email", address: "old@x.test" }],
    ["inbound message", "InboundContact", { team_id, make: true, ...sms }],
    [
      "booking",
      "BookedContact",
      { team_id, email: "OLD@x.test", name: "A", actor_type: "system", actor_id: "" },
    ],
    ["look-up", "FindContactByEmail", { team_id, email: "old@x.test" }],
  ];
  const callers = {
    InboundContact: "comms",
    BookedContact: "scheduling",
    FindContactByEmail: "scheduling",
  } as const;
  for (const [name, rpc, question] of doors)
    assert.equal((await door.callAs(callers[rpc], rpc, question)).body.id, ada.id, name);
  const filters = ["email=old%40x.test", "phone=%2B14155550177"];
  for (const query of filters) {
    const { body } = await door.call("ListContacts", { caller, query });
    assert.deepEqual(
      (body.contacts as { id: string }[]).map((one) => one.id),
      [ada.id],
      query,
    );
  }
  const { body: bo } = await door.call("CreateContact", { caller, body: { email: "old@x.test" } });
  const again = await door.call("UpsertContact", { caller, body: { email: "old@x.test", title: "Dr" } });
  assert.equal(again.body.id, bo.id);
});

test("without an external id the e-mail address names the contact, whatever its case", async () => {
  const caller = testCaller();
  const { body: first } = await door.call("CreateContact", { caller, body: { email: "Ada@example.org" } });
  const body = { email: "ada@EXAMPLE.org", company: "Analytical Engines" };
  const reply = await door.call("UpsertContact", { caller, body });
  assert.deepEqual([reply.status, reply.body.id, reply.body.company], [200, first.id, "Analytical Engines"]);
});

test("an archived contact with the external id is live again", async () => {
  const caller = testCaller();
  const { body: first } = await door.call("UpsertContact", { caller, body: grace });
  await door.call("ArchiveContact", { caller, path: { contact_id: first.id } });
  const reply = await door.call("UpsertContact", { caller, body: grace });
  assert.deepEqual([reply.status, reply.body.id, reply.body.archived_at], [200, first.id, null]);
});

test("an archived contact with the e-mail address stays archived, and a new one is created", async () => {
  const caller = testCaller();
  const body = { email: "ada@example.org", company: "Analytical Engines" };
  const { body: first } = await door.call("CreateContact", { caller, body });
  const path = { contact_id: first.id as string };
  await door.call("ArchiveContact", { caller, path });
  const reply = await door.call("UpsertContact", { caller, body });
  assert.deepEqual([reply.status, reply.body.archived_at], [201, null]);
  assert.notEqual(reply.body.id, first.id);
  assert.notEqual((await door.call("GetContact", { caller, path })).body.archived_at, null);
});

test("an e-mail address of another contact is a clash, never a merge of two", async () => {
  const caller = testCaller();
  const { body: other } = await door.call("CreateContact", { caller, body: { email: grace.email } });
  const reply = await door.call("UpsertContact", { caller, body: grace });
  assert.deepEqual([reply.status, reply.body.code], [409, "contact_exists"]);
  assert.deepEqual([reply.body.existing_id, reply.body.field], [other.id, "email"]);
});

test("a contact that two create at once is created once", async () => {
  const caller = testCaller();
  const all = await Promise.all(
    Array.from({ length: 8 }, () => door.call("UpsertContact", { caller, body: grace })),
  );
  assert.deepEqual([...new Set(all.map(({ status }) => status))].sort(), [200, 201]);
  assert.equal((await stored(caller.team_id)).contacts, 1);
});

test("a body that names nobody is refused by both members, and nothing is stored", async () => {
  const caller = testCaller();
  for (const body of [{ first_name: "Grace" }, { external_id: "", first_name: "Grace" }]) {
    const reply = await door.call("UpsertContact", { caller, body });
    assert.deepEqual([reply.status, reply.body.code], [422, "validation_failed"]);
  }
  assert.equal((await stored(caller.team_id)).contacts, 0);
});

test("a contact of another team is not found", async () => {
  await door.call("UpsertContact", { caller: testCaller(), body: grace });
  assert.equal((await door.call("UpsertContact", { caller: testCaller(), body: grace })).status, 201);
});

test("null leaves a member of a new contact empty, and clears it of one that is there", async () => {
  const caller = testCaller();
  const empty = { email: null, phone: null, address: null, tags: null, custom: null, birth_date: null };
  const body = { external_id: "n-1", first_name: "Ada", last_name: null, ...empty };
  for (const rpc of ["CreateContact", "UpsertContact"]) {
    const made = await door.call(rpc, { caller: testCaller(), body });
    assert.deepEqual(
      [made.status, made.body.email, made.body.last_name, made.body.tags, made.body.custom],
      [201, null, null, [], {}],
    );
  }
  await door.call("CreateContact", { caller, body: { ...grace, tags: ["vip"], custom: { a: 1 } } });
  const cleared = await door.call("UpsertContact", { caller, body: { ...empty, external_id: "g-1" } });
  assert.deepEqual(
    [cleared.status, cleared.body.email, cleared.body.tags, cleared.body.custom, cleared.body.first_name],
    [200, null, [], {}, "Grace"],
  );
  const without = await door.call("UpsertContact", { caller, body: { first_name: "Ada", email: null } });
  assert.equal(without.status, 422);
});
