import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testCrm } from "../testing/test-crm.ts";

const { door, stored } = await testCrm();
const actor = { actor_type: "service", actor_id: "t1" };
const ask = (team_id: string, body: object) =>
  door.callAs("scheduling", "BookedContact", { team_id, name: "Ada Lovelace", ...actor, ...body });

test("who books is found by the address in any case and stays as it is; asked by many at once, one is made", async () => {
  const caller = testCaller();
  const person = { email: "Ada@Example.com", phone: "+14155550100", timezone: "Europe/Paris" };
  const replies = await Promise.all(Array.from({ length: 20 }, () => ask(caller.team_id, person)));
  const ids = new Set(replies.map(({ body }) => body.id as string));
  assert.deepEqual([ids.size, new Set(replies.map(({ status }) => status))], [1, new Set([200])]);
  const [contact_id = ""] = ids;
  const { body } = await door.call("GetContact", { caller, path: { contact_id } });
  assert.deepEqual(
    [body.display_name, body.email, body.phone, body.source, body.created_by],
    ["Ada Lovelace", "Ada@Example.com", "+14155550100", "booking", { type: "service", id: "t1" }],
  );
  const again = await ask(caller.team_id, { email: "ada@example.com", name: "Other", phone: "+14155550199" });
  assert.equal(again.body.id, contact_id);
  assert.equal((await door.call("GetContact", { caller, path: { contact_id } })).body.version, 1);
  const { contacts, events } = await stored(caller.team_id);
  assert.deepEqual([contacts, events.map(({ type }) => type)], [1, ["contact.created"]]);
});

test("an archived contact and another team's are nobody; what a contact refuses of a booking is left out", async () => {
  const caller = testCaller();
  const first = await ask(caller.team_id, { email: "bo@example.com" });
  await door.call("ArchiveContact", { caller, path: { contact_id: first.body.id as string } });
  const second = await ask(caller.team_id, { email: "bo@example.com", phone: "no number" });
  assert.equal(second.status, 200);
  assert.notEqual(second.body.id, first.body.id);
  const elsewhere = await ask(testCaller().team_id, { email: "bo@example.com" });
  assert.notEqual(elsewhere.body.id, second.body.id);
});

test("a new contact gets the id that it is asked for; a repeat finds it, whatever happened to it meanwhile", async () => {
  const caller = testCaller();
  const id = randomUUID();
  const again = () => ask(caller.team_id, { id, email: "ada@example.com" });
  const replies = await Promise.all(Array.from({ length: 10 }, again));
  assert.deepEqual(
    new Set(replies.map(({ status, body }) => `${status} ${body.id}`)),
    new Set([`200 ${id}`]),
  );
  const path = { contact_id: id };
  await door.call("UpdateContact", { caller, path, body: { email: "ada.l@example.com" } });
  assert.equal((await again()).body.id, id);
  await door.call("ArchiveContact", { caller, path });
  assert.equal((await again()).body.id, id);
  assert.equal((await stored(caller.team_id)).contacts, 1);
  const known = await ask(caller.team_id, { email: "bo@example.com" });
  const other = await ask(caller.team_id, { id: randomUUID(), email: "BO@example.com" });
  assert.equal(other.body.id, known.body.id, "a contact with the address goes before the id");
});
