import assert from "node:assert/strict";
import { test } from "node:test";
import { eventTypes } from "@jst/events";
import { testCaller } from "@jst/testing";
import { testWebhooks } from "../testing/test-webhooks.ts";

const { door } = await testWebhooks();
const body = { url: "https://example.com/hook", events: ["contact.created"] };

test("events=1 answers every type with its description", async () => {
  const { status, body: reply } = await door.call("ListWebhooks", { query: "events=1" });
  assert.equal(status, 200);
  assert.deepEqual(
    reply.event_types.map(({ type, description }: Record<string, string>) => [type, description]),
    Object.entries(eventTypes).map(([type, { description }]) => [type, description]),
  );
});

test("events=1 with parameters of the list is refused by the name of each, not answered as though they were not there", async () => {
  const { status, body: reply } = await door.call("ListWebhooks", { query: "events=1&limit=2&q=orders" });
  const places = reply.errors?.map(({ field }: { field: string }) => field);
  assert.deepEqual([status, reply.code, places], [400, "invalid_parameter", ["limit", "q"]]);
});

test("a list is sorted, searched and filtered as every other", async () => {
  const caller = testCaller();
  const create = (more: object) => door.call("CreateWebhook", { caller, body: { ...body, ...more } });
  await create({ url: "https://example.com/b", description: "Orders 100%" });
  await create({ url: "https://example.com/a", enabled: false });
  const third = await create({ url: "https://example.com/c", events: ["invoice.paid"] });
  const paths = async (parameters: Record<string, string>) => {
    const reply = await door.call("ListWebhooks", {
      caller,
      query: new URLSearchParams(parameters).toString(),
    });
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    return reply.body.webhooks.map(({ url }: { url: string }) => url.at(-1)).join("");
  };
  const filter = (field: string, op: string, value: unknown) => ({
    filter: JSON.stringify({ field, op, value }),
  });
  assert.equal(await paths({}), "cab");
  assert.equal(await paths({ sort: "url:asc" }), "abc");
  assert.equal(await paths({ sort: "description:asc,url:desc" }), "bca");
  assert.equal(await paths({ q: "100%" }), "b");
  assert.equal(await paths({ q: "EXAMPLE.com/A" }), "a");
  assert.equal(await paths(filter("enabled", "eq", false)), "a");
  assert.equal(await paths(filter("events", "has_any", ["invoice.paid"])), "c");
  assert.equal(await paths({ updated_since: third.body.updated_at }), "c");
  const page = await door.call("ListWebhooks", { caller, query: "limit=1&sort=url:asc" });
  const cursor = encodeURIComponent(page.body.next_cursor);
  assert.equal(await paths({ limit: "1", sort: "url:asc", cursor: page.body.next_cursor }), "b");
  const other = await door.call("ListWebhooks", { caller, query: `limit=1&sort=url:desc&cursor=${cursor}` });
  assert.equal(other.body.code, "invalid_cursor");
});

for (const [query, code] of [
  ["events=2", "invalid_parameter"],
  ["events=1&page=2", "unknown_parameter"],
  ["sort=secret:asc", "invalid_sort"],
  ["filter=%7B%22field%22%3A%22secret%22%2C%22op%22%3A%22eq%22%2C%22value%22%3A%22x%22%7D", "invalid_filter"],
]) {
  test(`?${query} is ${code}`, async () => {
    const reply = await door.call("ListWebhooks", { query: query ?? "" });
    assert.deepEqual([reply.status, reply.body.code], [400, code]);
  });
}
