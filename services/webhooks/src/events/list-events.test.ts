import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { SystemDatabase } from "@jst/db";
import { notInstants } from "@jst/query/testing";
import { testCaller, type TestReply } from "@jst/testing";
import { materialise } from "../intake/materialise.ts";
import { testWebhooks } from "../testing/test-webhooks.ts";

const { door, database, sql } = await testWebhooks();
const connectionString = database.urlOf("webhooks_worker");
const worker = new SystemDatabase({ connectionString, poolSize: 2, applicationName: "test" });
after(() => worker.close());

/** A team with an endpoint and as many deliveries, numbered from 0. */
async function teamWith(count: number, payload: (n: number) => string = (n) => `{"n":${n}}`) {
  const caller = testCaller();
  const body = { url: "https://example.com/hook", events: ["contact.created"] };
  const { body: endpoint } = await door.call("CreateWebhook", { caller, body });
  const events = Array.from({ length: count }, (_, n) => ({
    teamId: caller.team_id,
    id: randomUUID(),
    type: "contact.created",
    payload: payload(n),
    traceparent: undefined,
  }));
  if (count > 0) await materialise(worker, [{ teamId: caller.team_id, events }]);
  const list = (query: string) => door.call("ListEvents", { caller, query });
  return { caller, endpoint: endpoint.id as string, list };
}

const numbersOf = ({ body }: TestReply): number[] =>
  body.events.map((item: { payload: { n: number } }) => item.payload.n);

test("newest last; the last page has a cursor too, from which the next one goes on", async () => {
  const { caller, list } = await teamWith(5);
  const first = await list("limit=3");
  assert.deepEqual([numbersOf(first), first.body.has_more], [[0, 1, 2], true]);
  const second = await list(`limit=3&since=${first.body.next_cursor}`);
  assert.deepEqual([numbersOf(second), second.body.has_more], [[3, 4], false]);
  const empty = await list(`since=${second.body.next_cursor}`);
  assert.deepEqual([empty.body.events, empty.body.has_more], [[], false]);
  const event = { teamId: caller.team_id, id: randomUUID(), type: "contact.created", payload: '{"n":5}' };
  await materialise(worker, [{ teamId: caller.team_id, events: [{ ...event, traceparent: undefined }] }]);
  assert.deepEqual(numbersOf(await list(`since=${empty.body.next_cursor}`)), [5]);
});

test("a page that is exactly full is the last one", async () => {
  const { list } = await teamWith(3);
  assert.deepEqual(
    [(await list("limit=3")).body.has_more, (await list("limit=2")).body.has_more],
    [false, true],
  );
});

test("600 rows within one millisecond are walked without a gap or a repetition", async () => {
  const { list } = await teamWith(600);
  const numbers: number[] = [];
  for (let since = ""; ;) {
    const page = await list(`limit=7${since}`);
    numbers.push(...numbersOf(page));
    since = `&since=${page.body.next_cursor}`;
    if (!page.body.has_more) break;
  }
  assert.deepEqual(
    numbers,
    Array.from({ length: 600 }, (_, n) => n),
  );
});

test("the default is 50 and more than 500 is cut to 500", async () => {
  const { list } = await teamWith(501);
  assert.equal((await list("")).body.events.length, 50);
  assert.equal((await list("limit=501")).body.events.length, 500);
});

test("a timestamp is an inclusive floor, to the microsecond, in any offset and with a blank for its plus", async () => {
  const { caller, list } = await teamWith(3);
  const times = await sql<{ at: string; local: string }>(
    `select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
       to_char(created_at at time zone 'UTC' + interval '14 hours', 'YYYY-MM-DD"T"HH24:MI:SS.US"+14:00"') as local
     from webhooks.deliveries where team_id = $1 order by created_at`,
    [caller.team_id],
  );
  const [, second] = times;
  assert.ok(second);
  assert.deepEqual(numbersOf(await list(`since=${second.at}`)), [1, 2]);
  assert.deepEqual(numbersOf(await list(`since=${second.at.toLowerCase()}`)), [1, 2]);
  assert.deepEqual(numbersOf(await list(`since=${second.local}`)), [1, 2]);
  assert.deepEqual(numbersOf(await list(`since=${second.at.replace("Z", "999Z")}`)), [1, 2], "nanoseconds");
  assert.deepEqual(numbersOf(await list(`since=${encodeURIComponent(second.local)}`)), [1, 2]);
  assert.deepEqual(numbersOf(await list("since=0001-01-01T00:00:00Z")), [0, 1, 2]);
  const future = await list("since=9999-01-01T00:00:00Z");
  assert.deepEqual(future.body.events, []);
  assert.ok(future.body.next_cursor);
});

