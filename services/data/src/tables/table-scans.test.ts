import assert from "node:assert/strict";
import { test } from "node:test";
import type { Statement } from "@jst/db";
import { CursorCodec, type ListCall } from "@jst/query";
import type { Call } from "@jst/rpc";
import { testCaller, withClient } from "@jst/testing";
import type { Deps } from "../deps.ts";
import { findTable } from "../engine/schema/stored-tables.ts";
import { testData } from "../testing/test-data.ts";
import { listTables } from "./list-tables.ts";

const { database, door } = await testData();
const cursors = new CursorCodec({ current: "k1", keys: new Map([["k1", Buffer.alloc(32, 7)]]) });

/** How often the statements, run by the service's role for the team, read the shared table of rows as a whole. */
function wholeReads(teamId: string, statements: readonly Statement[]): Promise<number> {
  return withClient(database.url, async (client) => {
    await client.query("begin");
    await client.query(
      "select set_config('app.team_id', $1, true), set_config('plan_cache_mode', 'force_generic_plan', true)",
      [teamId],
    );
    for (const { text, values } of statements) await client.query(text, [...values]);
    const { rows } = await client.query<{ reads: string }>(
      "select seq_scan as reads from pg_stat_xact_all_tables where relid = 'data.rows'::regclass",
    );
    return Number(rows[0]?.reads);
  });
}

test("a list of tables, and one table, read no rows of other tables, however few share their storage", async () => {
  const caller = testCaller();
  const make = async (display_name: string): Promise<string> =>
    (await door.call("CreateTable", { caller, body: { display_name } })).body.id;
  const large = await make("Large");
  const small = await make("Small");
  await withClient(database.superuserUrl, async (client) => {
    await client.query("set session_replication_role = replica");
    const text = `insert into data.rows (team_id, table_id, data, created_by_type)
      select $1, $2, '{}', 'service' from generate_series(1, $3::int)`;
    await client.query(text, [caller.team_id, large, 5_000]);
    await client.query(text, [caller.team_id, small, 18]);
    await client.query("analyze data.rows");
  });
  const sent: Statement[] = [];
  const call: ListCall = {
    caller,
    deps: { cursors },
    read: (statement) => {
      sent.push(statement);
      return Promise.resolve([{ items: null, sizes: null, following: null, last: null }]) as never;
    },
  };
  await listTables({ path: {}, query: {}, body: undefined }, call as unknown as Call<Deps>);
  assert.equal(sent.length, 1);
  assert.equal(await wholeReads(caller.team_id, sent), 0);
  for (const id of [large, small])
    assert.equal(await wholeReads(caller.team_id, [findTable(caller.team_id, id)]), 0);
  const whole = { text: "select count(*) from only data.rows where data <> '[]'", values: [] };
  assert.equal(await wholeReads(caller.team_id, [whole]), 1);
});
