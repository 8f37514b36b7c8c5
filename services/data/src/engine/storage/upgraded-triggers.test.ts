import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { migrate } from "@jst/db";
import { emptyDatabase, migrationsOf, migrationsUpTo, withClient } from "@jst/testing";
import { shownRelation } from "../../testing/test-storage.ts";

const upTo = await migrationsUpTo("data");

test("a table that grew under an older version keeps its undo records, states and unique values as the shared one does", async () => {
  const { ownerUrl, superuserUrl } = await emptyDatabase("data");
  const migrated = (directory: string) => migrate({ service: "data", directory, connectionString: ownerUrl });
  await migrated(await upTo("0022"));
  const [team, table] = [randomUUID(), randomUUID()];
  await withClient(superuserUrl, async (client) => {
    // Nobody acts here whom an undo record could name.
    await client.query("set session_replication_role = replica");
    const made = `insert into data.tables (team_id, id, name, display_name, created_by_type)
      values ($1, $2, 'grown', 'Grown', 'system')`;
    await client.query(made, [team, table]);
    await client.query("set session_replication_role = origin");
    await client.query("select data.promote_table($1, $2)", [team, table]);
  });
  await migrated(migrationsOf("data"));
  const triggersOf = (relation: string) =>
    withClient(superuserUrl, async (client) => {
      const { rows } = await client.query<{ text: string }>(
        "select pg_get_triggerdef(oid) as text from pg_trigger where tgrelid = $1::regclass and not tgisinternal",
        [relation],
      );
      return rows.map(({ text }) => text.replaceAll(relation, "rows")).sort();
    });
  assert.deepEqual(await triggersOf(shownRelation(table)), await triggersOf("data.rows"));
});
