import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller, withClient } from "@jst/testing";
import { testData } from "../testing/test-data.ts";
import { promoteFrom } from "../testing/test-storage.ts";

const { database, door } = await testData();

test("tables are listed newest first, without their columns, and found by words of their names", async () => {
  const caller = testCaller();
  for (const name of ["Alpha", "Beta", "Gamma"])
    await door.call("CreateTable", { caller, body: { display_name: name } });
  const names = async (query?: string) => {
    const reply = await door.call("ListTables", { caller, ...(query === undefined ? {} : { query }) });
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    return reply.body.tables.map((table: { name: string }) => table.name);
  };
  assert.deepEqual(await names(), ["gamma", "beta", "alpha", "assets"]);
  assert.deepEqual(await names("sort=name:asc"), ["alpha", "assets", "beta", "gamma"]);
  assert.deepEqual(await names("q=BET"), ["beta"]);
  assert.deepEqual(await names("q=%25%25"), []);
  assert.deepEqual(await names("updated_since=2999-01-01T00:00:00Z"), []);
  const own = encodeURIComponent('{"field":"system","op":"eq","value":false}');
  assert.deepEqual(await names(`filter=${own}&sort=name:asc`), ["alpha", "beta", "gamma"]);
  const page = await door.call("ListTables", { caller, query: "limit=3&sort=name:desc&count=exact" });
  assert.equal(page.body.total, 4);
  assert.equal(page.body.has_more, true);
  assert.equal("columns" in page.body.tables[0], false);
  assert.deepEqual(await names(`limit=3&sort=name:desc&cursor=${page.body.next_cursor}`), ["alpha"]);
  assert.equal(
    (
      await door.call("ListTables", {
        caller: testCaller(),
        query: `sort=name:desc&cursor=${page.body.next_cursor}`,
      })
    ).status,
    400,
  );
});

test("a list takes no parameter it does not know and no value it does not understand", async () => {
  const cases: [query: string, code: string][] = [
    ["colour=red", "unknown_parameter"],
    ["filter={}", "invalid_filter"],
    ["limit=0", "invalid_parameter"],
    ["limit=5a", "invalid_parameter"],
    ["q=a", "invalid_parameter"],
    ["q=", "invalid_parameter"],
    ["sort=nope:asc", "invalid_sort"],
    ["cursor=zzz", "invalid_cursor"],
    ["count=all", "invalid_parameter"],
    ["updated_since=yesterday", "invalid_parameter"],
  ];
  for (const [query, code] of cases) {
    const reply = await door.call("ListTables", { query });
    assert.equal(reply.status, 400, query);
    assert.equal(reply.body.code, code, query);
  }
});

test("a list of tables shows of the larger ones what the keeper counted, without their deleted rows, and counts the others", async () => {
  const caller = testCaller();
  const create = async (display_name: string): Promise<string> =>
    (await door.call("CreateTable", { caller, body: { display_name } })).body.id;
  const [large, small] = [await create("Large"), await create("Small")];
  const add = (table_id: string, count: number) =>
    door.call("BatchRows", {
      caller,
      path: { table_id },
      body: { rows: Array.from({ length: count }, () => ({ data: {} })) },
    });
  const look = () => promoteFrom(database, 100_000);
  const estimates = async () => {
    const { tables } = (await door.call("ListTables", { caller })).body;
    const found = new Map(
      tables.map((each: { id: string; row_count_estimate: number }) => [each.id, each.row_count_estimate]),
    );
    return [found.get(large), found.get(small)];
  };
  const sql = (text: string) =>
    withClient(database.superuserUrl, async (client) => {
      await client.query("set session_replication_role = replica");
      return (await client.query(text)).rowCount;
    });
  const { rows } = (await add(large, 400)).body as { rows: { id: string }[] };
  await add(small, 150);
  assert.deepEqual(await estimates(), [400, 150], "before the keeper has looked");
  await look();
  // What a list shows is no number of its own.
  assert.equal(await sql(`update data.row_counts set total = 600 where table_id = '${large}'`), 1);
  assert.deepEqual(await estimates(), [600, 150]);
  const alone = await door.call("GetTable", { caller, path: { table_id: large } });
  assert.equal(alone.body.row_count_estimate, 400);
  await look();
  assert.deepEqual(await estimates(), [400, 150]);
  await add(large, 10);
  await look();
  assert.deepEqual(await estimates(), [400, 150], "a number that moved little is not written");
  await add(large, 190);
  await look();
  assert.deepEqual(await estimates(), [600, 150]);
  const half = rows.filter((_, at) => at % 2 === 0).map(({ id }) => `'${id}'`);
  await sql(`update data.rows set deleted_at = now() where id in (${half.join()})`);
  // Of the first fifty rows every other is deleted, of the last fifty none.
  assert.deepEqual(await estimates(), [450, 150]);
  await sql(`delete from data.rows where id in (${rows.map(({ id }) => `'${id}'`).join()})`);
  await sql(
    `delete from data.rows where id in (select id from data.rows where table_id = '${large}' limit 50)`,
  );
  await look();
  assert.deepEqual(await estimates(), [150, 150], "a table that is small again is counted");
});
