import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Caller } from "@jst/caller";
import { testCaller, until } from "@jst/testing";
import { dueSignal } from "../messages/queries.ts";
import { testComms } from "../testing/test-comms.ts";
import { becomes, TestProvider, testSender } from "../testing/test-sender.ts";

let stop = (): Promise<void> => Promise.resolve();
after(() => stop());
const provider = new TestProvider();
let clockShiftMs = 0;
const comms = await testComms(provider);
const { door, database, sql } = comms;
const sender = testSender(database, { routing: provider.routing, clockShiftMs: () => clockShiftMs });
stop = () => sender.stop();

const mail = { to: "ada@example.com", subject: "Your order", text: "It is on its way." };
const send = async (caller: Caller, body: object = {}, status = "queued"): Promise<string> => {
  const reply = await door.call("SendMessage", { caller, body: { ...mail, ...body } });
  assert.deepEqual([reply.status, reply.body.status], [202, status], JSON.stringify(reply.body));
  return reply.body.id as string;
};
interface SentEvent {
  id: string;
  type: string;
  team_id: string;
  changeset_id: string;
  test: boolean;
  actor: object;
  data: { object: Record<string, unknown> };
}
const events = async ({ team_id: team }: Caller) =>
  (
    await sql<{ payload: SentEvent }>(
      "select payload from comms.outbox where team_id = $1 and type = 'message.sent' order by seq",
      [team],
    )
  ).map(({ payload }) => payload);
const attempts = (message: Record<string, unknown>) =>
  (message["attempts"] as { n: number; outcome: string; code: string | null }[]).map(
    ({ n, outcome, code }) => `${n} ${outcome} ${String(code)}`,
  );

test("a message that its provider takes is sent, once, and message.sent tells of it in the short form", async () => {
  const caller = testCaller();
  const id = await send(caller);
  const message = await becomes(comms, caller, id, "sent");
  assert.deepEqual([message["provider"], message["provider_id"], message["error"]], ["smtp", "p1", null]);
  assert.ok(message["sent_at"]);
  assert.deepEqual(attempts(message), ["1 accepted null"]);
  const [event, ...others] = await events(caller);
  assert.deepEqual(others, []);
  assert.deepEqual(
    [event?.type, event?.team_id, event?.test, event?.actor],
    ["message.sent", caller.team_id, false, { type: "service", id: caller.token_id }],
  );
  assert.match(event?.changeset_id ?? "", /^comms_/);
  const { text, html, variables, headers, attempts: made, ...short } = message;
  assert.ok(made && variables && headers && text !== html);
  assert.deepEqual(event?.data.object, short);
  assert.deepEqual(
    provider.seen.filter((one) => one.id === id).map((one) => one.to),
    [mail.to],
  );
});

test("what fails for now is tried again after 1, 5, 30 minutes and 2 hours, the same each time; then it failed", async () => {
  const caller = testCaller();
  provider.answer = () => ({ outcome: "temporary", code: "4.2.1", detail: "Try later." });
  const id = await send(caller);
  for (const [n, minutes] of [1, 5, 30, 120].entries()) {
    const waiting = await until(`attempt ${n + 1} is over`, 15_000, async () => {
      const { body } = await door.call("GetMessage", { caller, path: { message_id: id } });
      return body.attempts.length === n + 1 && body.status === "queued" ? body : undefined;
    });
    const waits = Date.parse(waiting.next_attempt_at) - Date.parse(waiting.attempts[n].at);
    assert.equal(Math.round(waits / 60_000), minutes);
    clockShiftMs += minutes * 60_000 + 1_000;
    dueSignal.ring();
  }
  const failed = await becomes(comms, caller, id, "failed");
  assert.deepEqual(
    attempts(failed),
    [1, 2, 3, 4, 5].map((n) => `${n} temporary 4.2.1`),
  );
  assert.deepEqual(
    [failed["error"], failed["next_attempt_at"]],
    [{ code: "4.2.1", message: "Try later." }, null],
  );
  const seen = provider.seen.filter((one) => one.id === id);
  assert.equal(new Set(seen.map((one) => JSON.stringify(one))).size, 1, "the same to the byte");
  assert.equal(seen[0]?.headers["Message-ID"], `<${id}@acme.example>`);
  assert.deepEqual(await events(caller), []);
});

