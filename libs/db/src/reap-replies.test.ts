import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { notesMigrations, testDatabase, withClient } from "@jst/testing";
import { reapReplies } from "./index.ts";

const { url, superuserUrl } = await testDatabase("crm", { migrations: notesMigrations });

test("replies of all teams go after 24 hours, and no other", async () => {
  const ages = ["0 hours", "23 hours 59 minutes", "24 hours 1 minute", "3 days"];
  await withClient(superuserUrl, async (client) => {
    for (const age of ages) {
      await client.query(
        `insert into crm.idempotency_keys (team_id, id, fingerprint, status, headers, body, created_at)
         values ($1, 'k', 'f', 200, '{}', $2::text, now() - $2::text::interval)`,
        [randomUUID(), age],
      );
    }
  });
  await reapReplies("crm", url);
  const left = await withClient(superuserUrl, (client) =>
    client.query<{ body: string }>("select body from crm.idempotency_keys order by created_at desc"),
  );
  assert.deepEqual(
    left.rows.map(({ body }) => body),
    ["0 hours", "23 hours 59 minutes"],
  );
});

test("without a team nothing of what is stored can be read", async () => {
  const { rowCount } = await withClient(url, (client) => client.query("select from crm.idempotency_keys"));
  assert.equal(rowCount, 0);
});
