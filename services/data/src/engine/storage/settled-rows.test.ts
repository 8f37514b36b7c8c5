import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { testCaller, until, withClient } from "@jst/testing";
import type pg from "pg";
import { testData } from "../../testing/test-data.ts";
import { ownRelation, rowsByRelation } from "../../testing/test-storage.ts";

const { database, door, table } = await testData();

/** A table of three rows with these texts, and the rounds in which it is copied. */
async function copied(textOf: (n: number) => string) {
  const caller = testCaller();
  const tableId = await table(caller, [{ name: "text", type: "text" }]);
  const path = { table_id: tableId };
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    const reply = await door.call("CreateRow", { caller, path, body: { data: { text: textOf(n) } } });
    ids.push(reply.body.id);
  }
  const key = [caller.team_id, tableId];
  return {
    ids,
    tableId,
    /** How many rows the round found otherwise. */
    round: async (client: pg.Client, isAnew: boolean) => {
      const text = "select data.copy_table($1, $2, $3)::int as differing";
      return (await client.query<{ differing: number }>(text, [...key, isAnew])).rows[0]?.differing;
    },
    move: (client: pg.Client) => client.query("select data.promote_table($1, $2)", key),
    texts: async () => {
      const { body } = await door.call("ListRows", { caller, path });
      return (body.rows as { data: { text: string } }[]).map(({ data }) => data.text).toSorted();
    },
  };
}

/** Gives the row this text, as no trigger sees it. */
const write = (client: pg.Client, id: string | undefined, text: string) =>
  client.query("update data.rows set data = jsonb_build_object('text', $2::text) where id = $1", [id, text]);

/** Waits until every transaction of the server that began before now has ended: those of other tests too. */
async function settled(client: pg.Client): Promise<void> {
  const [now] = (await client.query<{ xid: string }>("select pg_current_xact_id() as xid")).rows;
  await until("older transactions have ended", 60_000, async () => {
    const text = "select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as is_settled";
    return (await client.query<{ is_settled: boolean }>(text, [now?.xid])).rows[0]?.is_settled || undefined;
  });
}

test("what was written by transactions that were under way when a round began is carried over, from savepoints too", async () => {
  const { ids, tableId, round, move, texts } = await copied((n) => `before ${n}`);
  const url = database.superuserUrl;
  await withClient(url, (first) =>
    withClient(url, (second) =>
      withClient(url, async (keeper) => {
        for (const writer of [first, second]) {
          await writer.query(
            "begin; set local session_replication_role = replica; select pg_current_xact_id()",
          );
        }
        await write(first, ids[0], "by the first");
        await second.query("savepoint within");
        await write(second, ids[1], "by the second");
        await second.query("release savepoint within");
        // Settled after they began: the last transaction's number says nothing of who still runs.
        await keeper.query("select pg_current_xact_id()");
        assert.equal(await round(keeper, true), 3);
        await first.query("commit");
        assert.equal(await round(keeper, false), 1);
        await second.query("commit");
        assert.equal(await round(keeper, false), 1);
        assert.equal(await round(keeper, false), 0);
        await withClient(url, async (last) => {
          await last.query("set session_replication_role = replica");
          await write(last, ids[2], "by the last");
        });
        await move(keeper);
      }),
    ),
  );
  assert.deepEqual(await rowsByRelation(database, tableId), { [ownRelation(tableId)]: 3 });
  assert.deepEqual(await texts(), ["by the first", "by the last", "by the second"]);
});

test("a round reads no cells of rows that were as they are when the round before began", async () => {
  const { round, move } = await copied(() => randomBytes(20_000).toString("base64"));
  await withClient(database.superuserUrl, async (client) => {
    /** Pages of long cells of the shared table that this session fetched, counted on within a transaction. */
    const fetched = async () => {
      const text = `select pg_stat_get_xact_blocks_fetched(reltoastrelid)::int as pages
        from pg_class where oid = 'data.rows'::regclass`;
      return (await client.query<{ pages: number }>(text)).rows[0]?.pages ?? 0;
    };
    /** The same of a round alone. */
    const fetchedBy = async (isAnew: boolean, differing: number) => {
      await client.query("begin");
      const before = await fetched();
      assert.equal(await round(client, isAnew), differing);
      const pages = (await fetched()) - before;
      await client.query("commit");
      return pages;
    };
    await settled(client);
    assert.notEqual(await fetchedBy(true, 3), 0);
    assert.equal(await fetchedBy(false, 0), 0);
    await move(client);
  });
});