test("a retry that is taken makes one event; a provider that throws is tried again; what is permanent ends", async () => {
  const caller = testCaller();
  provider.answer = (_message, n) => {
    if (n === 1) throw new Error("the connection broke");
    return { outcome: "accepted", providerId: "p2" };
  };
  const id = await send(caller);
  await until("the first attempt is over", 15_000, async () => {
    const { body } = await door.call("GetMessage", { caller, path: { message_id: id } });
    return body.attempts.length === 1 ? body : undefined;
  });
  clockShiftMs += 61_000;
  dueSignal.ring();
  assert.deepEqual(attempts(await becomes(comms, caller, id, "sent")), [
    "1 temporary null",
    "2 accepted null",
  ]);
  assert.equal((await events(caller)).length, 1);
  provider.answer = () => ({ outcome: "permanent", code: "5.7.1", detail: "Policy." });
  const refused = await becomes(comms, caller, await send(caller), "failed");
  assert.deepEqual(refused["error"], { code: "5.7.1", message: "Policy." });
  provider.answer = () => ({ outcome: "permanent", code: "5.1.1", detail: "Nobody.", isOfMessage: true });
  await becomes(comms, caller, await send(caller), "undelivered");
  const { body } = await door.call("SendMessage", { caller, body: mail });
  assert.equal(body.code, "recipient_suppressed");
  provider.answer = () => ({ outcome: "accepted" });
  assert.equal((await events(caller)).length, 1);
});

test("a refusal of the recipient makes a message undelivered; the server decides nothing for the address unless it is dead", async () => {
  const suppressed = async (caller: Caller) =>
    (await door.call("ListSuppressions", { caller })).body.suppressions.length as number;
  for (const [code, count] of [
    ["5.2.2", 0],
    ["5.7.1", 0],
    ["550", 0],
    ["5.1.10", 1],
    ["5.1.8", 0],
  ] as const) {
    const caller = testCaller();
    provider.answer = () => ({ outcome: "permanent", code, detail: "No.", isOfMessage: true });
    const message = await becomes(comms, caller, await send(caller), "undelivered");
    assert.deepEqual(message["error"], { code, message: "No." });
    assert.equal(await suppressed(caller), count, code);
  }
  const caller = testCaller();
  provider.answer = () => ({ outcome: "permanent", code: "5.1.1", detail: "Not you." });
  await becomes(comms, caller, await send(caller), "failed");
  assert.equal(await suppressed(caller), 0);
});

test("who opted out, or was suppressed, after it was queued gets nothing: the message is canceled", async () => {
  const caller = testCaller();
  const held = Promise.withResolvers<undefined>();
  // The first attempt fails while the recipient opts out.
  provider.answer = async () => {
    await held.promise;
    return { outcome: "temporary" };
  };
  const ids = [await send(caller), await send(caller, { to: "bo@example.com" })];
  await until("both are tried", 60_000, () =>
    ids.every((id) => provider.seen.some((one) => one.id === id)) ? true : undefined,
  );
  const consent = { address: mail.to, channel: "email", purpose: "transactional", status: "opted_out" };
  await door.call("CreateConsent", { caller, body: { ...consent, source: "a call" } });
  await door.call("CreateSuppression", { caller, body: { address: "bo@example.com" } });
  held.resolve(undefined);
  for (const id of ids) await becomes(comms, caller, id, "queued");
  clockShiftMs += 61_000;
  dueSignal.ring();
  for (const [n, code] of ["recipient_opted_out", "recipient_suppressed"].entries()) {
    const canceled = await becomes(comms, caller, ids[n] ?? "", "canceled");
    assert.deepEqual(
      [(canceled["error"] as { code: string }).code, attempts(canceled)],
      [code, ["1 temporary null"]],
    );
  }
  assert.deepEqual(await events(caller), []);
  provider.answer = () => ({ outcome: "accepted" });
});

