import assert from "node:assert/strict";
import { test } from "node:test";
import { eventTypes } from "@jst/events";
import { TEST_BASE_URL, testCaller } from "@jst/testing";
import { testWebhooks } from "../testing/test-webhooks.ts";

const { door, sql } = await testWebhooks();
const valid = { url: "https://example.com/hook", events: ["contact.created"] };
const countOf = async (teamId: string) =>
  (
    await sql<{ n: number }>("select count(*)::int as n from webhooks.endpoints where team_id = $1", [teamId])
  )[0]?.n;

test("an endpoint takes every event type at once, and each is sent as a test (events.types)", async () => {
  const caller = testCaller();
  const all = Object.keys(eventTypes);
  const { status, body } = await door.call("CreateWebhook", { caller, body: { ...valid, events: all } });
  assert.deepEqual([status, body.events], [201, all]);
  const path = { webhook_id: body.id as string };
  for (const type of all) {
    const sent = await door.call("TestWebhook", { caller, path, body: { type } });
    assert.deepEqual([sent.status, sent.body.type], [202, type]);
  }
  for (const events of [
    [],
    ["contact.created", "contact.painted"],
    Array.from({ length: 101 }, () => "contact.created"),
  ])
    assert.equal((await door.call("CreateWebhook", { caller, body: { ...valid, events } })).status, 422);
});

test("the reply holds the secret, and neither list, detail, table nor undo record does", async () => {
  const caller = testCaller();
  const reply = await door.call("CreateWebhook", { caller, body: { ...valid, description: "mine" } });
  assert.equal(reply.status, 201);
  const { id, secret } = reply.body;
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.equal(reply.headers["cache-control"], "no-store");
  assert.equal(reply.headers.location, `${TEST_BASE_URL}/api/v1/webhooks/${id}`);
  assert.equal(reply.headers.etag, '"1"');
  const stats = { pending: 0, success: 0, failed: 0, last_success_at: null, last_failure_at: null };
  const { url, events, description, enabled, version } = reply.body;
  assert.deepEqual(
    { url, events, description, enabled, version, stats: reply.body.stats },
    { ...valid, description: "mine", enabled: true, version: 1, stats },
  );
  const detail = await door.call("GetWebhook", { caller, path: { webhook_id: id } });
  const list = await door.call("ListWebhooks", { caller });
  const rows = await sql("select * from webhooks.endpoints where id = $1", [id]);
  const changes = await sql<{ after: object }>("select * from webhooks.changes where resource_id = $1", [id]);
  assert.equal(changes.length, 1);
  assert.deepEqual(
    Object.keys(changes[0]?.after ?? {}).filter((name) => name.includes("secret")),
    ["previous_secret_until"],
  );
  const sealed = Buffer.from(secret.slice(6), "base64");
  for (const shown of [detail.body, list.body, rows, changes]) {
    const text = JSON.stringify(shown);
    assert.ok(!text.includes(secret) && !text.includes(sealed.toString("hex")));
  }
  assert.equal("secret" in detail.body || "secret" in list.body.webhooks[0], false);
});

const refused: [why: string, body: unknown, code: string, field?: string][] = [
  ["a private address", { ...valid, url: "http://10.0.0.1/x" }, "url_not_public", "url"],
  ["loopback in another spelling", { ...valid, url: "http://127.1:8080/" }, "url_not_public", "url"],
  [
    "a name with a private address",
    { ...valid, url: "https://inside.example.com/" },
    "url_not_public",
    "url",
  ],
  [
    "a name with one private address of two",
    { ...valid, url: "https://mixed.example.com/" },
    "url_not_public",
  ],
  ["an empty url", { ...valid, url: "" }, "url_not_public", "url"],
  [
    "an unknown event type",
    { ...valid, events: ["contact.created", "contact.painted"] },
    "validation_failed",
    "events.1",
  ],
  ["a secret of the caller's", { ...valid, secret: "whsec_x" }, "validation_failed", "secret"],
];

for (const [why, body, code, field] of refused) {
  test(`refused and nothing stored: ${why}`, async () => {
    const caller = testCaller();
    const reply = await door.call("CreateWebhook", { caller, body });
    assert.deepEqual([reply.status, reply.body.code], [422, code]);
    if (field !== undefined) assert.equal(reply.body.errors[0].field, field);
    assert.equal(await countOf(caller.team_id), 0);
  });
}

test("a name that does not resolve yet is accepted", async () => {
  const reply = await door.call("CreateWebhook", { body: { ...valid, url: "https://later.example.org/" } });
  assert.equal(reply.status, 201);
});

test("a description may be null from the beginning, or an empty text", async () => {
  for (const description of [null, ""]) {
    const { status, body } = await door.call("CreateWebhook", { body: { ...valid, description } });
    assert.deepEqual([status, body.description], [201, description]);
  }
});

test("an isolated team's endpoints need https", async () => {
  const base = testCaller();
  const caller = { ...base, team: { ...base.team, isolated: true } };
  const plain = await door.call("CreateWebhook", { caller, body: { ...valid, url: "http://example.com/" } });
  assert.deepEqual([plain.status, plain.body.code], [422, "url_not_public"]);
  assert.equal((await door.call("CreateWebhook", { caller, body: valid })).status, 201);
});

test("a team has at most 50, whatever the race", async () => {
  const caller = testCaller();
  const replies = await Promise.all(
    Array.from({ length: 60 }, () => door.call("CreateWebhook", { caller, body: valid })),
  );
  const refusals = replies.filter(({ status }) => status !== 201);
  assert.equal(refusals.length, 10);
  assert.deepEqual([...new Set(refusals.map(({ body }) => body.code))], ["limit_reached"]);
  assert.equal(await countOf(caller.team_id), 50);
});

test("a token without webhooks:write stores nothing", async () => {
  const caller = testCaller({ scopes: [{ resource: "webhooks", actions: ["read", "delete"] }] });
  const reply = await door.call("CreateWebhook", { caller, body: valid });
  assert.deepEqual([reply.status, reply.body.required_scope], [403, "webhooks:write"]);
  assert.equal(await countOf(caller.team_id), 0);
});
