import assert from "node:assert/strict";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { migrate } from "@jst/db";
import { emptyDatabase, withClient } from "@jst/testing";

const directory = fileURLToPath(new URL("../../migrations", import.meta.url));

test("what was pending before there was a queue is in it afterwards, with its attempts and when it is due", async () => {
  const former = await mkdtemp(path.join(tmpdir(), "migrations-"));
  after(() => rm(former, { recursive: true }));
  await cp(directory, former, { recursive: true, filter: (file) => !/\/00(1[3-9]|[2-9])/.test(file) });
  const { ownerUrl, superuserUrl } = await emptyDatabase("webhooks");
  await migrate({ service: "webhooks", directory: former, connectionString: ownerUrl });
  await withClient(superuserUrl, async (client) => {
    // The rows alone: whoever writes them otherwise is no matter here.
    await client.query(`set session_replication_role = replica;
      insert into webhooks.deliveries
        (team_id, id, endpoint_id, event_id, type, payload, status, attempts, next_attempt_at, lease, created_at)
      select uuidv7(), uuidv7(), uuidv7(), uuidv7(), 'contact.created', '{}', status, attempts, due::timestamptz, lease, now()
      from (values
        ('pending', 0, '2026-01-01Z', null), ('pending', 2, '2026-01-02Z', null), ('pending', 1, '2026-01-03Z', uuidv7()),
        ('success', 1, null, null), ('failed', 5, null, null)) v (status, attempts, due, lease)`);
  });
  await migrate({ service: "webhooks", directory, connectionString: ownerUrl });
  const queued = await withClient(superuserUrl, (client) =>
    client.query(`select q.state, q.attempts, (q.due_at at time zone 'UTC')::date::text as due
      from webhooks.queue q join webhooks.deliveries d using (team_id, endpoint_id) where d.id = q.delivery_id order by due`),
  );
  assert.deepEqual(queued.rows, [
    { state: "waiting", attempts: 0, due: "2026-01-01" },
    { state: "waiting", attempts: 2, due: "2026-01-02" },
    { state: "waiting", attempts: 1, due: "2026-01-03" },
  ]);
});
