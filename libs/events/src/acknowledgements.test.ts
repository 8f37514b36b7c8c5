import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { createLogger } from "@jst/telemetry";
import { notesMigrations, testBrokers, testDatabase, until, withClient } from "@jst/testing";
import { eventTopic, startConsumer, startRelay, type DeliveredEvent } from "./index.ts";

const brokers = testBrokers();
const topicPrefix = `test-${randomUUID()}.`;
const limitMs = 20_000;

// Before the database is dropped, which is what its own hook does.
const closing: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const close of closing.reverse()) await close();
});
const database = await testDatabase("crm", { migrations: notesMigrations });
await withClient(database.ownerUrl, (client) =>
  client.query("select platform.install_relay('crm'), platform.install_relay_recovery('crm')"),
);

const sql = <R extends object>(text: string, values: unknown[] = []) =>
  withClient(database.superuserUrl, async (client) => (await client.query<R>(text, values)).rows);

async function store(payload: object): Promise<string> {
  const id = randomUUID();
  const text = "insert into crm.outbox (team_id, id, type, payload) values ($1, $2, 'contact.created', $3)";
  await sql(text, [randomUUID(), id, JSON.stringify(payload)]);
  return id;
}

function start(logger = createLogger("relay", "error")) {
  const connectionString = database.urlOf("crm_relay");
  const relay = startRelay({
    service: "crm",
    connectionString,
    brokers,
    topicPrefix,
    logger,
  });
  closing.push(() => relay.stop());
  return relay;
}

test("an event whose handling failed comes again, and none of those after it is passed", async () => {
  const relay = start();
  // By id: on a busy machine a group may rebalance, and what was not committed then comes once more.
  const handled = new Map<string, DeliveredEvent>();
  let failures = 2;
  const consumer = startConsumer({
    brokers,
    topics: [eventTopic("crm", topicPrefix)],
    groupId: `${topicPrefix}test`,
    logger: createLogger("consumer", "error"),
    handle: (_teamId, events) => {
      failures -= 1;
      if (failures >= 0) return Promise.reject(new Error("planned"));
      for (const event of events) handled.set(event.id, event);
      return Promise.resolve();
    },
  });
  closing.push(() => consumer.stop());
  const ids = [await store({ n: 1 }), await store({ n: 2 }), await store({ n: 3 })];
  await until("all are handled", limitMs, () => (handled.size >= ids.length ? true : undefined));
  assert.deepEqual([...handled.keys()].sort(), ids.sort());
  await relay.stop();
});

/** Tests for the broker's refusal of a large message, however deep the client has wrapped it. */
function isTooLarge(error: unknown): boolean {
  const { type, cause } = (error ?? {}) as { type?: unknown; cause?: unknown };
  return type === "MESSAGE_TOO_LARGE" || (cause !== undefined && isTooLarge(cause));
}

test("the position never passes what the broker has not acknowledged", async () => {
  const failures: unknown[] = [];
  const logger = createLogger("relay", "error");
  logger.error = ({ error }: { error?: unknown }) => void failures.push(error);
  // Larger than a broker takes: no write makes such an event.
  const refused = await store({ text: "x".repeat(3 * 1024 * 1024) });
  const relay = start(logger);
  await until("the broker has refused it", limitMs, () => (failures.some(isTooLarge) ? true : undefined));
  await relay.stop();
  const passed = await sql(
    `select from crm.relay_position p, crm.outbox o where o.id = $1 and (p.xid, p.seq) >= (o.xid, o.seq)`,
    [refused],
  );
  assert.deepEqual(passed, []);
});
