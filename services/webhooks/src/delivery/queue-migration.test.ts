import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { migrate } from "@jst/db";
import { emptyDatabase, migrationsUpTo, withClient } from "@jst/testing";

const upTo = await migrationsUpTo("webhooks");
const moving = "0014";

/** Returns the queue once the migrations of that folder have run over deliveries of every kind. */
async function queueAfter(directory: string) {
  const { ownerUrl, superuserUrl } = await emptyDatabase("webhooks");
  const migrated = (folder: string) =>
    migrate({ service: "webhooks", directory: folder, connectionString: ownerUrl });
  await migrated(await upTo("0012"));
  await withClient(superuserUrl, async (client) => {
    // Inserts the rows alone, without triggers.
    await client.query(`set session_replication_role = replica;
      insert into webhooks.deliveries
        (team_id, id, endpoint_id, event_id, type, payload, status, attempts, next_attempt_at, lease, created_at)
      select uuidv7(), uuidv7(), uuidv7(), uuidv7(), 'contact.created', '{}', status, attempts, due::timestamptz, lease, now()
      from (values
        ('pending', 0, '2026-01-01Z', null), ('pending', 2, '2026-01-02Z', null), ('pending', 1, '2026-01-03Z', uuidv7()),
        ('success', 1, null, null), ('failed', 5, null, null)) v (status, attempts, due, lease)`);
  });
  await migrated(await upTo("0013"));
  await withClient(superuserUrl, async (client) => {
    // The owner is a member of the worker's role, whose policy shows it all teams. A migration must not lean on that.
    for (const table of ["deliveries", "queue"])
      await client.query(`alter policy worker on webhooks.${table} using (current_user = 'webhooks_worker')
        with check (current_user = 'webhooks_worker')`);
  });
  await migrated(directory);
  const queued = await withClient(superuserUrl, (client) =>
    client.query(`select q.state, q.attempts, (q.due_at at time zone 'UTC')::date::text as due
      from webhooks.queue q join webhooks.deliveries d using (team_id, endpoint_id) where d.id = q.delivery_id order by due`),
  );
  return queued.rows;
}

test("what was pending before there was a queue is in it afterwards, with its attempts and when it is due", async () => {
  assert.deepEqual(await queueAfter(await upTo(moving)), [
    { state: "waiting", attempts: 0, due: "2026-01-01" },
    { state: "waiting", attempts: 2, due: "2026-01-02" },
    { state: "waiting", attempts: 1, due: "2026-01-03" },
  ]);
});

test("under the teams' row-level security the migration would have moved nothing", async () => {
  const file = path.join(await upTo(moving), "0014_pending_in_queue.sql");
  const text = await readFile(file, "utf8");
  const forced = text.replaceAll(/^alter table \w+ no force row level security;\n/gm, "");
  assert.notEqual(forced, text);
  await writeFile(file, forced);
  assert.deepEqual(await queueAfter(path.dirname(file)), []);
});