test("a test is captured whatever the provider is, with its headers; its event says test", async () => {
  const caller = testCaller();
  const before = provider.seen.length;
  const message = await becomes(comms, caller, await send(caller, { test: true }), "captured");
  const { id, from, created_at: at } = message as Record<string, string>;
  assert.deepEqual([message["provider"], message["provider_id"]], ["capture", id]);
  assert.deepEqual(message["headers"], {
    From: from,
    To: mail.to,
    Subject: mail.subject,
    "Message-ID": `<${id ?? ""}@acme.example>`,
    Date: new Date(at ?? "").toUTCString().replace("GMT", "+0000"),
  });
  const [event] = await events(caller);
  assert.deepEqual([event?.test, event?.data.object["test"]], [true, true]);
  assert.equal(provider.seen.length, before);
});

test("test recipients never reach a provider: delivered, bounced with a suppression, or failed without an event", async () => {
  const caller = testCaller();
  const before = provider.seen.length;
  const ok = await becomes(comms, caller, await send(caller, { to: "ok@test.invalid" }), "delivered");
  assert.ok(ok["sent_at"] && ok["delivered_at"]);
  const [event] = await events(caller);
  assert.deepEqual([event?.test, event?.data.object["test"]], [true, false]);
  await becomes(comms, caller, await send(caller, { to: "bounce@test.invalid" }), "undelivered");
  const again = await door.call("SendMessage", { caller, body: { ...mail, to: "bounce@test.invalid" } });
  assert.equal(again.body.code, "recipient_suppressed");
  const { body: list } = await door.call("ListSuppressions", { caller });
  const [suppressed] = list.suppressions;
  assert.deepEqual(
    [suppressed.address, suppressed.reason, suppressed.created_by],
    ["bounce@test.invalid", "hard_bounce", { type: "system", id: null }],
  );
  assert.equal((await events(caller)).length, 2);
  const consent = {
    channel: "sms",
    purpose: "transactional",
    status: "opted_in",
    basis: "contract",
    source: "x",
  };
  for (const [to, status] of [
    ["+15005550006", "delivered"],
    ["+15005550001", "failed"],
  ] as const) {
    const body = { to, text: "Hello" };
    assert.equal((await door.call("SendMessage", { caller, body })).body.code, "consent_missing");
    await door.call("CreateConsent", { caller, body: { ...consent, address: to } });
    const message = await becomes(comms, caller, await send(caller, { ...body, subject: undefined }), status);
    if (status === "failed") assert.equal((message["error"] as { code: string }).code, "invalid_recipient");
  }
  assert.equal((await events(caller)).length, 3);
  assert.equal(provider.seen.length, before);
});

test("a message in the app is delivered at once, without a provider", async () => {
  const caller = testCaller();
  const id = crypto.randomUUID();
  comms.people.set(id, { id, email: null, phone: null });
  const message = await send(caller, { to: id, channel: "in_app", subject: undefined });
  const shown = await becomes(comms, caller, message, "delivered");
  assert.equal(shown["provider"], "in_app");
  const [event] = await events(caller);
  assert.deepEqual([event?.test, event?.data.object["status"]], [false, "delivered"]);
});

test("what was queued while messages were captured goes out from whom the team names by now, at each attempt", async () => {
  const caller = testCaller();
  const id = await send(caller, { send_at: new Date(Date.now() + 86_400_000).toISOString() }, "scheduled");
  const test = await send(caller, { test: true });
  await becomes(comms, caller, test, "captured");
  await sql("update comms.messages set provider = 'capture', \"from\" = 'no-reply@x.invalid' where id = $1", [
    id,
  ]);
  provider.answer = (_message, n) =>
    n === 1 ? { outcome: "temporary" } : { outcome: "accepted", providerId: "p1" };
  await sql("update comms.queue set due_at = clock_timestamp(), state = 'ready' where message_id = $1", [id]);
  dueSignal.ring();
  const waiting = await until("the first attempt is over", 15_000, async () => {
    const { body } = await door.call("GetMessage", { caller, path: { message_id: id } });
    return body.attempts.length === 1 && body.status === "queued" ? body : undefined;
  });
  assert.deepEqual([waiting.provider, waiting.from], ["smtp", "Acme <hello@acme.example>"]);
  clockShiftMs += 61_000;
  dueSignal.ring();
  await becomes(comms, caller, id, "sent");
  const seen = provider.seen.filter((one) => one.id === id);
  assert.deepEqual(
    seen.map(({ from, headers }) => `${String(from)} ${String(headers["Message-ID"])}`),
    Array<string>(2).fill(`Acme <hello@acme.example> <${id}@acme.example>`),
  );
});
