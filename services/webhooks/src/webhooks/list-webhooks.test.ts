import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testWebhooks } from "../testing/test-webhooks.ts";

const { door } = await testWebhooks();
const body = { url: "https://example.com/hook", events: ["contact.created"] };

test("pages hold every endpoint once, newest first, and no other team's", async () => {
  const caller = testCaller();
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) ids.unshift((await door.call("CreateWebhook", { caller, body })).body.id);
  await door.call("CreateWebhook", { body });
  const listed: string[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const query: string = `limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`;
    const { body: page } = await door.call("ListWebhooks", { caller, query });
    listed.push(...page.webhooks.map(({ id }: { id: string }) => id));
    assert.equal(page.has_more, page.next_cursor !== null);
    cursor = page.next_cursor;
  }
  assert.deepEqual(listed, ids);
});

test("events=1 answers the ten types with their descriptions", async () => {
  const { status, body: reply } = await door.call("ListWebhooks", { query: "events=1" });
  assert.equal(status, 200);
  assert.equal(reply.event_types.length, 10);
  assert.equal(reply.event_types[0].type, "contact.created");
  assert.equal(typeof reply.event_types[0].description, "string");
});

for (const [query, code] of [
  ["events=2", "invalid_parameter"],
  ["limit=0", "invalid_parameter"],
  ["cursor=AQ", "invalid_cursor"],
  ["page=2", "unknown_parameter"],
]) {
  test(`?${query} is ${code}`, async () => {
    const reply = await door.call("ListWebhooks", { query: query ?? "" });
    assert.deepEqual([reply.status, reply.body.code], [400, code]);
  });
}
