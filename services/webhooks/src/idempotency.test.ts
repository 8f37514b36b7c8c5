import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testWebhooks } from "./testing/test-webhooks.ts";

const { door, sql } = await testWebhooks();
const headers = { "idempotency-key": "key-1" };
const body = { url: "https://example.com/hook", events: ["contact.created"] };

/** Everything stored under keys, as one text. */
const kept = async () => JSON.stringify(await sql("select headers, body from webhooks.idempotency_keys"));

test("a replay has all of the first reply but its secret, which is stored nowhere", async () => {
  const caller = testCaller();
  const first = await door.call("CreateWebhook", { caller, body, headers });
  const { secret, ...rest } = first.body;
  const again = await door.call("CreateWebhook", { caller, body, headers });
  assert.equal(again.headers["idempotency-replayed"], "true");
  assert.equal(again.headers["cache-control"], "no-store");
  assert.deepEqual(again.body, rest);

  const path = { webhook_id: rest.id };
  const rotate = { caller, path, body: { rotate_secret: true }, headers };
  const rotated = await door.call("UpdateWebhook", rotate);
  assert.notEqual(rotated.body.secret, secret);
  const repeated = await door.call("UpdateWebhook", rotate);
  assert.deepEqual(
    [repeated.status, repeated.body.version, repeated.body.secret],
    [200, rotated.body.version, undefined],
  );
  const stored = await kept();
  assert.ok(stored.includes(rest.id) && !stored.includes("whsec_"));
});

test("rotate_secret: false rotates nothing", async () => {
  const caller = testCaller();
  const { body: created } = await door.call("CreateWebhook", { caller, body });
  const path = { webhook_id: created.id };
  const reply = await door.call("UpdateWebhook", { caller, path, body: { rotate_secret: false } });
  assert.deepEqual([reply.status, reply.body.secret], [200, undefined]);
});
