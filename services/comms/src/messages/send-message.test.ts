import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { human, testCaller, type TestReply } from "@jst/testing";
import { testComms } from "../testing/test-comms.ts";

const { door, people, absent, crm, sql } = await testComms();

const to = "Ada@Example.com";
const mail = { to, subject: "Your order", text: "It is on its way." };
const send = (caller: Caller, body: object, headers = {}) =>
  door.call("SendMessage", { caller, body, headers });
const consent = async (caller: Caller, body: object) => {
  const given = { address: to, channel: "email", purpose: "marketing", source: "page", basis: "consent" };
  assert.equal((await door.call("CreateConsent", { caller, body: { ...given, ...body } })).status, 201);
};
const optOut = (caller: Caller, body: object = {}) => consent(caller, { status: "opted_out", ...body });
const refusals = ({ status, body }: TestReply) => [
  status,
  body.code,
  ...(body.errors ?? []).map(({ field, code }: { field: string; code: string }) => `${field} ${code}`),
];
const stored = async ({ team_id: team }: Caller) => {
  const [counts] = await sql<{ messages: number; queue: number }>(
    `select (select count(*)::int from comms.messages where team_id = $1) as messages,
       (select count(*)::int from comms.queue where team_id = $1) as queue`,
    [team],
  );
  return counts;
};

test("202 is the message as it was queued, with what the gate saw; the message and its work are stored", async () => {
  const caller = testCaller();
  const reply = await send(caller, { ...mail, metadata: { order: "7" }, reply_to: "help@example.com" });
  assert.equal(reply.status, 202, JSON.stringify(reply.body));
  const { id, created_at, updated_at, created_by, from, ...rest } = reply.body as Record<string, unknown>;
  assert.deepEqual(rest, {
    direction: "outbound",
    kind: "message",
    status: "queued",
    channel: "email",
    to,
    contact_id: null,
    purpose: "transactional",
    subject: "Your order",
    attention: null,
    template_id: null,
    reply_to: "help@example.com",
    attachments: [],
    metadata: { order: "7" },
    consent: { status: "unknown", basis: null },
    provider: "capture",
    provider_id: null,
    test: false,
    error: null,
    sent_at: null,
    delivered_at: null,
    next_attempt_at: null,
    send_at: null,
    source: null,
    version: 1,
  });
  assert.ok(created_at && updated_at && created_by && from);
  assert.match(reply.headers.location ?? "", new RegExp(`/api/v1/comms/messages/${String(id)}$`));
  assert.match(reply.headers["x-changeset-id"] ?? "", /^comms_/);
  assert.deepEqual(await stored(caller), { messages: 1, queue: 1 });
});

test("the first stage that refuses answers: shape, to, channel, consent, suppression, content", async () => {
  const caller = testCaller();
  await optOut(caller);
  await door.call("CreateSuppression", { caller, body: { address: to } });
  const bad = { template_id: randomUUID(), text: "x" };
  const marketing = { ...bad, to, purpose: "marketing" };
  const shape = await send(caller, { ...marketing, to: "nobody", purpose: "spam", nope: 1, subject: "a\nb" });
  assert.deepEqual(refusals(shape).slice(0, 2), [422, "validation_failed"]);
  assert.deepEqual(refusals(shape).slice(2).sort(), [
    "nope unknown_field",
    "purpose invalid_value",
    "subject invalid_format",
  ]);
  assert.deepEqual(refusals(await send(caller, { ...marketing, to: "nobody", channel: "sms" })).slice(2), [
    "to invalid_format",
  ]);
  const codes = async (body: object) => (await send(caller, body)).body.code;
  assert.equal(await codes({ ...marketing, channel: "sms" }), "no_address_for_channel");
  assert.equal(await codes(marketing), "recipient_opted_out");
  assert.equal(await codes({ ...marketing, purpose: "transactional" }), "recipient_suppressed");
  assert.equal(await codes({ ...marketing, to: "bo@example.com" }), "consent_missing");
  const content = await send(caller, { ...bad, to: "bo@example.com" });
  assert.deepEqual(refusals(content), [
    422,
    "validation_failed",
    "text not_allowed",
    "template_id not_found",
  ]);
  assert.deepEqual(await stored(caller), { messages: 0, queue: 0 });
});

