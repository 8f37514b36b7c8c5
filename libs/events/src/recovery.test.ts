import assert from "node:assert/strict";
import { test } from "node:test";
import { testBrokerAccess, until } from "@jst/testing";
import { Kafka, logLevel } from "kafkajs";
import { acknowledging } from "./acknowledged.ts";
import { eventTopic } from "./index.ts";
import { arrives, objectOf, prefixOf, producing } from "./testing/producing.ts";

/** Removes the topic with all that is in it, as a broker that comes back without its disk has. */
async function emptyBroker(topic: string): Promise<void> {
  const admin = new Kafka({ ...testBrokerAccess(), logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  await admin.deleteTopics({ topics: [topic] });
  await admin.disconnect();
}

/** Resolves once the broker has acknowledged everything that is in the outbox. */
const carried = (sql: Awaited<ReturnType<typeof producing>>["sql"]) =>
  until("the broker has everything", 20_000, async () => {
    const text = `select from crm.relay_position p where p.acknowledged <> '{}'
      and not exists (select from crm.outbox o where (o.xid, o.seq) > (p.xid, p.seq))`;
    return (await sql(text)).length > 0 ? true : undefined;
  });

test("a broker that is emptied again and again while events are written loses none of them", async () => {
  const topicPrefix = prefixOf();
  const { write, arrived, consume, start } = await producing(topicPrefix);
  start();
  consume();
  const written: string[] = [];
  for (let round = 0; round < 2; round += 1) {
    for (let n = 0; n < 40; n += 1) {
      written.push(`${round}-${n}`);
      await write(`${round}-${n}`);
      if (n === 20) await emptyBroker(eventTopic("crm", topicPrefix));
    }
  }
  await arrives("all have arrived", () => new Set(arrived.map(objectOf)).size === written.length);
});

test("what a broker lost while nobody wrote or read goes out again", async () => {
  const topicPrefix = prefixOf();
  const { write, arrived, consume, start, sql } = await producing(topicPrefix);
  start();
  await write("lost");
  await carried(sql);
  await emptyBroker(eventTopic("crm", topicPrefix));
  consume();
  await arrives("it has arrived", () => arrived.map(objectOf).includes("lost"));
});

test("what a broker lost while no relay ran goes out again once one does", async () => {
  const topicPrefix = prefixOf();
  const { write, arrived, consume, start, sql } = await producing(topicPrefix);
  const relay = start();
  await write("lost");
  await carried(sql);
  await relay.stop();
  await emptyBroker(eventTopic("crm", topicPrefix));
  start();
  consume();
  await arrives("it has arrived", () => arrived.map(objectOf).includes("lost"));
});

test("an operator's replay sends what was stored from a time on again, once", async () => {
  const topicPrefix = prefixOf();
  const { write, arrived, consume, start, sql } = await producing(topicPrefix);
  start();
  consume();
  for (const id of ["a", "b", "c"]) await write(id);
  await arrives("they have arrived", () => arrived.length === 3);
  await carried(sql);
  await sql(
    `update crm.relay_position set replay_from = (select created_at from crm.outbox order by seq offset 1 limit 1)`,
  );
  await arrives("two of them have come again", () => arrived.length >= 5);
  await write("d");
  await arrives("the next has arrived", () => arrived.map(objectOf).includes("d"));
  assert.deepEqual(arrived.map(objectOf), ["a", "b", "c", "b", "c", "d"]);
});

test("an event is removed a week after the broker got it, and neither earlier nor before the broker has it", async () => {
  const { write, start, sql } = await producing(prefixOf());
  const first = start();
  await write("old");
  await write("young");
  await carried(sql);
  await first.stop();
  await write("unsent");
  const ids = async () =>
    (
      await sql<{ id: string }>("select payload #>> '{data,object,id}' as id from crm.outbox order by seq")
    ).map(({ id }) => id);
  await sql(
    "update crm.outbox set created_at = now() - interval '8 days' where payload #>> '{data,object,id}' <> 'young'",
  );
  start();
  await until("the old one is gone", 20_000, async () => (!(await ids()).includes("old") ? true : undefined));
  assert.deepEqual((await ids()).toSorted(), ["unsent", "young"]);
});

test("an offset at or before the one acknowledged last shows that the topic was created again", () => {
  const answer = (baseOffset: string) => ({ topicName: "t", partition: 0, errorCode: 0, baseOffset });
  const { acknowledged } = acknowledging({}, [answer("7")], 1);
  assert.deepEqual(acknowledged, { "t/0": { offset: "7", at: 1 } });
  assert.equal(acknowledging(acknowledged, [answer("8")], 2).isLost, false);
  assert.equal(acknowledging(acknowledged, [answer("7")], 2).isLost, true);
  assert.equal(acknowledging(acknowledged, [answer("0")], 2).isLost, true);
});
