import assert from "node:assert/strict";
import { test } from "node:test";
import { until, withClient } from "@jst/testing";
import { testData } from "../../testing/test-data.ts";
import { quietLogger, withWorker } from "../../testing/test-storage.ts";
import { wishedIndexes, wishingTable } from "../../testing/wishing.ts";
import { IndexMaker } from "./indexes.ts";

const data = await testData();
/** Time limit of any other statement of the session. */
const STEP_MS = 2_000;

test("an index is built however long it takes, on a session whose other statements have a limit", async () => {
  const { tableId } = await wishingTable(data, [{ name: "size", type: "number" }], [["size", "sort"]]);
  let building: Promise<unknown> = Promise.resolve();
  const build = () =>
    withWorker(
      data.database,
      async (session) => {
        await new IndexMaker(quietLogger).serve(session);
        return session.query({ text: "show statement_timeout", values: [] });
      },
      STEP_MS,
    );
  await withClient(data.database.superuserUrl, async (client) => {
    // A build of an index waits for every transaction that has changed the table.
    await client.query("begin");
    await client.query("update data.rows set updated_at = updated_at where table_id = $1", [tableId]);
    building = build();
    await until("the build takes longer than a step may", 20_000, () =>
      withClient(data.database.superuserUrl, async (observer) => {
        const text = `select from pg_stat_activity where datname = current_database() and application_name = 'data_worker'
          and query like 'create index%' and clock_timestamp() - query_start > interval '4 s'`;
        return (await observer.query(text)).rowCount === 1 ? true : undefined;
      }),
    );
    await client.query("commit");
  });
  assert.deepEqual(await building, [{ statement_timeout: "2s" }]);
  assert.equal((await wishedIndexes(data.database, tableId)).length, 1);
});