test("to is a contact, a bare address or a number; anything else is refused at to", async () => {
  const caller = testCaller();
  for (const text of [
    "Ada <ada@example.com>",
    "ada@example.com, bo@example.com",
    "ada@example.com\r\nBcc: bo@example.com",
    "4155550100",
    "+1",
    "ada",
    " ada@example.com",
  ])
    assert.deepEqual(
      refusals(await send(caller, { ...mail, to: text })).slice(2),
      ["to invalid_format"],
      text,
    );
  const id = randomUUID();
  absent.add(id);
  assert.deepEqual(refusals(await send(caller, { ...mail, to: id })).slice(2), ["to not_found"]);
  people.set(id, { id, email: "Ada@Example.com", phone: null });
  assert.deepEqual(refusals(await send(caller, { ...mail, to: id })).slice(2), ["channel required"]);
  const reply = await send(caller, { ...mail, to: id.toUpperCase(), channel: "email" });
  assert.deepEqual([reply.status, reply.body.to, reply.body.contact_id], [202, "Ada@Example.com", id]);
  assert.equal(
    (await send(caller, { to: id, channel: "sms", text: "x" })).body.code,
    "no_address_for_channel",
  );
  const inApp = await send(caller, { to: id, channel: "in_app", text: "x" });
  assert.deepEqual([inApp.status, inApp.body.provider, inApp.body.contact_id], [202, "in_app", id]);
  const member = randomUUID();
  absent.add(member);
  assert.deepEqual(refusals(await send(caller, { to: member, channel: "in_app", text: "x" })).slice(2), [
    "to not_found",
  ]);
  absent.delete(member);
  const toMember = await send(caller, { to: member, channel: "in_app", text: "x" });
  assert.deepEqual([toMember.status, toMember.body.contact_id], [202, null]);
});

test("a crm that does not answer keeps nobody from writing to an address", async () => {
  crm.isSilent = true;
  try {
    assert.equal((await send(testCaller(), mail)).status, 202);
  } finally {
    crm.isSilent = false;
  }
});

test("a denial is one audit entry without address or text, and no message", async () => {
  const caller = testCaller();
  await optOut(caller);
  await sql("delete from comms.outbox where team_id = $1", [caller.team_id]);
  await send(caller, { ...mail, purpose: "marketing" });
  await send(caller, { ...mail, channel: "sms" });
  const entries = await sql<{ payload: Record<string, unknown> }>(
    "select payload from comms.outbox where team_id = $1 order by seq",
    [caller.team_id],
  );
  assert.deepEqual(
    entries.map(({ payload }) => [
      payload["action"],
      payload["resource"],
      payload["outcome"],
      payload["code"],
    ]),
    [
      ["send", "messages", "denied", "recipient_opted_out"],
      ["send", "messages", "denied", "no_address_for_channel"],
    ],
  );
  assert.doesNotMatch(JSON.stringify(entries), /example\.com|on its way/i);
  assert.deepEqual(await stored(caller), { messages: 0, queue: 0 });
});

