import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Database, type ReadMany, type Row, type Statement } from "@jst/db";
import { Params } from "@jst/query";
import { heldBytes, teamContext, withClient } from "@jst/testing";
import { findSchema } from "../schema/stored-tables.ts";
import { schemaOf, type SchemaRow } from "../schema/schema.ts";
import { berlinCaller, testData } from "../../testing/test-data.ts";
import { BATCH_BYTES_MAX, scanFormulas } from "./formula-scan.ts";
import { shownRows } from "../rows/shown-rows.ts";

const { door, table, database } = await testData();
const rows = new Database({
  connectionString: database.url,
  poolSize: 1,
  applicationName: "test",
  changesetPrefix: "data",
});
after(() => rows.close());

const cells = ["a", "b", "c", "d", "e"];

/** A table with these formulas, whose rows g = 1, 2, … hold in each cell as many characters as the SQL says. */
async function scanOf(formulas: Record<string, string>, { count, chars }: { count: number; chars: string }) {
  const caller = berlinCaller();
  const id = await table(caller, [
    ...cells.map((name) => ({ name, type: "long_text" })),
    ...Object.entries(formulas).map(([name, formula]) => ({ name, type: "formula", formula })),
  ]);
  const made = await door.call("BatchRows", {
    caller,
    path: { table_id: id },
    body: { rows: Array.from({ length: count }, () => ({ data: {} })) },
  });
  assert.equal(made.status, 200, JSON.stringify(made.body));
  await withClient(database.superuserUrl, async (client) => {
    const data = cells.map((name) => `'${name}', repeat('x', ${chars})`).join(", ");
    await client.query("set session_replication_role = replica");
    await client.query(
      `update data.rows r set data = jsonb_build_object(${data})
      from (select id, row_number() over (order by id) as g from data.rows where table_id = $1) n where n.id = r.id`,
      [id],
    );
  });
  const context = teamContext({ teamId: caller.team_id, timeoutMs: 60_000 });
  const read: ReadMany = <R extends Row>(statement: Statement) => rows.read<R>(context, statement);
  const [row] = await read<SchemaRow>(findSchema(caller.team_id, id));
  assert.ok(row);
  const schema = schemaOf(row);
  assert.ok(schema.formulas);
  // Time stands still: what is cut for want of it is not in question here.
  const view = { timezone: "UTC", nowMs: 0, clock: () => 0 };
  const where = () => [];
  const { formulas: set } = schema;
  const code = "invalid_filter" as const;
  return {
    read,
    scan: { teamId: caller.team_id, schema, formulas: set, where, view, rows: shownRows(schema), code },
  };
}

test("what formulas read of large rows is a few megabytes at a time, and every row is evaluated once", async () => {
  // Rows of 495,000 characters and of 500, each kind where the other was expected.
  const chars = "case when n.g % 50 < 15 then 99000 else 100 end";
  const { read, scan } = await scanOf(
    { f: cells.map((name) => `LEN({${name}})`).join(" + ") },
    { count: 150, chars },
  );
  const bytes: number[] = [];
  const join = await scanFormulas(async <R extends Row>(statement: Statement) => {
    const reply = await read<R>(statement);
    bytes.push(JSON.stringify(reply).length);
    return reply;
  }, scan);
  const params = new Params();
  const text = `select count(*)::int as rows, count(distinct r.id)::int as ids, sum(f.f) as chars from ${scan.rows} ${join(params)}`;
  const found = await read({ text, values: params.values });
  assert.deepEqual(found, [{ rows: 150, ids: 150, chars: 45 * 495_000 + 105 * 500 }]);
  assert.ok(Math.max(...bytes) < BATCH_BYTES_MAX + 100_000, `${bytes.join(", ")} bytes`);
  assert.ok(bytes.length < 60, `${bytes.length} statements`);
});

test("of rows that were evaluated nothing is kept but the values, as they are sent", async () => {
  const formulas = Object.fromEntries(cells.map((name) => [`f${name}`, `LEFT({${name}}, 20)`]));
  const { read, scan } = await scanOf(formulas, { count: 60, chars: "99000" });
  const before = heldBytes();
  const join = await scanFormulas(read, scan);
  const held = heldBytes() - before;
  assert.ok(held < 3_000_000, `${held} bytes of 29,700,000 that were read`);
  const params = new Params();
  const text = `select distinct ${cells.map((name) => `f.f${name}`).join(" || ")} as all from ${scan.rows} ${join(params)}`;
  assert.deepEqual(await read({ text, values: params.values }), [{ all: "x".repeat(100) }]);
});
