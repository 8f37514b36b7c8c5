import assert from "node:assert/strict";
import { test } from "node:test";
import type { LeasedSession } from "@jst/db";
import { testCaller, withClient } from "@jst/testing";
import { testData } from "../../testing/test-data.ts";
import { ownRelation, quietLogger, withWorker } from "../../testing/test-storage.ts";
import { wishingTable } from "../../testing/wishing.ts";
import { IndexMaker } from "./indexes.ts";
import { copyTable, promoteTable } from "../storage/promotion-queries.ts";

const data = await testData();
const { database, door, table } = data;
const columns = [{ name: "n", type: "number" }];

/** Says nothing: one keeper fails. */
const silent = { ...quietLogger, warn: () => undefined };

/** Statistics of PostgreSQL about values of the table and of its expression indexes. */
const known = (tableId: string) =>
  withClient(database.superuserUrl, async (client) => {
    const { rows } = await client.query<{ kind: string }>(
      `select distinct case c.relkind when 'r' then 'table' else 'index' end as kind
       from pg_statistic s join pg_class c on c.oid = s.starelid left join pg_index i on i.indexrelid = c.oid
       where $1::regclass in (c.oid, i.indrelid) order by 1`,
      [ownRelation(tableId)],
    );
    return rows.map(({ kind }) => kind);
  });

test("PostgreSQL knows a table's values when it has moved, wherever its keeper is killed", async () => {
  const caller = testCaller();
  const tableId = await table(caller, columns);
  const path = { table_id: tableId };
  for (let n = 0; n < 3; n += 1) await door.call("CreateRow", { caller, path, body: { data: { n } } });
  const key = { teamId: caller.team_id, tableId };
  // These two statements, and nothing after them.
  await withWorker(database, async (session) => {
    await session.query(copyTable(key, true));
    await session.query(promoteTable(key));
  });
  assert.deepEqual(await known(tableId), ["table"]);
});

test("an index whose keeper was killed before PostgreSQL had looked at it is looked at by the next", async () => {
  const { tableId } = await wishingTable(data, columns, [["n", "sort"]]);
  const serve = (onMade: (session: LeasedSession) => void) =>
    withWorker(database, (session) => {
      const info = () => {
        onMade(session);
      };
      return new IndexMaker({ ...silent, info }).serve(session);
    });
  await serve((session) => void session.close());
  assert.deepEqual(await known(tableId), ["table"]);
  await serve(() => undefined);
  assert.deepEqual(await known(tableId), ["index", "table"]);
});
