import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Database, type Row, type Statement, type TeamTx } from "@jst/db";
import { teamContext, withClient } from "@jst/testing";
import { testSheets } from "../../testing/test-sheets.ts";
import { giveBack } from "./give-back.ts";
import { cellPlace } from "../cells/cell-place.ts";
import { lockColumns } from "../schema/stored-columns.ts";

const { sheet, database } = await testSheets();
const writer = new Database({
  connectionString: database.url,
  poolSize: 1,
  applicationName: "test",
  changesetPrefix: "data",
});
after(() => writer.close());

/** A column whose image is large. */
const choices = ["x", "y", ...Array.from({ length: 300 }, (_, n) => `${n}`.padStart(200, "-"))];
const select = { type: "select", options: { options: choices.map((value) => ({ value })) } };

/** Rows for which a cell of `a` was kept, stored past the service; what `rows` says of each is SQL, of n = 1, 2, … */
async function kept(count: number, rows: { data: string; deleted: string; notes: string }) {
  const s = await sheet([{ name: "a", ...select }]);
  await withClient(database.superuserUrl, async (client) => {
    const fill = (sql: string) => client.query(sql, [s.caller.team_id, s.path.table_id]);
    await client.query("set session_replication_role = replica");
    await client.query(
      `insert into data.rows (team_id, table_id, data, created_by_type, deleted_at)
       select $1, $2, ${rows.data}, 'service', ${rows.deleted} from generate_series(1, $3::int) n`,
      [s.caller.team_id, s.path.table_id, count],
    );
    await fill(`insert into data.revived_cells (team_id, column_id, row_id, of_column, held)
      select $1, c.id, r.id, to_jsonb(c), '"x"' from data.rows r join data.columns c using (team_id, table_id)
      where r.team_id = $1 and r.table_id = $2`);
    await fill(`insert into data.set_aside (team_id, table_id, name, until, of_column, row_id)
      select $1, $2, 'a', now(), to_jsonb(c) || '{"id": "${crypto.randomUUID()}"}', n.row_id from data.columns c,
        (select null as row_id union all select r.id from data.rows r where r.team_id = $1 and r.table_id = $2) n
      where c.team_id = $1 and c.table_id = $2 and ${rows.notes}`);
  });
  return s;
}

/**
 * Gives back what was kept, as of a column that was of texts; answers to how many rows, and the most that was read or
 * sent at once: rows, and bytes as how many images of the column they are.
 */
async function givenBack({ caller, path }: Awaited<ReturnType<typeof kept>>) {
  let [rows, bytes, image] = [0, 0, 0];
  const ids = await writer.write(teamContext({ teamId: caller.team_id, timeoutMs: 60_000 }), async (tx) => {
    const place = await cellPlace(tx, path.table_id, "a");
    const [column] = await lockColumns(tx, path.table_id);
    assert.ok(column);
    image = JSON.stringify(column).length;
    const watched: TeamTx = Object.assign(Object.create(tx) as TeamTx, {
      query: async <R extends Row>(statement: Statement) => {
        const found = await tx.query<R>(statement);
        rows = Math.max(rows, found.length);
        bytes = Math.max(bytes, JSON.stringify([found, statement.values]).length);
        return found;
      },
    });
    return giveBack(watched, place, { before: { ...column, type: "text", options: {} }, after: column });
  });
  return { ids: new Set(ids.result).size, rows, images: bytes / image };
}

const live = { deleted: "null", notes: "false" };

test("what is kept for rows whose cell was written since is not read when a column is what it was", async () => {
  const s = await kept(600, { ...live, data: `case when n = 1 then '{}' else '{"a": "y"}' end::jsonb` });
  const { ids, rows, images } = await givenBack(s);
  assert.deepEqual([ids, rows], [1, 1]);
  assert.ok(images < 1, `${images}`);
});

test("many cells are given back in parts, whatever the size of their columns", async () => {
  const s = await kept(600, { ...live, data: "'{}'::jsonb" });
  const { ids, rows, images } = await givenBack(s);
  assert.deepEqual([ids, rows], [600, 500]);
  assert.ok(images < 1, `${images}`);
});

test("many cells are given back to deleted rows, with the image of a column of which each has another read and kept once", async () => {
  const s = await kept(600, { data: `'{"a": "y"}'::jsonb`, deleted: "now()", notes: "true" });
  const { ids, rows, images } = await givenBack(s);
  assert.deepEqual([ids, rows], [600, 500]);
  assert.ok(images < 4, `${images}`);
});
