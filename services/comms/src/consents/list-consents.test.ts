import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { testCaller } from "@jst/testing";
import { testComms } from "../testing/test-comms.ts";

const { door, people } = await testComms();

const given = { channel: "email", purpose: "marketing", status: "opted_out", source: "page" };
const create = async (caller: Caller, body: object) => {
  const { status, body: made } = await door.call("CreateConsent", { caller, body: { ...given, ...body } });
  assert.equal(status, 201, JSON.stringify(made));
  return made.id as string;
};
const list = async (caller: Caller, query = "") => {
  const { status, body } = await door.call("ListConsents", { caller, query });
  assert.equal(status, 200, JSON.stringify(body));
  return (body.consents as { id: string }[]).map(({ id }) => id);
};

test("the history of an address is listed newest first, and what stands of it", async () => {
  const caller = testCaller();
  const address = "ada@bücher.example";
  const first = await create(caller, { address, status: "opted_in", basis: "form" });
  const second = await create(caller, { address: "ADA@Bücher.example" });
  const other = await create(caller, { address, purpose: "transactional" });
  await create(caller, { address: "bo@example.com" });
  const query = `address=${encodeURIComponent("Ada@BÜCHER.example")}`;
  assert.deepEqual(await list(caller, query), [other, second, first]);
  assert.deepEqual(await list(caller, `${query}&purpose=marketing`), [second, first]);
  assert.deepEqual(await list(caller, `${query}&status=opted_in`), [first]);
  assert.deepEqual(await list(caller, `${query}&current=true`), [other, second]);
  assert.deepEqual(await list(caller, `${query}&current=false&sort=at:asc`), [first, second, other]);
  assert.deepEqual(await list(caller, "address=nobody"), []);
  assert.deepEqual(await list(testCaller()), []);
});

test("a bare + of a phone number arrives as a blank and is read as the + it was", async () => {
  const caller = testCaller();
  const id = await create(caller, { address: "+14155550100", channel: "sms" });
  assert.deepEqual(await list(caller, "address=+14155550100"), [id]);
  assert.deepEqual(await list(caller, "address=%2B14155550100"), [id]);
});

test("records of a contact are those of the addresses that it has now", async () => {
  const caller = testCaller();
  const contact = randomUUID();
  people.set(contact, { id: contact, email: "Ada@Example.com", phone: "+14155550100" });
  const mail = await create(caller, { contact_id: contact });
  const sms = await create(caller, { address: "+14155550100", channel: "sms" });
  const inApp = await create(caller, { contact_id: contact, channel: "in_app" });
  assert.deepEqual(await list(caller, `contact_id=${contact}`), [inApp, sms, mail]);
  people.set(contact, { id: contact, email: "new@example.com", phone: null });
  assert.deepEqual(await list(caller, `contact_id=${contact}`), [inApp]);
  assert.deepEqual(await list(caller, `contact_id=${randomUUID()}`), []);
});

test("what the list does not understand is 400", async () => {
  for (const query of ["current=yes", "contact_id=17", "channel=fax", "sort=address:asc", "colour=red"])
    assert.equal((await door.call("ListConsents", { caller: testCaller(), query })).status, 400, query);
});
