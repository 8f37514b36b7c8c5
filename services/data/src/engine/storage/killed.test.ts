import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { testCaller, withClient } from "@jst/testing";
import type pg from "pg";
import { testData } from "../../testing/test-data.ts";
import { ownRelation, promoteFrom, rowsByRelation } from "../../testing/test-storage.ts";

const { database, door, table } = await testData();

/** A table of four rows whose move stops in the middle, at a row that somebody else holds, until the work is done. */
async function inTheMiddle(start: () => Promise<void>, work: (client: pg.Client) => Promise<unknown>) {
  const caller = testCaller();
  const tableId = await table(caller, [{ name: "n", type: "number" }]);
  const path = { table_id: tableId };
  for (let n = 0; n < 4; n += 1) await door.call("CreateRow", { caller, path, body: { data: { n } } });
  const all = async () => (await door.call("ListRows", { caller, path, query: "sort=n:asc" })).body;
  const before = await all();
  await withClient(database.superuserUrl, async (client) => {
    await client.query("begin");
    await client.query("select from data.rows where table_id = $1 order by id desc limit 1 for update", [
      tableId,
    ]);
    await start();
    await withClient(database.superuserUrl, async (observer) => {
      while (!(await isWaiting(observer))) await observer.query("select pg_sleep(0.01)");
      await work(observer);
    });
    await client.query("commit");
  });
  return { tableId, before, all };
}

async function isWaiting(client: pg.Client): Promise<boolean> {
  const text = `select from pg_stat_activity where datname = current_database()
    and application_name = 'data_worker' and wait_event_type = 'Lock'`;
  return ((await client.query(text)).rowCount ?? 0) > 0;
}

test("a move whose backend is killed in the middle never was, and the next one does it", async () => {
  let moving: Promise<unknown> = Promise.resolve();
  const { tableId, before, all } = await inTheMiddle(
    () => {
      moving = promoteFrom(database, 4).catch((error: unknown) => error);
      return Promise.resolve();
    },
    (client) =>
      client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'data_worker' and datname = current_database()",
      ),
  );
  await moving;
  assert.deepEqual(await rowsByRelation(database, tableId), { "data.rows": 4 });
  assert.deepEqual(await all(), before);
  await promoteFrom(database, 4);
  assert.deepEqual(await rowsByRelation(database, tableId), { [ownRelation(tableId)]: 4 });
  assert.deepEqual(await all(), before);
});

test("a keeper killed in the middle of a move loses no row, and another one finishes the work", async () => {
  const keep = () =>
    spawn(process.execPath, [new URL("../../testing/keeper-main.ts", import.meta.url).pathname], {
      env: { ...process.env, WORKER_URL: database.urlOf("data_worker"), PROMOTED_FROM: "4" },
      stdio: "ignore",
    });
  let keeper = keep();
  const { tableId, before, all } = await inTheMiddle(
    () => Promise.resolve(),
    async () => {
      keeper.kill("SIGKILL");
      await once(keeper, "exit");
    },
  );
  assert.deepEqual(await all(), before);
  keeper = keep();
  try {
    while (!(ownRelation(tableId) in (await rowsByRelation(database, tableId))))
      assert.deepEqual(await all(), before);
    assert.deepEqual(await rowsByRelation(database, tableId), { [ownRelation(tableId)]: 4 });
    assert.deepEqual(await all(), before);
  } finally {
    keeper.kill("SIGTERM");
    await once(keeper, "exit");
  }
});
