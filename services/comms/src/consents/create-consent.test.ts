import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { human, testCaller, type TestReply } from "@jst/testing";
import { testComms } from "../testing/test-comms.ts";

const { door, people, crm } = await testComms();

const given = {
  channel: "email",
  purpose: "marketing",
  status: "opted_in",
  basis: "consent",
  source: "page",
};
const create = (caller: Caller, body: object) => door.call("CreateConsent", { caller, body });
const list = async (caller: Caller, query = "") => {
  const { status, body } = await door.call("ListConsents", { caller, query });
  assert.equal(status, 200, JSON.stringify(body));
  return body.consents as { id: string; address: string; status: string }[];
};
const refusals = ({ body }: TestReply) =>
  (body.errors as { field: string; code: string }[]).map(({ field, code }) => `${field} ${code}`);

test("each record is kept under the folded address; the last one of a key stands", async () => {
  const caller = testCaller();
  const { status, body, headers } = await create(caller, {
    ...given,
    address: "Ada@Bücher.example",
    evidence: { ip: "192.0.2.1" },
  });
  assert.equal(status, 201, JSON.stringify(body));
  const { id, at, created_at, updated_at, created_by, ...rest } = body as Record<string, unknown>;
  assert.deepEqual(rest, {
    ...given,
    address: "ada@xn--bcher-kva.example",
    contact_id: null,
    evidence: { ip: "192.0.2.1" },
    version: 1,
  });
  assert.ok(headers["x-changeset-id"] && id && at && created_at && updated_at && created_by);
  const out = await create(caller, { ...given, address: "ada@bücher.example", status: "opted_out" });
  const again = await create(caller, { ...given, address: "ADA@BÜCHER.EXAMPLE", status: "opted_out" });
  assert.deepEqual([out.status, again.status], [201, 201]);
  await create(caller, { ...given, address: "ada@bücher.example", purpose: "transactional" });
  const query = `address=${encodeURIComponent("ada@BÜCHER.example")}&purpose=marketing`;
  assert.deepEqual(
    (await list(caller, query)).map((one) => one.id),
    [again.body.id, out.body.id, id],
  );
  assert.deepEqual(
    (await list(caller, `${query}&current=true`)).map((one) => one.status),
    ["opted_out"],
  );
  assert.equal((await list(caller, "current=true")).length, 2);
  assert.deepEqual(await list(testCaller()), []);
});

test("a consent is given on a basis, for marketing on the person's own", async () => {
  const caller = testCaller();
  const address = "ada@example.com";
  const { channel, purpose, status, source } = given;
  const without = { channel, purpose, status, source };
  assert.deepEqual(refusals(await create(caller, { ...without, address })), ["basis required"]);
  for (const basis of ["booking", "inbound_message", "contract", "legitimate_interest", "legal_obligation"]) {
    assert.deepEqual(refusals(await create(caller, { ...given, address, basis })), ["basis not_allowed"]);
    const transactional = { ...given, address, basis, purpose: "transactional" };
    assert.equal((await create(caller, transactional)).status, 201);
  }
  assert.equal((await create(caller, { ...without, address, status: "opted_out" })).status, 201);
  assert.equal((await create(caller, { ...given, address, basis: "form" })).status, 201);
  assert.equal((await create(caller, { ...given, address, status: "unknown" })).status, 422);
});

test("exactly one of address and contact_id is given, and it has an address of the channel", async () => {
  const caller = testCaller();
  const known = randomUUID();
  people.set(known, { id: known, email: "Ada@Example.com", phone: null });
  assert.deepEqual(refusals(await create(caller, given)), ["address required", "contact_id required"]);
  assert.deepEqual(
    refusals(await create(caller, { ...given, address: "a@example.com", contact_id: known })),
    ["address not_allowed", "contact_id not_allowed"],
  );
  const { body } = await create(caller, { ...given, contact_id: known });
  assert.deepEqual([body.address, body.contact_id], ["ada@example.com", known]);
  for (const [channel, more] of [
    ["sms", { contact_id: known }],
    ["sms", { address: "ada@example.com" }],
    ["whatsapp", { address: "ada@example.com" }],
    ["email", { address: "+14155550100" }],
    ["in_app", { address: "ada@example.com" }],
  ] as const) {
    const reply = await create(caller, { ...given, channel, ...more });
    assert.deepEqual([reply.status, reply.body.code], [422, "no_address_for_channel"], JSON.stringify(more));
  }
  const inApp = await create(caller, { ...given, channel: "in_app", contact_id: known });
  assert.equal(inApp.body.address, known);
  assert.deepEqual(refusals(await create(caller, { ...given, contact_id: randomUUID() })), [
    "contact_id not_found",
  ]);
  assert.deepEqual(refusals(await create(caller, { ...given, address: "Ada <ada@example.com>" })), [
    "address invalid_format",
  ]);
  assert.deepEqual(
    refusals(await create(caller, { ...given, address: "x", evidence: { a: "x".repeat(8192) } })),
    ["evidence too_long"],
  );
  assert.deepEqual(refusals(await create(caller, { ...given, address: "x", source: " " })), [
    "source required",
  ]);
  assert.equal((await list(caller, `contact_id=${known}`)).length, 2);
  // The contact moved: consents of its former address do not apply to it any longer.
  people.set(known, { id: known, email: "new@example.com", phone: null });
  assert.deepEqual(
    (await list(caller, `contact_id=${known}`)).map(({ address }) => address),
    [known],
  );
  assert.deepEqual(await list(caller, `contact_id=${randomUUID()}`), []);
});

test("a record is evidence: an undo of it is refused, and a person's is a proposal", async () => {
  const caller = testCaller();
  const body = { ...given, address: "ada@example.com" };
  const made = await create(caller, body);
  const path = { changeset_id: made.headers["x-changeset-id"] ?? "" };
  const admin = human(caller.team_id, "admin");
  const undone = await door.call("UndoChangeset", { caller: admin, path, body: {} });
  assert.deepEqual([undone.status, undone.body.code], [409, "not_undoable"]);
  const proposed = await create(human(caller.team_id, "member"), body);
  assert.deepEqual([proposed.status, proposed.body.queued], [202, true]);
  assert.equal((await list(caller)).length, 1);
});

test("while crm is away a contact cannot be asked for; an address needs nobody else", async () => {
  const caller = testCaller();
  crm.stop();
  const unknown = await create(caller, { ...given, contact_id: randomUUID() });
  assert.equal(unknown.status, 503, JSON.stringify(unknown.body));
  assert.equal((await create(caller, { ...given, address: "ada@example.com" })).status, 201);
  assert.equal((await list(caller)).length, 1);
});
