import assert from "node:assert/strict";
import { test } from "node:test";
import type { RunningWork } from "@jst/db";
import { testCaller, until, withClient } from "@jst/testing";
import { testData } from "../../testing/test-data.ts";
import { ownRelation, quietLogger, rowsByRelation, withWorker } from "../../testing/test-storage.ts";
import { wishedIndexes, wishingTable } from "../../testing/wishing.ts";
import { IndexMaker } from "./indexes.ts";
import { startKeeper } from "./keeper.ts";
import { Promoter } from "../storage/promotions.ts";
import { GROWN_MAX } from "../storage/promotion-queries.ts";
import { noteWish } from "./wish-queries.ts";

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

/** A logger that counts warnings, and keeps what they are about. */
function counting() {
  const errors: unknown[] = [];
  const say = () => undefined;
  const warn = (of: object) => errors.push("error" in of ? of.error : undefined);
  return { logger: { debug: say, info: say, error: say, warn }, errors, failures: () => errors.length };
}

/** How many keepers wait for a transaction of somebody else to end. */
const waiting = () =>
  withClient(database.superuserUrl, async (client) => {
    const text = `select from pg_stat_activity where application_name = 'data_worker' and wait_event = 'virtualxid'
      and datname = current_database()`;
    return (await client.query(text)).rowCount ?? 0;
  });

/** Resolves when a keeper waits so. */
const isWaiting = () =>
  until("an index waits", 10_000, async () => ((await waiting()) > 0 ? true : undefined));

/** The indexes of a table that lists can use, by what they are for. */
const wholeIndexes = (tableId: string) =>
  withClient(database.superuserUrl, async (client) => {
    const text = `select split_part(indexrelid::regclass::text, '_', 2) as kind from pg_index
      where indrelid = $1::regclass and indexrelid::regclass::text like '%wish%' and indisvalid order by 1`;
    const { rows } = await client.query<{ kind: string }>(text, [ownRelation(tableId)]);
    return rows.map(({ kind }) => kind);
  });

/** True of what PostgreSQL ended because it had waited for as long as it was to. */
const isGivenUp = (error: unknown) => error instanceof Error && "code" in error && error.code === "55P03";

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

test("an index that lists use stays until the one that is to serve them instead is there", async () => {
  const { caller, tableId } = await wishingTable(data, columns, [["n", "range", 1_000]]);
  const serve = (maker: IndexMaker) =>
    withWorker(database, async (session) => {
      while (await maker.serve(session));
    });
  await serve(new IndexMaker(quietLogger));
  assert.deepEqual(await wholeIndexes(tableId), ["match"]);
  await withClient(database.superuserUrl, async (client) => {
    const { text, values } = noteWish({ teamId: caller.team_id, tableId }, "n", "sort", 10);
    await client.query(text, [...values]);
  });
  const { logger, failures } = counting();
  await whileDumped(() => serve(new IndexMaker(logger, 50)));
  assert.equal(failures(), 1);
  assert.deepEqual(await wholeIndexes(tableId), ["match"]);
  await serve(new IndexMaker(quietLogger));
  assert.deepEqual(await wholeIndexes(tableId), ["sort"]);
});

test("a keeper that stops cancels its build of an index, and the next keeper builds it", async () => {
  const { tableId } = await wishingTable(data, columns, [["n", "sort"]]);
  const connectionString = database.urlOf("data_worker");
  const { logger, errors } = counting();
  const keep = () => startKeeper({ connectionString, promotedFrom: 100, logger });
  await whileDumped(async () => {
    const keeper = keep();
    await isWaiting();
    await keeper.stop();
    assert.deepEqual(errors.filter(isGivenUp), []);
    await until("nobody builds", 10_000, async () => ((await waiting()) === 0 ? true : undefined));
  });
  const next = keep();
  try {
    await until("the index is whole", 20_000, async () =>
      (await wholeIndexes(tableId)).length === 1 ? true : undefined,
    );
  } finally {
    await next.stop();
  }
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
