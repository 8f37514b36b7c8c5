import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import type { Caller, Scope } from "@jst/caller";
import { SystemDatabase } from "@jst/db";
import { eventRights, eventTypes, type EventType } from "@jst/events";
import { human, testCaller, type TestReply } from "@jst/testing";
import { materialise } from "../intake/materialise.ts";
import { testWebhooks } from "../testing/test-webhooks.ts";

const { door, database } = await testWebhooks();
const connectionString = database.urlOf("webhooks_worker");
const worker = new SystemDatabase({ connectionString, poolSize: 2, applicationName: "test" });
after(() => worker.close());

const webhooksAlone: Scope = { resource: "webhooks", actions: ["read", "write", "delete", "admin"] };
const url = "https://example.com/hook";
// A caller that writes endpoints has the right of events about endpoints.
const types = (Object.keys(eventTypes) as EventType[]).filter(
  (type) => eventRights(type).endpoint.resource !== "webhooks",
);
const narrow = (caller: Caller, ...more: Scope[]): Caller => ({
  ...caller,
  token_id: randomUUID(),
  scopes: [webhooksAlone, ...more],
});
const refusal = ({ status, body }: TestReply) => [status, body.code, body.required_scope, body.field];
const neededFor = (type: EventType) => eventRights(type).endpoint;

test("each event type takes its right at create and at PATCH, and the refusal names right and place", async () => {
  for (const type of types) {
    const { resource, action } = neededFor(type);
    const caller = narrow(testCaller());
    const refused = [403, "insufficient_scope", `${resource}:${action}`];
    const create = (who: Caller, events: string[]) =>
      door.call("CreateWebhook", { caller: who, body: { url, events } });
    assert.deepEqual(refusal(await create(caller, [type])), [...refused, "events.0"]);
    const others = (["read", "write", "delete", "admin"] as const).filter((one) => one !== action);
    assert.equal((await create(narrow(caller, { resource, actions: [...others] }), [type])).status, 403);
    const able = narrow(caller, { resource, actions: [action] });
    const made = await create(able, [type]);
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const path = { webhook_id: made.body.id as string };
    const patch = (body: object) => door.call("UpdateWebhook", { caller, path, body });
    assert.deepEqual(refusal(await patch({ events: [type] })), [...refused, "events.0"]);
    assert.equal((await patch({ description: "mine", enabled: false, rotate_secret: true })).status, 200);
  }
});

test("a type that takes a right is found behind those that take none of the caller's", async () => {
  const caller = narrow(testCaller(), { resource: "contacts", actions: ["read"] });
  const events = ["contact.created", "contact.created", "form.submitted"];
  const reply = await door.call("CreateWebhook", { caller, body: { url, events } });
  assert.deepEqual(refusal(reply), [403, "insufficient_scope", "forms:read", "events.2"]);
});

test("a token cannot turn the events of another one's endpoint to its own URL", async () => {
  const full = testCaller();
  const made = await door.call("CreateWebhook", { caller: full, body: { url, events: ["contact.created"] } });
  const path = { webhook_id: made.body.id as string };
  const body = { url: "https://example.org/mine" };
  const reply = await door.call("UpdateWebhook", { caller: narrow(full), path, body });
  assert.deepEqual(refusal(reply), [403, "insufficient_scope", "contacts:read", "url"]);
  const absent = { webhook_id: randomUUID() };
  for (const caller of [narrow(full), narrow(testCaller())])
    assert.equal((await door.call("UpdateWebhook", { caller, path: absent, body })).status, 404);
  assert.equal((await door.call("UpdateWebhook", { caller: narrow(testCaller()), path, body })).status, 404);
  const able = narrow(full, { resource: "contacts", actions: ["read"] });
  assert.equal((await door.call("UpdateWebhook", { caller: able, path, body })).status, 200);
});

