import { Database } from "@jst/db";
import { eventTopic, publish, startConsumer, startRelay, type EventConsumer, type Relay } from "@jst/events";
import { outboxDeps, outboxDescriptor, outboxRpcs } from "../index.ts";
import type { Deps } from "../deps.ts";
import { unnormalizedFrom } from "../normalization.ts";
import { createLogger } from "@jst/telemetry";
import {
  notesServiceMigrations,
  teamContext,
  testBrokers,
  testDatabase,
  testDoor,
  withClient,
  type TestDoor,
} from "@jst/testing";
import { randomUUID } from "node:crypto";
import { after } from "node:test";

/** The outbox of a service, as its operator reaches it. */
export interface TestOutbox {
  door: TestDoor;
  /** Stores an event in a transaction of its own, which stays open until `hold` resolves. */
  emit: (hold?: () => Promise<unknown>) => Promise<void>;
  /** Starts a relay that reaches the broker of the tests, or the one at this address. */
  relay: (brokers?: string) => Relay;
  /** Starts to read the topic from its beginning; answers the ids of events as they arrive. */
  consume: () => readonly string[];
  /** Looks, or reaches, past the service into its tables. */
  sql: <R extends object>(text: string, values?: unknown[]) => Promise<R[]>;
}

const logger = createLogger("crm", "error");

/** The outbox rpcs behind their real door, on a database and topics of their own. Call it at the top of a test file. */
export async function testOutbox(): Promise<TestOutbox> {
  const closing: (() => Promise<unknown>)[] = [];
  // Before the database is dropped, which is what its own hook does.
  after(async () => {
    for (const close of closing.reverse()) await close();
  });
  const test = await testDatabase("crm", { migrations: notesServiceMigrations });
  const relayUrl = test.urlOf("crm_relay");
  const topicPrefix = `test-${randomUUID()}.`;
  const door = await testDoor({
    name: "crm",
    database: test,
    rpcs: outboxRpcs,
    descriptor: outboxDescriptor,
    deps: depsOf(relayUrl, topicPrefix),
  });
  const database = new Database({
    connectionString: test.url,
    // One team uses two connections at once.
    poolSize: 3,
    applicationName: "producer",
    changesetPrefix: "crm",
  });
  closing.push(() => database.close());
  const teamId = randomUUID();
  return {
    door,
    emit: async (hold) => {
      await database.write(teamContext({ teamId, timeoutMs: 20_000 }), async (tx) => {
        await tx.query({ text: "select pg_current_xact_id()", values: [] });
        publish(tx, { type: "contact.created", id: teamId, object: { id: teamId } });
        await hold?.();
      });
    },
    relay: (addresses = testBrokers().addresses) => {
      const parts = { service: "crm", logger, brokers: { ...testBrokers(), addresses } };
      const relay = startRelay({ ...parts, connectionString: relayUrl, topicPrefix });
      closing.push(() => relay.stop());
      return relay;
    },
    consume: () => {
      const { consumer, arrived } = consuming(topicPrefix);
      closing.push(() => consumer.stop());
      return arrived;
    },
    sql: (text, values = []) =>
      withClient(test.superuserUrl, async (client) => {
        const { rows } = await client.query(text, values);
        return rows as never[];
      }),
  };
}

const depsOf =
  (relayUrl: string, topicPrefix: string) =>
  (own: { database: Database }): Deps => ({
    ...outboxDeps("crm", relayUrl, topicPrefix),
    unnormalized: unnormalizedFrom(own.database),
  });

function consuming(topicPrefix: string): { consumer: EventConsumer; arrived: string[] } {
  const arrived: string[] = [];
  const consumer = startConsumer({
    brokers: testBrokers(),
    topics: [eventTopic("crm", topicPrefix)],
    groupId: `${topicPrefix}test`,
    logger,
    handle: (_team, events) => {
      arrived.push(...events.map(({ id }) => id));
      return Promise.resolve();
    },
  });
  return { consumer, arrived };
}
