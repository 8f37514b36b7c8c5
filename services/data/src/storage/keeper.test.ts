import assert from "node:assert/strict";
import { test } from "node:test";
import type { RunningWork } from "@jst/db";
import { testCaller, until, withClient } from "@jst/testing";
import { testData } from "../testing/test-data.ts";
import { ownRelation, quietLogger, rowsByRelation, withWorker } from "../testing/test-storage.ts";
import { wishedIndexes, wishingTable } from "../testing/wishing.ts";
import { IndexMaker } from "./indexes.ts";
import { startKeeper } from "./keeper.ts";

const data = await testData();
const { database, door, table } = data;
const columns = [{ name: "n", type: "number" }];

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
      const caller = testCaller();
      const tableId = await table(caller, columns);
      for (let n = 0; n < 3; n += 1)
        await door.call("CreateRow", { caller, path: { table_id: tableId }, body: { data: { n } } });
      await until("the table has moved", 20_000, async () =>
        ownRelation(tableId) in (await rowsByRelation(database, tableId)) ? true : undefined,
      );
    });
  } finally {
    await keeper?.stop();
  }
  assert.equal((await wishedIndexes(database, wishing.tableId)).length, 1);
});

test("an index that has to wait too long leaves nothing behind, and its table rests before it is tried again", async () => {
  const { tableId } = await wishingTable(data, columns, [["n", "match"]]);
  let failures = 0;
  const say = () => undefined;
  const logger = { debug: say, info: say, error: say, warn: () => (failures += 1) };
  const serve = (maker: IndexMaker) => withWorker(database, (session) => maker.serve(session));
  await whileDumped(async () => {
    const maker = new IndexMaker(logger, 50);
    await serve(maker);
    assert.equal(failures, 1);
    assert.deepEqual(await wishedIndexes(database, tableId), []);
    await serve(maker);
    assert.equal(failures, 1);
  });
  await serve(new IndexMaker(quietLogger));
  assert.equal((await wishedIndexes(database, tableId)).length, 1);
});
