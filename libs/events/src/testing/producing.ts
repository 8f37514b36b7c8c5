import { randomUUID } from "node:crypto";
import { after } from "node:test";
import { Database } from "@jst/db";
import { createLogger } from "@jst/telemetry";
import { notesMigrations, teamContext, testBrokers, testDatabase, until, withClient } from "@jst/testing";
import {
  eventTopic,
  publish,
  startConsumer,
  startRelay,
  type DeliveredEvent,
  type EventConsumer,
} from "../index.ts";

/** Brokers of the test run. */
const brokers = testBrokers();
const logger = createLogger("relay", "error");
/** Topics of its own for each test. */
export const prefixOf = () => `test-${randomUUID()}.`;

/** A service with an outbox of its own, and what has come out of the broker for it. */
export async function producing(topicPrefix: string) {
  const closing: (() => Promise<unknown>)[] = [];
  // Before the database is dropped, which is what its own hook does.
  after(async () => {
    for (const close of closing.reverse()) await close();
  });
  const test = await testDatabase("crm", { migrations: notesMigrations });
  await withClient(test.ownerUrl, (client) =>
    client.query("select platform.install_relay('crm'), platform.install_relay_recovery('crm')"),
  );
  const database = new Database({
    connectionString: test.url,
    poolSize: 8,
    applicationName: "producer",
    changesetPrefix: "crm",
  });
  const teamId = randomUUID();
  const write = async (id: string, hold?: () => Promise<unknown>, notes = "") => {
    await database.write(teamContext({ teamId, timeoutMs: 20_000 }), async (tx) => {
      await tx.query({ text: "select pg_current_xact_id()", values: [] });
      publish(tx, { type: "contact.created", id, object: { id, notes } });
      await hold?.();
    });
  };
  const arrived: DeliveredEvent[] = [];
  closing.push(() => database.close());
  const consume = () => {
    const consumer = consuming(topicPrefix, arrived);
    closing.push(() => consumer.stop());
    return consumer;
  };
  const start = (connectionString = test.urlOf("crm_relay")) => {
    const relay = startRelay({
      service: "crm",
      connectionString,
      brokers,
      topicPrefix,
      logger,
    });
    closing.push(() => relay.stop());
    return relay;
  };
  const sql = <R extends object>(text: string, values: unknown[] = []) =>
    withClient(test.superuserUrl, async (client) => (await client.query<R>(text, values)).rows);
  return { test, teamId, write, arrived, consume, start, sql };
}

function consuming(topicPrefix: string, arrived: DeliveredEvent[]): EventConsumer {
  return startConsumer({
    brokers,
    topics: [eventTopic("crm", topicPrefix)],
    groupId: `${topicPrefix}test`,
    logger,
    handle: (_teamId, events) => {
      arrived.push(...events);
      return Promise.resolve();
    },
  });
}

/** Id of the object an event is about. */
export const objectOf = ({ payload }: DeliveredEvent) =>
  (JSON.parse(payload) as { data: { object: { id: string } } }).data.object.id;

/** Resolves once it holds. */
export const arrives = (what: string, holds: () => boolean) =>
  until(what, 30_000, () => (holds() ? true : undefined));
