import assert from "node:assert/strict";
import { test } from "node:test";
import type { RunningWork } from "@jst/db";
import { testCaller, until, withClient } from "@jst/testing";
import { testData } from "../testing/test-data.ts";
import { ownRelation, quietLogger, rowsByRelation, withWorker } from "../testing/test-storage.ts";
import { wishedIndexes, wishingTable } from "../testing/wishing.ts";
import { IndexMaker } from "./indexes.ts";
import { startKeeper } from "./keeper.ts";
import { Promoter } from "./promotions.ts";
import { GROWN_MAX } from "./queries.ts";

const data = await testData();
const { database, door, table } = data;
const columns = [{ name: "n", type: "number" }];

/** A table with so many rows. */
async function filled(count: number): Promise<string> {
  const caller = testCaller();
  const tableId = await table(caller, columns);
  const path = { table_id: tableId };
  for (let n = 0; n < count; n += 1) await door.call("CreateRow", { caller, path, body: { data: { n } } });
  return tableId;
}

/** True once the table has a physical table of its own. */
const hasMoved = async (tableId: string) =>
  ownRelation(tableId) in (await rowsByRelation(database, tableId)) ? true : undefined;

/** Does the work while a transaction reads the database as it was before, like a dump. */
function whileDumped<T>(work: () => Promise<T>): Promise<T> {
  return withClient(database.superuserUrl, async (client) => {
    await client.query("begin isolation level repeatable read, read only");
    await client.query("select from data.tables limit 1");
    const done = await work();
    await client.query("commit");
    return done;
  });
}

/** A logger that counts warnings. */
function counting() {
  let count = 0;
  const say = () => undefined;
  return { logger: { debug: say, info: say, error: say, warn: () => (count += 1) }, failures: () => count };
}

/** Resolves when a keeper waits for a transaction of somebody else to end. */
const isWaiting = () =>
  until("an index waits", 10_000, () =>
    withClient(database.superuserUrl, async (client) => {
      const text = `select from pg_stat_activity where application_name = 'data_worker' and wait_event = 'virtualxid'
        and datname = current_database()`;
      return ((await client.query(text)).rowCount ?? 0) > 0 ? true : undefined;
    }),
  );

test("while a dump holds up the building of indexes, tables that grow move, and after it the indexes are made", async () => {
  const wishing = await wishingTable(data, columns, [["n", "sort"]]);
  const connectionString = database.urlOf("data_worker");
  let keeper: RunningWork | undefined;
  try {
    await whileDumped(async () => {
      keeper = startKeeper({ connectionString, promotedFrom: 3, logger: quietLogger });
      await isWaiting();
      const tableId = await filled(3);
      await until("the table has moved", 20_000, () => hasMoved(tableId));
    });
  } finally {
    await keeper?.stop();
  }
  assert.equal((await wishedIndexes(database, wishing.tableId)).length, 1);
});

test("an index that has to wait too long leaves nothing behind, and its table rests before it is tried again", async () => {
  const { tableId } = await wishingTable(data, columns, [["n", "match"]]);
  const { logger, failures } = counting();
  const serve = (maker: IndexMaker) => withWorker(database, (session) => maker.serve(session));
  await whileDumped(async () => {
    const maker = new IndexMaker(logger, 50);
    await serve(maker);
    assert.equal(failures(), 1);
    assert.deepEqual(await wishedIndexes(database, tableId), []);
    await serve(maker);
    assert.equal(failures(), 1);
  });
  await serve(new IndexMaker(quietLogger));
  assert.equal((await wishedIndexes(database, tableId)).length, 1);
});

test("more tables than one look finds move one look after the other, without a wait", async () => {
  const tableIds = await Promise.all(Array.from({ length: GROWN_MAX + 1 }, () => filled(2)));
  const connectionString = database.urlOf("data_worker");
  const keeper = startKeeper({ connectionString, promotedFrom: 2, logger: quietLogger });
  try {
    for (const tableId of tableIds) await until("the table has moved", 30_000, () => hasMoved(tableId));
  } finally {
    await keeper.stop();
  }
});

test("a table that could not be moved is passed over for a while, and those that grow meanwhile are moved", async () => {
  const { logger, failures } = counting();
  const held = await filled(2);
  await withClient(database.superuserUrl, async (client) => {
    await client.query("begin");
    await client.query("select from data.rows where table_id = $1 for update", [held]);
    await withWorker(database, async (session) => {
      const promoter = new Promoter(2, logger);
      assert.equal(await promoter.serve(session), false);
      const grown = await filled(2);
      assert.equal(await promoter.serve(session), true);
      assert.equal(await hasMoved(grown), true);
      assert.equal(failures(), 1);
    });
    await client.query("commit");
  });
  assert.equal(await hasMoved(held), undefined);
});
