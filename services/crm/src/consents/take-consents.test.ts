import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import type { Caller } from "@jst/caller";
import { Database } from "@jst/db";
import { human, testCaller, testFact } from "@jst/testing";
import { testCrm } from "../testing/test-crm.ts";
import { takeConsents } from "./take-consents.ts";

const { door, database, stored } = await testCrm();
const own = new Database({
  connectionString: database.urlOf("crm"),
  poolSize: 4,
  applicationName: "test",
  changesetPrefix: "crm",
});
after(() => own.close());

const address = "ada@x.test";
let clock = Date.parse("2026-01-02T03:04:05.678Z");

/** A record of consent as comms tells of it, a second after the one before. */
function changed(teamId: string, more: object = {}) {
  clock += 1_000;
  const at = new Date(clock).toISOString();
  const data = { address, channel: "email", purpose: "marketing", status: "opted_in", at, ...more };
  return testFact(teamId, "consent.changed", randomUUID(), data);
}
const take = ({ team_id: teamId }: Caller, ...given: object[]) =>
  takeConsents(
    own,
    teamId,
    given.map((one) => changed(teamId, one)),
  );
const newContact = async (caller: Caller, body: object) =>
  (await door.call("CreateContact", { caller, body })).body as Record<string, unknown> & { id: string };
const read = async (caller: Caller, { id: contact_id }: { id: string }) =>
  (await door.call("GetContact", { caller, path: { contact_id } })).body as Record<string, unknown>;
const consentOf = async (caller: Caller, contact: { id: string }) => (await read(caller, contact))["consent"];

test("every contact that has the address now shows its consent, by channel and purpose", async () => {
  const caller = testCaller();
  const phone = "+14155550100";
  const ada = await newContact(caller, { email: "Ada@X.test", phone });
  const bo = await newContact(caller, { first_name: "Bo", phone });
  assert.deepEqual(ada["consent"], {});
  await take(
    caller,
    {},
    { purpose: "transactional", status: "unknown" },
    { address: phone, channel: "sms", status: "opted_out" },
    { address: phone, channel: "whatsapp", purpose: "transactional" },
  );
  const ofPhone = { sms: { marketing: "opted_out" }, whatsapp: { transactional: "opted_in" } };
  const all = { email: { marketing: "opted_in", transactional: "unknown" }, ...ofPhone };
  assert.deepEqual(await consentOf(caller, ada), all);
  assert.deepEqual(await consentOf(caller, bo), ofPhone);
  const { contacts } = (await door.call("ListContacts", { caller, query: "sort=created_at:asc" })).body;
  assert.deepEqual(
    contacts.map(({ consent }: Record<string, unknown>) => consent),
    [all, ofPhone],
  );
  const stranger = testCaller();
  assert.deepEqual((await newContact(stranger, { email: address, phone }))["consent"], {});
});

test("one who comes later or moves to the address shows what is known of it, and leaves it behind", async () => {
  const caller = testCaller();
  await take(caller, {}, { address: "new@x.test", status: "opted_out" });
  const ada = await newContact(caller, { email: "ADA@x.test" });
  assert.deepEqual(ada["consent"], { email: { marketing: "opted_in" } });
  const path = { contact_id: ada.id };
  const patch = async (body: object) =>
    (await door.call("UpdateContact", { caller, path, body })).body.consent;
  assert.deepEqual(await patch({ email: "new@x.test" }), { email: { marketing: "opted_out" } });
  assert.deepEqual(await patch({ email: "nobody@x.test", additional_emails: [address] }), {});
  const { events } = await stored(caller.team_id);
  assert.deepEqual(
    events.map(({ data }) => data.object["consent"]),
    [{ email: { marketing: "opted_in" } }, { email: { marketing: "opted_out" } }, {}],
  );
});

test("a consent does not write the contact: no version, no time, no event, no record, no conflict of what is proposed", async () => {
  const caller = testCaller();
  const ada = await newContact(caller, { email: address });
  const path = { contact_id: ada.id };
  const body = { title: "Countess" };
  const proposed = await door.call("UpdateContact", { caller: human(caller.team_id, "member"), path, body });
  const [before, kept] = [await read(caller, ada), await stored(caller.team_id)];
  await take(caller, {});
  assert.deepEqual(await read(caller, ada), { ...before, consent: { email: { marketing: "opted_in" } } });
  assert.deepEqual(await stored(caller.team_id), kept);
  const same = await door.call("UpdateContact", { caller, path, body: { email: address } });
  assert.deepEqual([same.body.version, same.headers["x-changeset-id"]], [1, undefined]);
  const approved = await door.call("ApproveChangeset", {
    caller: human(caller.team_id, "admin"),
    path: { changeset_id: proposed.body.changeset_id as string },
  });
  assert.equal(approved.status, 200, JSON.stringify(approved.body));
});

test("of records that come in any order and again, the latest stands", async () => {
  const caller = testCaller();
  const { team_id: teamId } = caller;
  const ada = await newContact(caller, { email: address });
  const all = [
    ...["opted_in", "opted_out", "opted_in", "unknown", "opted_out"].map((status) =>
      changed(teamId, { status }),
    ),
    changed(teamId, { purpose: "transactional" }),
  ];
  const expected = { email: { marketing: "opted_out", transactional: "opted_in" } };
  for (const facts of [all.toReversed(), all, [...all, ...all].slice(2, 9)]) {
    await takeConsents(own, teamId, facts);
    assert.deepEqual(await consentOf(caller, ada), expected);
  }
  await Promise.all(all.map((fact) => takeConsents(own, teamId, [fact])));
  assert.deepEqual(await consentOf(caller, ada), expected);
});

test("of two records of one moment the one with the greater id stands", async () => {
  const caller = testCaller();
  const ada = await newContact(caller, { email: address });
  const at = new Date().toISOString();
  const one = (id: string, status: string) => ({ ...changed(caller.team_id, { at, status }), id });
  const [earlier, later] = [one("019a-1", "opted_in"), one("019a-2", "opted_out")];
  for (const facts of [
    [later, earlier],
    [earlier, later],
  ]) {
    await takeConsents(own, caller.team_id, facts);
    assert.deepEqual(await consentOf(caller, ada), { email: { marketing: "opted_out" } });
  }
});

test("an address with a domain beyond ASCII is the same in its own letters and in ASCII, whatever its case", async () => {
  const caller = testCaller();
  await take(caller, { address: "info@xn--bcher-kva.example" });
  for (const email of ["Info@BÜCHER.example", "info@XN--bcher-kva.example"]) {
    const contact = await newContact(caller, { email });
    assert.deepEqual(contact["consent"], { email: { marketing: "opted_in" } }, email);
    await door.call("ArchiveContact", { caller, path: { contact_id: contact.id } });
  }
});

test("consents in the app are passed over", async () => {
  const caller = testCaller();
  const ada = await newContact(caller, { email: address });
  await take(caller, { channel: "in_app", address: ada.id });
  assert.deepEqual(await consentOf(caller, ada), {});
});
