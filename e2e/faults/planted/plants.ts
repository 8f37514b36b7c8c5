/** A line of the product as it is, and as it would be with the fault. */
export interface Change {
  /** Path from the root of the repository. */
  file: string;
  from: string;
  to: string;
}

/** A fault that looks like working code, and the test that must not let it through. */
export interface Plant {
  fault: string;
  changes: readonly Change[];
  caughtBy: { file: string; test: string };
}

const refresh = "services/auth/src/tokens/refresh-token.ts";
const dispatching = "services/webhooks/src/delivery/dispatcher.test.ts";
const transaction = "libs/db/src/transaction.ts";
const template = "libs/testing/src/template.ts";

/** The faults (operation.recovery), each put into the product's own source while one test runs. */
export const plants: readonly Plant[] = [
  {
    fault: "commits do not wait for the disk",
    changes: [
      {
        file: "libs/db/src/settings.ts",
        from: "const forWrite = setting(\n  ...team,\n",
        to: `const forWrite = setting(\n  ...team,\n  ["synchronous_commit", "'off'"],\n`,
      },
    ],
    caughtBy: {
      file: "e2e/faults/planted/durability.drill.ts",
      test: "no acknowledged write is lost when PostgreSQL is killed",
    },
  },
  {
    fault: "the outbox is written after the commit",
    changes: [
      {
        file: transaction,
        from: "this.#opening = settings.map((statement) => ({ statement }));",
        to: "this.#opening = settings.map((statement) => ({ statement })); this.planted = settings;",
      },
      {
        file: transaction,
        from: "else await this.#commit(this.#deferred);",
        to: `else {
          await this.#commit([]);
          void this.#connection.send([begin, ...this.planted, ...this.#deferred, commit], 1_000).catch(() => undefined);
        }`,
      },
    ],
    caughtBy: {
      file: "libs/db/src/database.test.ts",
      test: "a deferred statement is committed with the write, and its failure fails the write",
    },
  },
  {
    fault: "the relay moves its cursor before the broker's acknowledgement",
    changes: [
      {
        file: "libs/events/src/sender.ts",
        from: "    let isSent = false;\n",
        to: "    let isSent = false;\n    if (end !== undefined) await this.#move(end);\n",
      },
    ],
    caughtBy: {
      file: "libs/events/src/acknowledgements.test.ts",
      test: "the position never passes what the broker has not acknowledged",
    },
  },
  {
    fault: "the offset is committed before the deliveries are inserted",
    changes: [
      {
        file: "libs/events/src/consumer.ts",
        from: "  const teams = byTeam(payload, options.logger).entries();\n",
        to: `  const teams = byTeam(payload, options.logger).entries();
  const early = (BigInt(batch.lastOffset()) + 1n).toString();
  await consumer.commitOffsets([{ topic: batch.topic, partition: batch.partition, offset: early }]);
`,
      },
    ],
    caughtBy: {
      file: "libs/events/src/acknowledgements.test.ts",
      test: "an event whose handling failed comes again, and none of those after it is passed",
    },
  },
  {
    fault: "created_at is the time of the transaction",
    changes: [
      {
        file: "services/webhooks/src/intake/materialise.ts",
        from: "greatest(h.last_created_at + interval '1 microsecond', c.at) +",
        to: "now() +",
      },
    ],
    caughtBy: {
      file: "services/webhooks/src/intake/materialise.test.ts",
      test: "created_at grows also when the clock has fallen back by two hours",
    },
  },
  {
    fault: "the relay reads past transactions that still run",
    changes: [
      {
        file: "libs/events/src/outbox-queries.ts",
        from: "($1::xid8, $2::bigint) and o.xid < pg_snapshot_xmin(pg_current_snapshot())\n",
        to: "($1::xid8, $2::bigint)\n",
      },
    ],
    caughtBy: {
      file: "libs/events/src/relay.test.ts",
      test: "a transaction that commits late is not passed, and its event comes in its place",
    },
  },
  {
    fault: "a write takes its transaction's id before it waits for the row",
    changes: [
      {
        file: "libs/resource/src/sql.ts",
        from: "where t.team_id = $1 and t.id = $2 for no key update\n)",
        to: "where t.team_id = $1 and t.id = $2\n)",
      },
    ],
    caughtBy: {
      file: "services/crm/src/contacts/event-order.test.ts",
      test: "one that changes it and one that archives it, both waiting for the row: events in the order of versions",
    },
  },
  {
    fault: "the feed's cursor goes through a Date",
    changes: [
      { file: "services/webhooks/src/json-sql.ts", from: `HH24:MI:SS.US"Z"'`, to: `HH24:MI:SS.MS"Z"'` },
    ],
    caughtBy: {
      file: "services/webhooks/src/events/list-events.test.ts",
      test: "newest last; the last page has a cursor too, from which the next one goes on",
    },
  },
  {
    fault: "an outcome is recorded without the lease",
    changes: [
      {
        file: "libs/jobs/src/outcomes.ts",
        from: "where q.team_id = o.team_id and q.${id} = o.id and q.lease = o.lease",
        to: "where q.team_id = o.team_id and q.${id} = o.id",
      },
    ],
    caughtBy: {
      file: "services/webhooks/src/delivery/outcomes.test.ts",
      test: "outcomes that end together are each their own, and one that comes too late changes nothing",
    },
  },
  {
    fault: "an outcome that could not be recorded is forgotten",
    changes: [
      {
        file: "libs/jobs/src/worker.ts",
        from: "if (stopped.aborted || performance.now() > held.leaseEndMs) return false;",
        to: "return false;",
      },
    ],
    caughtBy: {
      file: "services/webhooks/src/delivery/unrecorded.test.ts",
      test: "what cannot be recorded for a while is recorded afterwards, and not posted again",
    },
  },
  {
    fault: "every attempt has a webhook-id of its own",
    changes: [
      {
        file: "services/webhooks/src/delivery/headers.ts",
        from: `"webhook-id": delivery.event_id,`,
        to: `"webhook-id": crypto.randomUUID(),`,
      },
    ],
    caughtBy: {
      file: dispatching,
      test: "five POSTs, each 1, 2, 4 and 8 minutes after the failure before, and failed right after the fifth",
    },
  },
  {
    fault: "the guard looks at a URL only when it is created",
    changes: [
      {
        file: "libs/jobs/src/outbound/guard.ts",
        from: "    const addresses = await this.#resolve(target.host);\n    this.#requirePublic(addresses);\n",
        to: "    const addresses = await this.#resolve(target.host);\n",
      },
      {
        file: "libs/jobs/src/outbound/guard.ts",
        from: "if (remoteAddress === undefined) return false;",
        to: "return true;",
      },
    ],
    caughtBy: {
      file: dispatching,
      test: "a name that has moved to a private address since is not connected to",
    },
  },
  {
    fault: "one table has lost its policy",
    changes: [
      // Templates of a name of their own, or other tests would be given the broken one.
      { file: template, from: "`template_${service}_", to: "`planted_${service}_" },
      {
        file: template,
        from: "  await migrate({ service, directory: migrations, connectionString: addressOf(name, owner) });\n",
        to: `  await migrate({ service, directory: migrations, connectionString: addressOf(name, owner) });
  await withClient(addressOf(name), (client) => client.query("drop policy team on webhooks.endpoints"));
`,
      },
    ],
    caughtBy: {
      file: "services/webhooks/src/schema.test.ts",
      test: "every table of teams has a team_id, a primary key and the team's policy",
    },
  },
  {
    fault: "a cache's keys lack the team",
    changes: [
      { file: "services/data/src/engine/schema/schema-cache.ts", from: "`${teamId} ${key}`", to: "key" },
    ],
    caughtBy: {
      file: "services/data/src/engine/schema/schema-cache.test.ts",
      test: "what is remembered of a team's tables reaches no other team",
    },
  },
  {
    fault: "a refresh token is read first and marked as used afterwards",
    changes: [
      { file: refresh, from: "    await lockFamily(tx, known.family_id);\n", to: "" },
      {
        file: refresh,
        from: "return (await consumeRefresh(tx, stored))",
        to: "return !stored.is_used && (await consumeRefresh(tx, stored))",
      },
      {
        file: "services/auth/src/tokens/refresh-queries.ts",
        from: "where team_id = $1 and id = $2 and used_at is null and revoked_at is null",
        to: "where team_id = $1 and id = $2 and revoked_at is null",
      },
    ],
    caughtBy: {
      file: "services/auth/src/tokens/refresh-token.test.ts",
      test: "of fifty at once exactly one gets a pair, the others 401, and the sign-in is over",
    },
  },
  {
    fault: "a request is put on record after it was answered",
    changes: [
      {
        file: "services/auth/src/check/check.ts",
        from: `await this.#parts.audit.record({ token, route, code }, request);`,
        to: `void this.#parts.audit.record({ token, route, code }, request).catch(() => undefined);`,
      },
    ],
    caughtBy: {
      file: "services/auth/src/check/decision-audit.test.ts",
      test: "what cannot be recorded does not pass: 503, the refused ones too",
    },
  },
];
