import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller, withClient } from "@jst/testing";
import { testData } from "../testing/test-data.ts";
import { ownRelation, promoteFrom } from "../testing/test-storage.ts";

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
    [`q=${"x".repeat(201)}`, "invalid_parameter"],
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

test("a list of tables shows of the larger ones what the keeper noted, without their deleted rows, and counts the others", async () => {
  const caller = testCaller();
  const create = async (display_name: string): Promise<string> =>
    (await door.call("CreateTable", { caller, body: { display_name } })).body.id;
  const [large, small, tiny] = [await create("Large"), await create("Small"), await create("Tiny")];
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
    return [found.get(large), found.get(small), found.get(tiny)];
  };
  const sql = (text: string) =>
    withClient(database.superuserUrl, async (client) => {
      await client.query("set session_replication_role = replica");
      return (await client.query(text)).rowCount;
    });
  const { rows } = (await add(large, 400)).body as { rows: { id: string }[] };
  await add(small, 150);
  await add(tiny, 18);
  assert.deepEqual(await estimates(), [400, 150, 18], "before the keeper has looked");
  await look();
  assert.equal(await sql(`update data.row_counts set total = 600 where table_id = '${large}'`), 1);
  assert.deepEqual(await estimates(), [600, 150, 18], "the number is not counted again");
  const alone = await door.call("GetTable", { caller, path: { table_id: large } });
  assert.equal(alone.body.row_count_estimate, 400);
  await look();
  assert.deepEqual(await estimates(), [400, 150, 18]);
  await add(large, 10);
  await add(small, 1);
  await add(tiny, 1);
  assert.deepEqual(await estimates(), [400, 150, 19], "of few rows each counts at once");
  await look();
  assert.deepEqual(await estimates(), [400, 151, 19], "a large number that moved little is not written");
  await add(large, 190);
  await look();
  assert.deepEqual(await estimates(), [600, 151, 19]);
  const half = rows.filter((_, at) => at % 2 === 0).map(({ id }) => `'${id}'`);
  await sql(`update data.rows set deleted_at = now() where id in (${half.join()})`);
  await look();
  // Every other of the first fifty rows is deleted, none of the last fifty.
  assert.deepEqual(await estimates(), [450, 151, 19]);
  await sql(`delete from data.rows where id in (${rows.map(({ id }) => `'${id}'`).join()})`);
  await sql(
    `delete from data.rows where id in (select id from data.rows where table_id = '${large}' limit 190)`,
  );
  await look();
  assert.deepEqual(await estimates(), [10, 151, 19], "a table that is small again is counted");
});

test("a list of tables shows of a table that has moved what PostgreSQL knows of it since, once the keeper has looked", async () => {
  const caller = testCaller();
  const { id } = (await door.call("CreateTable", { caller, body: { display_name: "Moved" } })).body;
  const add = (count: number) =>
    door.call("BatchRows", {
      caller,
      path: { table_id: id },
      body: { rows: Array.from({ length: count }, () => ({ data: {} })) },
    });
  const estimate = async () => {
    const { tables } = (await door.call("ListTables", { caller })).body;
    return tables.find((each: { id: string }) => each.id === id).row_count_estimate;
  };
  const analyze = () =>
    withClient(database.superuserUrl, (client) => client.query(`analyze ${ownRelation(id)}`));
  await add(30);
  await withClient(database.superuserUrl, async (client) => {
    await client.query("select data.copy_table($1, $2, true)", [caller.team_id, id]);
    await client.query("select data.promote_table($1, $2)", [caller.team_id, id]);
  });
  assert.equal(await estimate(), 30, "what was found at the move");
  await add(12);
  await analyze();
  await promoteFrom(database, 100_000);
  assert.equal(await estimate(), 42);
});