test("only the deliveries of one endpoint; a foreign or absent one is 404, a malformed one 400", async () => {
  const { caller, endpoint, list } = await teamWith(2);
  const body = { url: "https://example.com/b", events: ["contact.created"] };
  const { body: other } = await door.call("CreateWebhook", { caller, body });
  assert.equal((await list(`endpoint=${endpoint.toUpperCase()}`)).body.events.length, 2);
  assert.deepEqual((await list(`endpoint=${other.id}`)).body.events, []);
  const foreign = await teamWith(1);
  for (const id of [foreign.endpoint, randomUUID(), "00000000-0000-0000-0000-000000000000"]) {
    const reply = await list(`endpoint=${id}`);
    assert.deepEqual([reply.status, reply.body.code], [404, "not_found"]);
  }
  for (const id of [
    "nope",
    "",
    "null",
    endpoint.slice(1),
    `{${endpoint}}`,
    `urn:uuid:${endpoint}`,
    `${endpoint}'--`,
  ]) {
    const malformed = await list(`endpoint=${id}`);
    assert.deepEqual([malformed.status, malformed.body.code], [400, "invalid_parameter"], id);
    assert.equal(malformed.body.errors[0].field, "endpoint");
  }
  assert.equal((await list(`endpoint[]=${endpoint}`)).body.code, "unknown_parameter");
});

test("a cursor is good for its team and its endpoint alone, and to the letter", async () => {
  const { list, endpoint } = await teamWith(2);
  const { body } = await list("limit=1");
  const cursor = body.next_cursor as string;
  const flipped = `${cursor.slice(0, 10)}${cursor[10] === "A" ? "B" : "A"}${cursor.slice(11)}`;
  const other = await teamWith(1);
  const replies = await Promise.all([
    other.list(`since=${cursor}`),
    list(`since=${cursor}&endpoint=${endpoint}`),
    list(`since=${cursor.slice(1)}`),
    list(`since=${cursor.slice(0, -1)}`),
    list(`since=${flipped}`),
    list(`since=${cursor}=`),
    list(`since=${cursor}%2B`),
    list(`since=${cursor}%20`),
    list(`since=%27${cursor}`),
    list("since=00000000-0000-0000-0000-000000000000"),
  ]);
  for (const reply of replies) assert.deepEqual([reply.status, reply.body.code], [400, "invalid_cursor"]);
});

for (const since of ["", ...notInstants]) {
  test(`since ${JSON.stringify(since.slice(0, 40))} is invalid_cursor`, async () => {
    const reply = await door.call("ListEvents", { query: `since=${encodeURIComponent(since)}` });
    assert.deepEqual([reply.status, reply.body.code], [400, "invalid_cursor"]);
  });
}

test("a page of large payloads ends early and says so", async () => {
  const { list } = await teamWith(25, (n) => JSON.stringify({ n, text: "x".repeat(250_000) }));
  const first = await list("limit=25");
  assert.ok(first.body.has_more);
  assert.ok(first.body.events.length > 10 && first.body.events.length < 20);
  const second = await list(`limit=25&since=${first.body.next_cursor}`);
  assert.deepEqual(
    [...numbersOf(first), ...numbersOf(second)],
    Array.from({ length: 25 }, (_, n) => n),
  );
});

