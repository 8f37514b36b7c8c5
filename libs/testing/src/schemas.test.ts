import { existsSync } from "node:fs";
import { schemas } from "@jst/fleet";
import { describeMigrations } from "./describe-migrations.ts";
import { describeTenancy } from "./describe-tenancy.ts";
import { insertSampleProposal } from "./sample-proposal.ts";
import { outboxExceptions } from "./tenancy-catalog.ts";
import { testDatabase } from "./test-database.ts";

// A schema that has the tables of every service alone is tested here. With its first table of its own the service
// writes src/schema.test.ts, which says what is in it; the tests here fail until then, naming the table.
const young = schemas.filter(
  ({ name }) => !existsSync(new URL(`../../../services/${name}/src/schema.test.ts`, import.meta.url)),
);

for (const { name } of young) {
  const database = await testDatabase(name);
  describeMigrations(name);
  describeTenancy(name, {
    database,
    exceptions: outboxExceptions,
    texts: { exact: {} },
    fill: async (tx) => {
      await tx.query({
        text: "insert into outbox (id, type, payload) values (uuidv7(), 'audit', '{}')",
        values: [],
      });
      await tx.query({
        text: `insert into changes (changeset_id, resource, resource_id, op, actor_type, actor_id, token_id, request_id)
          values (uuidv7(), 'none', uuidv7(), 'create', 'service', 'x', 'x', 'x')`,
        values: [],
      });
      await insertSampleProposal(tx);
    },
  });
}
