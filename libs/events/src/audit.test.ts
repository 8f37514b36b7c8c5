import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { Database } from "@jst/db";
import { createLogger } from "@jst/telemetry";
import { notesMigrations, teamContext, testBrokers, testDatabase, until, withClient } from "@jst/testing";
import {
  auditTopic,
  eventTopic,
  publish,
  recordAudit,
  startConsumer,
  startRelay,
  type AuditPayload,
  type DeliveredEvent,
} from "./index.ts";

const brokers = testBrokers();
const logger = createLogger("relay", "error");
const topicPrefix = `test-${randomUUID()}.`;
const source = await testDatabase("crm", { migrations: notesMigrations });
await withClient(source.ownerUrl, (client) =>
  client.query("select platform.install_relay('crm'), platform.install_relay_recovery('crm')"),
);
const database = new Database({
  connectionString: source.url,
  poolSize: 2,
  applicationName: "producer",
  changesetPrefix: "crm",
});
const relay = startRelay({
  service: "crm",
  connectionString: source.urlOf("crm_relay"),
  brokers,
  topicPrefix,
  logger,
});
const arrived = { events: [] as DeliveredEvent[], audit: [] as DeliveredEvent[] };
const consumers = (["events", "audit"] as const).map((kind) =>
  startConsumer({
    brokers,
    topics: [kind === "audit" ? auditTopic("crm", topicPrefix) : eventTopic("crm", topicPrefix)],
    groupId: `${topicPrefix}${kind}`,
    logger,
    handle: (_team, events) => {
      arrived[kind].push(...events);
      return Promise.resolve();
    },
  }),
);
after(async () => {
  await relay.stop();
  for (const consumer of consumers) await consumer.stop();
  await database.close();
});

const approval = {
  action: "approve",
  resource: "changesets",
  resourceId: "crm_1",
  outcome: "success",
} as const;

test("an entry goes to the audit topic with the events of its write elsewhere, and a refused write leaves none", async () => {
  const context = teamContext({ teamId: randomUUID(), timeoutMs: 20_000 });
  const failed = database.write(context, (tx) => {
    recordAudit(tx, { ...approval, resourceId: "never" });
    return Promise.reject(new Error("refused"));
  });
  await assert.rejects(failed, /refused/);
  const { changesetId } = await database.write(context, (tx) => {
    publish(tx, { type: "contact.created", id: "1", object: { id: "1" } });
    recordAudit(tx, { ...approval, reason: "a\0b\ud800" });
    recordAudit(tx, { ...approval, changesetId: null });
    return Promise.resolve();
  });
  await until("both entries and the event have arrived", 20_000, () =>
    arrived.audit.length === 2 && arrived.events.length === 1 ? true : undefined,
  );
  const [first, second] = arrived.audit.map(({ payload }) => JSON.parse(payload) as AuditPayload);
  assert.equal(first?.id, arrived.audit[0]?.id);
  assert.deepEqual(
    { ...first, id: "", created_at: "" },
    {
      id: "",
      team_id: context.teamId,
      created_at: "",
      actor_type: context.actorType,
      actor_id: context.actorId,
      token_id: context.tokenId,
      action: "approve",
      resource: "changesets",
      resource_id: "crm_1",
      outcome: "success",
      changeset_id: changesetId,
      request_id: context.requestId,
      patient_id: null,
      code: null,
      reason: "ab\ufffd",
      call: null,
      sponsor_id: null,
    },
  );
  assert.equal(second?.changeset_id, null);
});
