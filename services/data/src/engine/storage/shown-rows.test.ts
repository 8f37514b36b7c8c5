import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCaller, withClient } from "@jst/testing";
import type pg from "pg";
import { testData } from "../../testing/test-data.ts";
import { ownRelation, promoteFrom, shownRelation } from "../../testing/test-storage.ts";

// On a database that no superuser has made (ADR 44), whatever the others run on.
process.env["TEST_WITHOUT_SUPERUSER"] = "1";
const { database, door, table } = await testData();

/** A table of a new team with two rows, which has moved. */
async function grown() {
  const caller = testCaller();
  const tableId = await table(caller, [{ name: "n", type: "number" }]);
  for (const n of [1, 2])
    await door.call("CreateRow", { caller, path: { table_id: tableId }, body: { data: { n } } });
  await promoteFrom(database, 2);
  return {
    teamId: caller.team_id,
    tableId,
    view: shownRelation(tableId),
    physical: ownRelation(tableId),
  };
}

/** Runs the work as the service's own role, for a team. */
const asService = <T>(teamId: string, work: (client: pg.Client) => Promise<T>) =>
  withClient(database.url, async (client) => {
    await client.query("select set_config('app.team_id', $1, false)", [teamId]);
    return work(client);
  });

test("the service reaches a grown table's rows through the view alone, and there those of its team alone", async () => {
  const { teamId, tableId, view, physical } = await grown();
  const statements = [
    `select from ${view}`,
    `select from ${view} for update`,
    `update ${view} set version = version returning 1`,
    `delete from ${view} returning 1`,
  ];
  for (const text of statements) {
    const found = await asService(randomUUID(), (client) => client.query(text));
    assert.equal(found.rowCount, 0, text);
  }
  await asService(teamId, async (client) => {
    assert.equal((await client.query(`select from ${view}`)).rowCount, 2);
    for (const text of [`select from ${physical}`, `delete from ${physical}`, `truncate ${physical}`])
      await assert.rejects(client.query(text), { code: "42501" }, text);
  });
  const insert = `insert into ${view} (team_id, table_id, data, created_by_type) values ($1, $2, '{}', 'system')`;
  const refused = asService(randomUUID(), async (client) => {
    await client.query("set session app.actor_type = 'system'");
    await client.query(insert, [teamId, tableId]);
  });
  await assert.rejects(refused, { code: "44000" });
});

test("a connection without a team sees no row of a grown table", async () => {
  const { view } = await grown();
  const found = await withClient(database.url, (client) => client.query(`select from ${view}`));
  assert.equal(found.rowCount, 0);
});

test("a column that a migration adds to all rows is shown once the view is created again", async () => {
  const { teamId, view, physical } = await grown();
  await withClient(database.ownerUrl, async (client) => {
    await client.query("alter table data.rows add column extra integer default 7");
    await client.query(
      "select data.show_rows($1, $2)",
      [view, physical].map((name) => name.slice("data.".length)),
    );
  });
  const { rows } = await asService(teamId, (client) => client.query(`select extra from ${view}`));
  assert.deepEqual(rows, [{ extra: 7 }, { extra: 7 }]);
});