test("a walk goes on as it was where rows change their status and their endpoint is deleted between pages", async () => {
  const { caller, endpoint, list } = await teamWith(6);
  const first = await list("limit=2");
  await sql("update webhooks.deliveries set attempts = 1 where team_id = $1", [caller.team_id]);
  const second = await list(`limit=2&since=${first.body.next_cursor}`);
  const deleted = await door.call("DeleteWebhook", { caller, path: { webhook_id: endpoint } });
  assert.equal(deleted.status, 200);
  const third = await list(`limit=2&since=${second.body.next_cursor}`);
  assert.deepEqual([first, second, third].flatMap(numbersOf), [0, 1, 2, 3, 4, 5]);
  assert.deepEqual([third.body.has_more, third.body.events[0].status], [false, "failed"]);
  assert.deepEqual(
    numbersOf(await list(`endpoint=${endpoint}`)),
    [0, 1, 2, 3, 4, 5],
    "what it had stays readable",
  );
});

for (const limit of ["0", "-1", "5.5", "5a", "0x10", "1e9", "", "1&limit=2"]) {
  test(`limit=${limit} is refused by name`, async () => {
    const reply = await door.call("ListEvents", { query: `limit=${limit}` });
    assert.deepEqual([reply.status, reply.body.code], [400, "invalid_parameter"]);
    assert.equal(reply.body.errors[0].field, "limit");
  });
}

test("another team's feed is empty", async () => {
  await teamWith(2);
  assert.deepEqual((await door.call("ListEvents", {})).body.events, []);
});

test("a page has an ETag that covers each of its rows, and a client that has it gets 304", async () => {
  const { caller, list } = await teamWith(3, (n) => `{"n":${n},"note":"${"x".repeat(20_000)}"}`);
  const tagOf = (reply: TestReply) => String(reply.headers["etag"]);
  const known = async (etag: string) => {
    const headers = { "if-none-match": etag };
    return (await door.call("ListEvents", { caller, query: "limit=2", headers })).status;
  };
  const first = await list("limit=2");
  assert.deepEqual(
    [await known(tagOf(first)), await known(`W/${tagOf(first)}`), await known("*")],
    [304, 304, 304],
  );
  assert.equal(await known('"1"'), 200);
  assert.deepEqual((await list("limit=2")).body, first.body);
  // The second row, which the page shows, and then the third, from which it has has_more.
  for (const offset of [1, 2]) {
    const before = tagOf(await list("limit=2"));
    await sql(
      `update webhooks.deliveries set attempts = attempts + 1 where (team_id, id) =
         (select team_id, id from webhooks.deliveries where team_id = $1 order by created_at offset $2 limit 1)`,
      [caller.team_id, offset],
    );
    assert.equal(await known(before), 200);
  }
  const again = await list("limit=2");
  assert.deepEqual(
    again.body.events.map((item: { attempts: number }) => item.attempts),
    [0, 1],
  );
});

test("what joins a page changes its ETag, and a page that was read is never another team's or endpoint's", async () => {
  const large = (n: number) => `{"n":${n},"note":"${"x".repeat(20_000)}"}`;
  const { caller, endpoint, list } = await teamWith(1, large);
  const first = await list("");
  const filtered = await list(`endpoint=${endpoint}`);
  assert.deepEqual([numbersOf(first), numbersOf(filtered)], [[0], [0]]);
  assert.notEqual(first.body.next_cursor, filtered.body.next_cursor);
  const event = { teamId: caller.team_id, id: randomUUID(), type: "contact.created", payload: large(1) };
  await materialise(worker, [{ teamId: caller.team_id, events: [{ ...event, traceparent: undefined }] }]);
  const second = await list("");
  assert.deepEqual(numbersOf(second), [0, 1]);
  assert.notEqual(second.headers["etag"], first.headers["etag"]);
  assert.deepEqual((await (await teamWith(0)).list("")).body.events, []);
  const headers = { "if-none-match": "*" };
  const absent = { caller, query: `endpoint=${randomUUID()}`, headers };
  assert.equal((await door.call("ListEvents", absent)).status, 404);
});
