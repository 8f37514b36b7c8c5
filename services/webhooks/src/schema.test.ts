import {
  describeMigrations,
  describeTenancy,
  insertSampleProposal,
  outboxExceptions,
  testDatabase,
} from "@jst/testing";
import { webhooks } from "./webhooks/webhook.ts";
import { texts } from "./texts.ts";

const database = await testDatabase("webhooks");
const dispatches = "the dispatcher belongs to no team";

describeMigrations("webhooks");

describeTenancy("webhooks", {
  database,
  texts,
  exceptions: {
    ...outboxExceptions,
    policies: {
      ...outboxExceptions.policies,
      "endpoints.worker": dispatches,
      "endpoints.worker_seals": "keys are exchanged for all teams at once",
      "deliveries.worker": dispatches,
      "queue.worker": dispatches,
      "feed_heads.worker": dispatches,
      "endpoint_counts.worker": dispatches,
      "batches.worker": dispatches,
      "begun_posts.worker": dispatches,
      "failing_endpoints.worker": "endpoints of all teams are looked at",
    },
  },
  prepare: async (client, teamId) => {
    const endpoint = "01990000-0000-7000-8000-000000000001";
    const statements: [text: string, values: unknown[]][] = [
      ["insert into webhooks.feed_heads (team_id, last_created_at) values ($1, now())", [teamId]],
      [
        `insert into webhooks.endpoints (team_id, id, url, events, enabled, secret, created_by_type, created_by_id)
         values ($1, $2, 'https://example.com', '{contact.created}', true, '', 'service', 'x')`,
        [teamId, endpoint],
      ],
      [
        `insert into webhooks.deliveries (team_id, endpoint_id, event_id, type, payload, created_at, next_attempt_at)
         values ($1, $2, uuidv7(), 'contact.created', '{}', now(), now())`,
        [teamId, endpoint],
      ],
      [
        "insert into webhooks.queue (team_id, delivery_id, endpoint_id, due_at) values ($1, uuidv7(), $2, now())",
        [teamId, endpoint],
      ],
      [
        `insert into webhooks.batches (team_id, endpoint_id, delivery_ids, payload, created_at)
         values ($1, $2, '{}', '{}', now())`,
        [teamId, endpoint],
      ],
      ["insert into webhooks.failing_endpoints (team_id, endpoint_id) values ($1, $2)", [teamId, endpoint]],
      [
        "insert into webhooks.begun_posts (team_id, endpoint_id, at, posts) values ($1, $2, now(), 1)",
        [teamId, endpoint],
      ],
    ];
    // The undo record's trigger asks who acts.
    await client.query(`select set_config('app.changeset_id', uuidv7()::text, false),
      set_config('app.actor_type', 'service', false), set_config('app.actor_id', 'x', false),
      set_config('app.token_id', 'x', false), set_config('app.request_id', 'x', false)`);
    for (const [text, values] of statements) await client.query(text, values);
  },
  fill: async (tx) => {
    await tx.query({
      text: "insert into webhooks.outbox (id, type, payload) values (uuidv7(), 'audit', '{}')",
      values: [],
    });
    await insertSampleProposal(tx);
    const next = {
      url: "https://example.com",
      events: ["contact.created"],
      enabled: true,
      retries: "standard",
      when: "matches",
      changed: [],
      ordering: "none",
      secret: "\\x00",
    };
    await webhooks.store.insert(tx, { id: "01990000-0000-7000-8000-000000000002", ...next });
  },
});
