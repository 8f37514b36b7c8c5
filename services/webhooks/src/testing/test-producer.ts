import { Database } from "@jst/db";
import { eventTopic, publish, startRelay, type EventType, type Relay } from "@jst/events";
import {
  notesMigrations,
  teamContext,
  testBrokerAccess,
  testBrokers,
  testDatabase,
  withClient,
} from "@jst/testing";
import { Kafka, logLevel } from "kafkajs";
import { after } from "node:test";
import { testLogger } from "./test-webhooks.ts";

/** A service that emits events: its outbox and its relay. */
export interface TestProducer {
  /** Emits one event in a transaction of its own that stays open until `hold` resolves; answers its id. */
  emit: (teamId: string, type?: EventType, hold?: () => Promise<void>) => Promise<string>;
  startRelay: () => Relay;
  /** Removes the topic with all that is in it, as a broker that comes back without its disk has. */
  emptyBroker: () => Promise<void>;
}

/** A producing service on a database of its own. Call it at the top of a test file. */
export async function testProducer(topicPrefix: string): Promise<TestProducer> {
  const test = await testDatabase("crm", { migrations: notesMigrations });
  await withClient(test.ownerUrl, (client) =>
    client.query("select platform.install_relay('crm'), platform.install_relay_recovery('crm')"),
  );
  const database = new Database({
    connectionString: test.url,
    poolSize: 10,
    applicationName: "producer",
    changesetPrefix: "crm",
  });
  after(() => database.close());
  const emit = async (teamId: string, type: EventType = "contact.created", hold?: () => Promise<void>) => {
    const { result } = await database.write(teamContext({ teamId, timeoutMs: 20_000 }), async (tx) => {
      // The transaction's place in the order is taken here, its commit comes after the wait.
      await tx.query({ text: "select pg_current_xact_id()", values: [] });
      await hold?.();
      const id = crypto.randomUUID();
      publish(tx, { type, id, object: { id, text: "räksmörgås ☃" } });
      return id;
    });
    return result;
  };
  const relay = { service: "crm", brokers: testBrokers(), topicPrefix, logger: testLogger };
  const emptyBroker = async () => {
    const admin = new Kafka({ ...testBrokerAccess(), logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
    await admin.deleteTopics({ topics: [eventTopic("crm", topicPrefix)] });
    await admin.disconnect();
  };
  return {
    emit,
    startRelay: () => startRelay({ ...relay, connectionString: test.urlOf("crm_relay") }),
    emptyBroker,
  };
}
