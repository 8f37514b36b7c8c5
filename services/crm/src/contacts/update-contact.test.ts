import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testCrm } from "../testing/test-crm.ts";

const { door, stored } = await testCrm();

/** A contact of a new team, and how to patch it. */
async function contact(body: object) {
  const caller = testCaller();
  const created = await door.call("CreateContact", { caller, body });
  const path = { contact_id: created.body.id as string };
  const patch = (change: unknown, headers = {}) =>
    door.call("UpdateContact", { caller, path, body: change, headers });
  const archive = () => door.call("ArchiveContact", { caller, path });
  const read = async () => (await door.call("GetContact", { caller, path })).body;
  return { caller, path, created: created.body, patch, archive, read, stored: () => stored(caller.team_id) };
}

const ada = { first_name: "Ada", last_name: "Lovelace", email: "ada@example.org" };

test("named members are merged, null clears, the rest stays; the event holds what changed alone", async () => {
  const one = await contact({ ...ada, title: "Dr", tags: ["a"] });
  const reply = await one.patch({ company: "Engines", title: null });
  assert.equal(reply.status, 200);
  assert.equal(reply.headers.etag, '"2"');
  const { updated_at, ...rest } = one.created;
  const expected = {
    ...rest,
    company: "Engines",
    title: null,
    version: 2,
    updated_at: reply.body.updated_at,
  };
  assert.deepEqual(reply.body, expected);
  assert.ok(reply.body.updated_at >= updated_at);
  assert.deepEqual(await one.read(), reply.body);
  const { events, changes } = await one.stored();
  assert.deepEqual(changes, ["create", "update"]);
  assert.equal(events[1]?.type, "contact.updated");
  assert.equal(events[1].changeset_id, reply.headers["x-changeset-id"]);
  assert.deepEqual(events[1].data, { object: reply.body, previous: { title: "Dr", company: null } });
});

test("custom and address are replaced as a whole", async () => {
  const one = await contact({ ...ada, custom: { a: 1, b: 2 }, address: { city: "London", country: "GB" } });
  const { body } = await one.patch({ custom: { c: 3 }, address: { city: "Paris" } });
  assert.deepEqual([body.custom, body.address], [{ c: 3 }, { city: "Paris" }]);
});

test("a derived display name follows its parts until one is set, and again once that is cleared", async () => {
  const one = await contact(ada);
  const renamed = await one.patch({ first_name: "Augusta" });
  assert.equal(renamed.body.display_name, "Augusta Lovelace");
  const { events } = await one.stored();
  assert.deepEqual(events[1]?.data.previous, { first_name: "Ada", display_name: "Ada Lovelace" });
  await one.patch({ display_name: "The Countess" });
  assert.equal((await one.patch({ first_name: "Ada" })).body.display_name, "The Countess");
  assert.equal((await one.patch({ display_name: null })).body.display_name, "Ada Lovelace");
  assert.equal((await one.patch({ first_name: null, last_name: null })).body.display_name, "ada@example.org");
});

const unchanged: Record<string, unknown> = {
  "an empty patch": {},
  "the values it has": { ...ada, display_name: "Ada Lovelace" },
  "null where nothing is": { title: null, company: "", address: null },
  "custom with its members in another order": { custom: { b: [1, { y: 2, x: 1 }], a: 1 } },
  "a restore of a live contact": { action: "restore", archived: false },
};

for (const [what, patch] of Object.entries(unchanged)) {
  test(`${what} writes nothing and emits nothing`, async () => {
    const one = await contact({ ...ada, custom: { a: 1, b: [1, { x: 1, y: 2 }] } });
    const reply = await one.patch(patch);
    assert.deepEqual([reply.status, reply.headers.etag, reply.body], [200, '"1"', one.created]);
    const { events, changes } = await one.stored();
    assert.deepEqual([events.length, changes], [1, ["create"]]);
  });
}

const refused: [why: string, patch: unknown, status: number, code: string][] = [
  [
    "nothing would name it any more",
    { first_name: null, last_name: null, email: null },
    422,
    "validation_failed",
  ],
  ["archived is true", { archived: true }, 422, "validation_failed"],
  ["the action is unknown", { action: "Restore" }, 422, "validation_failed"],
  ["the action is in capitals", { action: "RESTORE" }, 422, "validation_failed"],
  ["the action is a list", { action: ["restore"] }, 422, "validation_failed"],
  ["archived is a text", { archived: "false" }, 422, "validation_failed"],
  ["archived is null", { archived: null }, 422, "validation_failed"],
  ["an e-mail is none", { email: "ada" }, 422, "validation_failed"],
  ["a time zone does not exist", { timezone: "+01:00" }, 422, "validation_failed"],
  ["it is no object", "[1]", 422, "validation_failed"],
  ["it is no JSON", "{", 400, "malformed_json"],
];

for (const [why, patch, status, code] of refused) {
  test(`refused and nothing changed: ${why}`, async () => {
    const one = await contact(ada);
    const reply = await one.patch(patch);
    assert.deepEqual([reply.status, reply.body.code], [status, code]);
    assert.deepEqual(await one.read(), one.created);
    assert.equal((await one.stored()).events.length, 1);
  });
}

test("an archived contact may be patched and stays archived; both ways of restoring make it live", async () => {
  for (const restore of [{ archived: false }, { action: "restore" }]) {
    const one = await contact(ada);
    const archived = await one.archive();
    const patched = await one.patch({ title: "Dr" });
    assert.equal(patched.body.archived_at, archived.body.archived_at);
    const restored = await one.patch(restore);
    assert.deepEqual([restored.status, restored.body.archived_at, restored.body.version], [200, null, 4]);
    const { events, changes } = await one.stored();
    assert.deepEqual(events[3]?.data.previous, { archived_at: archived.body.archived_at });
    assert.deepEqual(changes, ["create", "delete", "update", "update"]);
  }
});

test("a restore whose e-mail was taken meanwhile is 409 and names the holder; with another e-mail it succeeds", async () => {
  const one = await contact(ada);
  await one.archive();
  const { body: taker } = await door.call("CreateContact", {
    caller: one.caller,
    body: { email: "ADA@example.org" },
  });
  const reply = await one.patch({ action: "restore" });
  assert.deepEqual(
    [reply.status, reply.body.code, reply.body.existing_id, reply.body.field],
    [409, "contact_exists", taker.id, "email"],
  );
  assert.notEqual((await one.read()).archived_at, null);
  const moved = await one.patch({ archived: false, email: "ada2@example.org" });
  assert.deepEqual([moved.status, moved.body.archived_at], [200, null]);
});

test("an e-mail or external id of another contact is 409, one's own in other case is not", async () => {
  const one = await contact(ada);
  const { body: other } = await door.call("CreateContact", {
    caller: one.caller,
    body: { email: "b@example.org", external_id: "b" },
  });
  for (const change of [{ email: "B@example.org" }, { external_id: "b" }]) {
    const reply = await one.patch(change);
    assert.deepEqual([reply.status, reply.body.existing_id], [409, other.id]);
    assert.equal(reply.body.field, Object.keys(change)[0]);
  }
  assert.equal((await one.patch({ email: "ADA@example.org" })).body.email, "ADA@example.org");
});
