import assert from "node:assert/strict";
import { after, test } from "node:test";
import PostalMime from "postal-mime";
import { testCaller, until } from "@jst/testing";
import { dueSignal } from "./queries.ts";
import { Smtp } from "../providers/smtp/smtp.ts";
import { smtpServerOf } from "../providers/smtp/connect.ts";
import { startSmtpReceiver } from "../testing/smtp-receiver.ts";
import { testComms } from "../testing/test-comms.ts";
import { testNews } from "../testing/test-news.ts";
import { becomes, TestProvider, testSender } from "../testing/test-sender.ts";
import type { Provider, ProviderRouting } from "../providers/provider.ts";

let stop = (): Promise<void> => Promise.resolve();
after(() => stop());
const staged = new TestProvider();
let provider: Provider = staged;
let clockShiftMs = 0;
const routing: ProviderRouting = {
  routeOf: () => Promise.resolve({ provider, from: "Acme <hello@acme.example>" }),
};
const comms = await testComms({ routing });
const sender = testSender(comms.database, { routing, clockShiftMs: () => clockShiftMs });
stop = () => sender.stop();
const { agree, send, newNews } = testNews(comms);

const ONE_CLICK = "List-Unsubscribe=One-Click";
const URL_OF_RECEIVER = "smtp://ada:p%25ss%20w%3Ard@mail.example.com";
const named = (headers: object) => Object.keys(headers).filter((name) => /^list-/i.test(name));

test("captured marketing mail carries both headers, with a secret of its own in each message", async () => {
  const [first, second] = [await newNews(), await newNews()];
  assert.equal(first.headers["List-Unsubscribe-Post"], ONE_CLICK);
  assert.equal(first.headers["List-Unsubscribe"], "<http://gateway.test/p/unsubscribe/***>");
  assert.notEqual(first.path, second.path);
});

test("transactional mail carries neither, and no channel but e-mail has a secret", async () => {
  const caller = testCaller();
  const mail = await send(caller, { to: "ada@example.com", purpose: "transactional", test: true });
  const captured = await becomes(comms, caller, mail, "captured");
  assert.ok(captured["headers"]);
  assert.deepEqual(named(captured["headers"]), []);
  const how = { channel: "in_app", purpose: "marketing", subject: undefined };
  await send(caller, { to: "0198f0a0-0000-7000-8000-000000000001", ...how });
  const rows = await comms.sql<{ hash: Buffer | null }>(
    "select unsubscribe_hash as hash from comms.messages where team_id = $1",
    [caller.team_id],
  );
  assert.deepEqual(
    rows.map(({ hash }) => hash),
    [null, null],
  );
});

test("a retry carries the same secret, to the byte; while it waits the database holds it nowhere in clear", async () => {
  const caller = testCaller();
  staged.answer = (_message, n) =>
    n === 1 ? { outcome: "temporary" } : { outcome: "accepted", providerId: "p1" };
  await agree(caller, "ada@example.com");
  const id = await send(caller, { to: "ada@example.com" });
  await until("the first attempt is over", 15_000, async () => {
    const { body } = await comms.door.call("GetMessage", { caller, path: { message_id: id } });
    return body.attempts.length === 1 && body.status === "queued" ? body : undefined;
  });
  const secret = /([\w-]{43})>$/.exec(staged.seen[0]?.headers["List-Unsubscribe"] ?? "")?.[1];
  assert.ok(secret);
  const kept = await comms.sql<{ all: string }>(
    `select concat(m::text, q::text, encode(q.unsubscribe_url, 'escape'), c::text) as all
     from comms.messages m join comms.queue q on q.message_id = m.id, comms.changes c
     where m.id = $1 and c.team_id = m.team_id`,
    [id],
  );
  assert.ok(kept.length > 0);
  for (const { all } of kept) assert.ok(!all.includes(secret));
  clockShiftMs += 61_000;
  dueSignal.ring();
  const sent = await becomes(comms, caller, id, "sent");
  assert.deepEqual(named(sent["headers"] as object), []);
  const seen = staged.seen.filter((one) => one.id === id).map((one) => JSON.stringify(one));
  assert.deepEqual([seen.length, new Set(seen).size], [2, 1]);
});

test("both headers leave by SMTP, whole, on marketing mail alone", async () => {
  const receiver = await startSmtpReceiver();
  const server = smtpServerOf(URL_OF_RECEIVER) ?? assert.fail();
  const smtp = new Smtp({ server, connect: receiver.connect, ca: receiver.ca });
  after(() => smtp.close());
  provider = smtp;
  const caller = testCaller();
  await agree(caller, "ada@example.com");
  for (const purpose of ["marketing", "transactional"])
    await becomes(comms, caller, await send(caller, { to: "ada@example.com", purpose }), "sent");
  provider = staged;
  const [marketing, transactional] = await Promise.all(
    receiver.mails.map(({ raw }) => PostalMime.parse(raw)),
  );
  const [news, order] = [marketing?.headers ?? [], transactional?.headers ?? []];
  const valueOf = (name: string) => news.find(({ key }) => key === name)?.value ?? "";
  assert.match(valueOf("list-unsubscribe"), /^<http:\/\/gateway\.test\/p\/unsubscribe\/[\w-]{43}>$/);
  assert.equal(valueOf("list-unsubscribe-post"), ONE_CLICK);
  const url = valueOf("list-unsubscribe").slice(1, -1);
  assert.equal(marketing?.text?.trim(), `Much is new.\n\nUnsubscribe: ${url}`);
  assert.equal(transactional?.text?.trim(), "Much is new.");
  assert.ok(order.length > 0);
  assert.deepEqual(named(Object.fromEntries(order.map(({ key, value }) => [key, value]))), []);
});
