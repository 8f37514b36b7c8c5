import assert from "node:assert/strict";
import { createHmac, randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { testBrokers, testCaller, until } from "@jst/testing";
import { startPipeline, type Pipeline } from "./pipeline.ts";
import { startSink } from "./testing/sink.ts";
import { testProducer } from "./testing/test-producer.ts";
import { testLogger, testWebhooks } from "./testing/test-webhooks.ts";

// Before the databases are dropped, which is what their own hooks do.
let stop = (): Promise<void> => Promise.resolve();
after(() => stop());

const topicPrefix = `test-${randomUUID()}.`;
const { database, door, guard, secrets, sql } = await testWebhooks();
const producer = await testProducer(topicPrefix);
const start = () =>
  startPipeline({
    connectionString: database.urlOf("webhooks_worker"),
    brokers: testBrokers(),
    topicPrefix,
    guard,
    secrets,
    logger: testLogger,
  });
const relay = producer.startRelay();
let pipeline: Pipeline = start();
stop = async () => {
  await relay.stop();
  await pipeline.stop();
};

interface Item {
  id: string;
  status: string;
  payload: { data: { object: { id: string } } };
}

/** Walks the whole feed from its beginning in pages of the given size. */
async function walk(teamId: string, limit: number): Promise<Item[]> {
  const caller = testCaller({ team_id: teamId });
  const items: Item[] = [];
  for (let since = ""; ;) {
    const { status, body } = await door.call("ListEvents", { caller, query: `limit=${limit}${since}` });
    assert.equal(status, 200);
    items.push(...body.events);
    since = `&since=${body.next_cursor}`;
    if (!body.has_more) return items;
  }
}

test("an event is posted once, with both signatures, the bytes of the outbox, and stands in the feed as success", async () => {
  const sink = await startSink();
  const caller = testCaller();
  const body = { url: `${sink.url}/hook?x=1`, events: ["contact.created"] };
  const { body: endpoint } = await door.call("CreateWebhook", { caller, body });
  const objectId = await producer.emit(caller.team_id);
  await sink.has(1);
  const [post] = sink.received;
  assert.ok(post);
  const event = JSON.parse(post.body.toString());
  assert.equal(event.data.object.id, objectId);
  assert.equal(post.path, "/hook?x=1");
  const { headers } = post;
  const hex = createHmac("sha256", endpoint.secret).update(post.body).digest("hex");
  assert.equal(headers["x-webhook-signature"], `sha256=${hex}`);
  assert.equal(headers["webhook-id"], event.id);
  const key = Buffer.from(endpoint.secret.replace("whsec_", ""), "base64");
  assert.equal(key.length, 32);
  const signed = `${event.id}.${String(headers["webhook-timestamp"])}.${post.body.toString()}`;
  assert.equal(
    headers["webhook-signature"],
    `v1,${createHmac("sha256", key).update(signed).digest("base64")}`,
  );
  assert.ok(Math.abs(Number(headers["webhook-timestamp"]) - Date.now() / 1_000) < 10);
  assert.deepEqual(
    [headers["x-webhook-event"], headers["x-webhook-attempt"], headers["content-type"]],
    ["contact.created", "1", "application/json"],
  );
  const feed = await until("the feed says success", 15_000, async () => {
    const items = await walk(caller.team_id, 10);
    return items[0]?.status === "success" ? items : undefined;
  });
  assert.equal(feed.length, 1);
  assert.equal(feed[0]?.id, headers["x-webhook-id"]);
  assert.deepEqual(feed[0]?.payload, event);
});

test("under eight writers with random transactions, a poller meets every event once, in one order for all", async () => {
  const caller = testCaller();
  const sink = await startSink();
  await door.call("CreateWebhook", { caller, body: { url: sink.url, events: ["contact.created"] } });
  const emitted: string[] = [];
  const writers = Array.from({ length: 8 }, async () => {
    for (let n = 0; n < 40; n += 1) {
      const hold = () => new Promise<void>((resolve) => setTimeout(resolve, Math.random() * 60));
      emitted.push(await producer.emit(caller.team_id, "contact.created", hold));
    }
  });
  const writing = { isOver: false };
  const written = Promise.all(writers).then(() => {
    writing.isOver = true;
  });
  const polled: string[] = [];
  let cursor = "";
  const poll = async () => {
    const { body } = await door.call("ListEvents", { caller, query: `limit=7${cursor}` });
    cursor = `&since=${body.next_cursor}`;
    polled.push(...body.events.map((item: Item) => item.payload.data.object.id));
  };
  while (!writing.isOver) await poll();
  await written;
  await until("the poller has met as many as were emitted", 15_000, async () => {
    await poll();
    return polled.length >= emitted.length ? true : undefined;
  });
  assert.equal(new Set(polled).size, polled.length, "none twice");
  assert.deepEqual([...polled].sort(), [...emitted].sort());
  const again = (await walk(caller.team_id, 50)).map(({ payload }) => payload.data.object.id);
  assert.deepEqual(again, polled);
});

test("a pipeline that is stopped and started again repeats nothing and misses nothing", async () => {
  const caller = testCaller();
  const sink = await startSink();
  await door.call("CreateWebhook", { caller, body: { url: sink.url, events: ["contact.created"] } });
  const emitted = [await producer.emit(caller.team_id)];
  await sink.has(1);
  await pipeline.stop();
  emitted.push(await producer.emit(caller.team_id), await producer.emit(caller.team_id));
  pipeline = start();
  await sink.has(3);
  const posted = sink.received.map(({ body }) => JSON.parse(body.toString()).data.object.id as string);
  assert.deepEqual(posted.sort(), emitted.sort());
  assert.equal((await walk(caller.team_id, 2)).length, 3);
});

test("after the broker was emptied the feed has every event once, and an endpoint made later has none of them", async () => {
  const caller = testCaller();
  const sink = await startSink();
  await door.call("CreateWebhook", { caller, body: { url: sink.url, events: ["contact.created"] } });
  const emitted: string[] = [];
  for (let n = 0; n < 10; n += 1) emitted.push(await producer.emit(caller.team_id));
  await producer.emptyBroker();
  for (let n = 0; n < 10; n += 1) emitted.push(await producer.emit(caller.team_id));
  await until("the feed has them all", 30_000, async () =>
    (await walk(caller.team_id, 100)).length >= emitted.length ? true : undefined,
  );
  await sink.has(emitted.length);
  const { body: late } = await door.call("CreateWebhook", {
    caller,
    body: { url: sink.url, events: ["contact.created"] },
  });
  // As if it had been made long after the events.
  await sql(
    `set session_replication_role = replica;
     update webhooks.endpoints set created_at = now() + interval '1 hour' where id = '${String(late.id)}'`,
  );
  await producer.emptyBroker();
  emitted.push(await producer.emit(caller.team_id));
  const items = await until("the last has come", 30_000, async () => {
    const all = await walk(caller.team_id, 100);
    return all.length >= emitted.length ? all : undefined;
  });
  assert.deepEqual(items.map(({ payload }) => payload.data.object.id).toSorted(), emitted.toSorted());
});
