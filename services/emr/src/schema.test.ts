import {
  describeMigrations,
  describeTenancy,
  insertSampleProposal,
  outboxExceptions,
  testDatabase,
} from "@jst/testing";
import type { TeamTx } from "@jst/db";
import { randomBytes, randomUUID } from "node:crypto";
import type { ObservationCreate } from "../gen/rpc.ts";
import { entriesOf } from "./import/bundle.ts";
import { takeBundle } from "./import/take-bundle.ts";
import { draftOf, storeObservations } from "./observations/store-observations.ts";
import { exampleResources } from "./seeds/examples.ts";
import { heartRate } from "./testing/wellness-samples.ts";
import { texts } from "./texts.ts";

const database = await testDatabase("emr");

describeMigrations("emr");

describeTenancy("emr", {
  database,
  texts,
  exceptions: {
    ...outboxExceptions,
    policies: {
      ...outboxExceptions.policies,
      "audit.writer": "one writer appends to the chains of all teams",
      "audit_heads.writer": "one writer appends to the chains of all teams",
    },
  },
  prepare: async (client, teamId) => {
    await client.query("insert into emr.audit_heads (team_id, seq, hash) values ($1, 1, $2)", [
      teamId,
      randomBytes(32),
    ]);
    await client.query(
      `insert into emr.audit (team_id, seq, id, created_at, actor_type, action, resource, outcome, request_id, route,
  status, prev_hash, hash)
values ($1, 1, uuidv7(), now(), 'service', 'read', 'emr', 'success', 'x', 'GET /', 200, $2, $2)`,
      [teamId, randomBytes(32)],
    );
  },
  fill: async (tx) => {
    await insertSampleProposal(tx);
    const entry = exampleResources(new Date()).map((resource) => ({ resource }));
    await takeBundle(tx, entriesOf(JSON.stringify({ resourceType: "Bundle", entry })), true);
    await sampleWellness(tx);
  },
});

async function sampleWellness(tx: TeamTx): Promise<void> {
  const { teamId, actorType, actorId } = tx.context;
  const contact = randomUUID();
  await tx.query({
    text: `insert into emr.consents (team_id, contact_id, status, categories, purposes, created_by_type, created_by_id)
values ($1, $2, 'active', '{vitals}', '{care}', $3, $4)`,
    values: [teamId, contact, actorType, actorId],
  });
  const sent = heartRate(contact) as unknown as ObservationCreate;
  await storeObservations(tx, [draftOf(sent)], ["contact_id"]);
}
