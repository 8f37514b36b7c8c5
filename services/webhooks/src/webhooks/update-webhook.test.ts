import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testWebhooks } from "../testing/test-webhooks.ts";

const { door, sql } = await testWebhooks();
const created = async () => {
  const caller = testCaller();
  const body = { url: "https://example.com/hook", events: ["contact.created"], description: "a" };
  const { body: endpoint } = await door.call("CreateWebhook", { caller, body });
  return { caller, endpoint, path: { webhook_id: endpoint.id as string } };
};

test("only the members given change; null clears the description; no secret is shown", async () => {
  const { caller, path, endpoint } = await created();
  const body = { events: ["contact.updated", "contact.updated"], description: null };
  const reply = await door.call("UpdateWebhook", { caller, path, body });
  assert.equal(reply.status, 200);
  assert.deepEqual(
    [reply.body.url, reply.body.events, reply.body.description, reply.body.enabled, reply.body.version],
    [endpoint.url, ["contact.updated"], null, true, 2],
  );
  assert.equal("secret" in reply.body, false);
});

test("rotation answers a new secret once and keeps the old one sealed for a day", async () => {
  const { caller, path, endpoint } = await created();
  const reply = await door.call("UpdateWebhook", { caller, path, body: { rotate_secret: true } });
  assert.match(reply.body.secret, /^whsec_/);
  assert.notEqual(reply.body.secret, endpoint.secret);
  assert.equal(reply.headers["cache-control"], "no-store");
  const [row] = await sql<{ hours: number; is_kept: boolean }>(
    `select round(extract(epoch from previous_secret_until - now()) / 3600)::int as hours,
       previous_secret is not null and previous_secret <> secret as is_kept
     from webhooks.endpoints where id = $1`,
    [endpoint.id],
  );
  assert.deepEqual(row, { hours: 24, is_kept: true });
  const changes = await sql("select before, after from webhooks.changes where resource_id = $1", [
    endpoint.id,
  ]);
  // When the old secret ends is in the images, and no secret: undo knows a rotation by it.
  assert.ok(!JSON.stringify(changes).replaceAll("previous_secret_until", "").includes("secret"));
});

test("a URL that is not public is refused and the old one stays", async () => {
  const { caller, path, endpoint } = await created();
  const reply = await door.call("UpdateWebhook", { caller, path, body: { url: "http://169.254.169.254/" } });
  assert.deepEqual([reply.status, reply.body.code], [422, "url_not_public"]);
  assert.equal((await door.call("GetWebhook", { caller, path })).body.url, endpoint.url);
});

test("a patch that says what is so already changes nothing and names no changeset; an empty text is one", async () => {
  const { caller, path, endpoint } = await created();
  const { url, description, enabled } = endpoint;
  const events = [...endpoint.events, ...endpoint.events];
  for (const body of [{ url, events, description, enabled }, { rotate_secret: false }]) {
    const reply = await door.call("UpdateWebhook", { caller, path, body });
    assert.deepEqual(
      [reply.status, reply.body.version, reply.headers["x-changeset-id"]],
      [200, 1, undefined],
    );
  }
  const cleared = await door.call("UpdateWebhook", { caller, path, body: { description: "" } });
  assert.deepEqual([cleared.body.version, cleared.body.description], [2, ""]);
});