test("a proposed endpoint needs the rights of its types again when it is approved", async () => {
  const admin = human(randomUUID(), "admin");
  const member: Caller = {
    ...human(admin.team_id, "owner"),
    scopes: [webhooksAlone],
    team: { ...admin.team, modules: { webhooks: true } },
  };
  const able: Caller = { ...member, scopes: [webhooksAlone, { resource: "forms", actions: ["read"] }] };
  const proposed = await door.call("CreateWebhook", {
    caller: able,
    body: { url, events: ["form.submitted"] },
  });
  assert.equal(proposed.status, 202, JSON.stringify(proposed.body));
  const path = { changeset_id: proposed.body.changeset_id as string };
  // The same token has lost the scope since.
  await door.call("ListWebhooks", { caller: member });
  const refused = await door.call("ApproveChangeset", { caller: admin, path });
  assert.deepEqual([refused.status, refused.body.code], [403, "insufficient_scope"]);
  await door.call("ListWebhooks", { caller: able });
  const approved = await door.call("ApproveChangeset", { caller: admin, path });
  assert.equal(approved.status, 200, JSON.stringify(approved.body));
});

/** A team with one delivery of each type, and what its data says. */
async function teamWithAll() {
  const caller = testCaller();
  const { body } = await door.call("CreateWebhook", { caller, body: { url, events: types } });
  const events = types.map((type) => ({
    teamId: caller.team_id,
    id: randomUUID(),
    type,
    payload: JSON.stringify({ type, data: { object: { secret_of: type } }, test: false }),
    traceparent: undefined,
  }));
  await materialise(worker, [{ teamId: caller.team_id, events }]);
  return { caller, path: { webhook_id: body.id as string } };
}

type Item = { id: string; type: EventType; payload: { type: string; data: unknown; redacted?: boolean } };

test("the feed and the detail show an unread event in its place, without its data", async () => {
  const { caller, path } = await teamWithAll();
  const whole = (await door.call("ListEvents", { caller })).body;
  for (const reads of ["contacts", "commerce", "forms", "comms", "tables", undefined]) {
    const own = narrow(
      caller,
      ...(reads === undefined ? [] : [{ resource: reads, actions: ["read" as const] }]),
    );
    const feed = (await door.call("ListEvents", { caller: own })).body;
    const detail = (await door.call("GetWebhook", { caller: own, path })).body;
    assert.deepEqual(
      (feed.events as Item[]).map(({ id }) => id),
      (whole.events as Item[]).map(({ id }) => id),
    );
    for (const { type, payload } of [...(feed.events as Item[]), ...(detail.deliveries as Item[])]) {
      const isRead = eventTypes[type].read.resource === reads;
      assert.deepEqual(
        [payload.type, payload.data, payload.redacted],
        isRead ? [type, { object: { secret_of: type } }, undefined] : [type, null, true],
      );
    }
  }
});

test("pages, cursors and the order of the feed are those of a token that reads all", async () => {
  const { caller } = await teamWithAll();
  const walk = async (who: Caller) => {
    const ids: string[] = [];
    for (let since = ""; ;) {
      const { body } = await door.call("ListEvents", { caller: who, query: `limit=3${since}` });
      ids.push(...(body.events as Item[]).map(({ id }) => id));
      if (body.has_more !== true) return ids;
      since = `&since=${String(body.next_cursor)}`;
    }
  };
  assert.deepEqual(await walk(narrow(caller)), await walk(caller));
});

test("a page that one token has is not taken for the same page as another one sees it", async () => {
  const { caller } = await teamWithAll();
  const own = narrow(caller);
  const { headers } = await door.call("ListEvents", { caller: own });
  const again = { "if-none-match": headers["etag"] ?? "" };
  assert.equal((await door.call("ListEvents", { caller: own, headers: again })).status, 304);
  assert.equal((await door.call("ListEvents", { caller, headers: again })).status, 200);
});

test("the list of types says which right reads each", async () => {
  const { body } = await door.call("ListWebhooks", { caller: narrow(testCaller()), query: "events=1" });
  const found = (body.event_types as { type: EventType; scope: string }[]).map(({ type, scope }) => [
    type,
    scope,
  ]);
  const expected = (Object.keys(eventTypes) as EventType[]).map((type) => {
    const { resource, action } = eventTypes[type].read;
    return [type, `${resource}:${action}`];
  });
  assert.deepEqual(found, expected);
});