test("a human's send is a proposal, sent once approved though its time is past; after an opt-out approval is refused", async () => {
  const team = { modules: { comms: true } } as unknown as Caller["team"];
  const person = human(randomUUID(), "member");
  const caller = { ...person, team: { ...person.team, ...team } };
  const admin = human(caller.team_id, "admin");
  const approve = (changeset_id: string) =>
    door.call("ApproveChangeset", { caller: admin, path: { changeset_id }, body: {} });
  const proposed = await send(caller, mail);
  assert.deepEqual([proposed.status, proposed.body.queued], [202, true]);
  const [{ resource, op, after }] = proposed.body.preview;
  assert.deepEqual([resource, op, after.to, after.text], ["messages", "create", to, mail.text]);
  assert.deepEqual(await stored(caller), { messages: 0, queue: 0 });
  const past = new Date(Date.now() - 1).toISOString();
  const other = await send(caller, { ...mail, to: "bo@example.com", send_at: past });
  assert.equal(other.body.queued, true, JSON.stringify(other.body));
  const done = await approve(other.body.changeset_id);
  assert.equal(done.status, 200, JSON.stringify(done.body));
  assert.deepEqual([done.status, done.body.result.status], [200, "queued"]);
  await optOut(testCaller({ team_id: caller.team_id }), { purpose: "transactional" });
  const refused = await approve(proposed.body.changeset_id);
  assert.deepEqual([refused.status, refused.body.code], [422, "recipient_opted_out"]);
  assert.deepEqual(await stored(caller), { messages: 1, queue: 1 });
  const shown = await door.call("GetChangeset", {
    caller,
    path: { changeset_id: proposed.body.changeset_id },
  });
  assert.equal(shown.body.status, "queued");
});

test("fifty equal sends under one key are one message; without a key two sends are two", async () => {
  const caller = testCaller();
  const key = { "idempotency-key": randomUUID() };
  const replies = await Promise.all(Array.from({ length: 50 }, () => send(caller, mail, key)));
  const ids = new Set(replies.filter(({ status }) => status === 202).map(({ body }) => body.id as string));
  assert.equal(ids.size, 1);
  for (const { status, body } of replies)
    if (status !== 202) assert.deepEqual([status, body.code], [409, "idempotency_in_progress"]);
  assert.deepEqual(await stored(caller), { messages: 1, queue: 1 });
  const [one, two] = [await send(caller, mail), await send(caller, mail)];
  assert.notEqual(one.body.id, two.body.id);
});

test("a send is final: its undo is refused", async () => {
  const caller = testCaller();
  const sent = await send(caller, mail);
  const path = { changeset_id: sent.headers["x-changeset-id"] ?? "" };
  const undone = await door.call("UndoChangeset", { caller: human(caller.team_id, "admin"), path, body: {} });
  assert.deepEqual([undone.status, undone.body.code], [409, "not_undoable"]);
});

test("a template is rendered with the variables; what it misses is named, and its channel must be the message's", async () => {
  const caller = testCaller();
  const made = async (body: object) =>
    (await door.call("CreateTemplate", { caller, body: { name: randomUUID(), ...body } })).body.id as string;
  const html = "<p>Hello {{ name }}</p>";
  const template_id = await made({
    channel: "email",
    subject: "For {{ name }}",
    text: "Hi {{ name }}",
    html,
  });
  const missing = await send(caller, { to, template_id });
  assert.deepEqual(refusals(missing).slice(2), ["variables.name required"]);
  const { status, body } = await send(caller, { to, template_id, variables: { name: "<b>\nAda" } });
  assert.deepEqual([status, body.subject, body.template_id], [202, "For <b> Ada", template_id]);
  const { body: whole } = await door.call("GetMessage", { caller, path: { message_id: body.id } });
  assert.deepEqual([whole.text, whole.html], ["Hi <b>\nAda", "<p>Hello &lt;b&gt;\nAda</p>"]);
  assert.deepEqual(whole.variables, { name: "<b>\nAda" });
  const given = await send(caller, { to, template_id, subject: "{{ name }}", variables: { name: "Ada" } });
  assert.equal(given.body.subject, "{{ name }}");
  const sms = await made({ channel: "sms", text: "Hi" });
  assert.deepEqual(refusals(await send(caller, { to, template_id: sms })).slice(2), [
    "template_id not_allowed",
  ]);
  const foreign = await send(testCaller(), { to, template_id });
  assert.deepEqual(refusals(foreign).slice(2), ["template_id not_found"]);
});
