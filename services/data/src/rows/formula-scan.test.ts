import assert from "node:assert/strict";
import { test } from "node:test";
import type { ReadMany, Statement } from "@jst/db";
import { Params } from "@jst/query";
import { withClient } from "@jst/testing";
import { findSchema } from "../tables/queries.ts";
import { schemaOf, type SchemaRow } from "../tables/schema.ts";
import { berlinCaller, testData } from "../testing/test-data.ts";
import { BATCH_BYTES_MAX, scanFormulas } from "./formula-scan.ts";
import { shownRows } from "./shown-rows.ts";

const { door, table, database } = await testData();

test("what formulas read of large rows is a few megabytes at a time, and every row is evaluated once", async () => {
  const caller = berlinCaller();
  const cells = ["a", "b", "c", "d", "e"];
  const id = await table(caller, [
    ...cells.map((name) => ({ name, type: "long_text" })),
    { name: "f", type: "formula", formula: cells.map((name) => `LEN({${name}})`).join(" + ") },
  ]);
  const rows = Array.from({ length: 70 }, () => ({ data: {} }));
  const made = await door.call("BatchRows", { caller, path: { table_id: id }, body: { rows } });
  assert.equal(made.status, 200, JSON.stringify(made.body));
  await withClient(database.superuserUrl, async (client) => {
    const data = cells.map((name) => `'${name}', repeat('x', 99000)`).join(", ");
    await client.query("set session_replication_role = replica");
    await client.query(`update data.rows set data = jsonb_build_object(${data}) where table_id = $1`, [id]);
    const [row] = (await client.query<SchemaRow>(findSchema(caller.team_id, id))).rows;
    assert.ok(row);
    const schema = schemaOf(row);
    assert.ok(schema.formulas);
    const bytes: number[] = [];
    const read: ReadMany = async <R>({ text, values }: Statement) => {
      const reply = await client.query(text, [...values]);
      bytes.push(JSON.stringify(reply.rows).length);
      return reply.rows as R[];
    };
    // Time stands still: what is cut for want of it is not in question here.
    const view = { timezone: "UTC", nowMs: 0, clock: () => 0 };
    const scan = {
      teamId: caller.team_id,
      schema,
      formulas: schema.formulas,
      where: () => [],
      view,
      rows: shownRows(schema),
    };
    const join = await scanFormulas(read, { ...scan, code: "invalid_filter" });
    const params = new Params();
    join(params);
    const [values, ids] = params.values as [number[], string[]];
    assert.deepEqual([new Set(ids).size, ids.length, new Set(values)], [70, 70, new Set([495_000])]);
    assert.ok(Math.max(...bytes) < BATCH_BYTES_MAX + 100_000, `${bytes.join(", ")} bytes`);
  });
});
