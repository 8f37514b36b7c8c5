import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { withClient } from "@jst/testing";
import { testSheets } from "../../testing/test-sheets.ts";
import { promoteFrom, shownRelation } from "../../testing/test-storage.ts";

const { database, sheet } = await testSheets();

type Sheet = Awaited<ReturnType<typeof sheet>>;

/** Columns of which two hold each value once. */
const columns = [
  { name: "sku", type: "text", unique: true },
  { name: "code", type: "text", unique: true },
];

/** Inserts rows with one statement and nobody in front who has looked at them; answers their undo records. */
function insert({ caller, path }: Sheet, relation: string, rows: object[]): Promise<Image[]> {
  return withClient(database.url, async (client) => {
    await client.query("begin");
    const settings = { team_id: caller.team_id, changeset_id: randomUUID(), actor_type: "service" };
    const all = {
      ...settings,
      actor_id: randomUUID(),
      token_id: randomUUID(),
      request_id: randomUUID(),
      door: "mcp",
    };
    for (const [name, value] of Object.entries(all))
      await client.query("select set_config($1, $2, true)", [`app.${name}`, value]);
    await client.query(
      `insert into ${relation} (table_id, data, created_by_type)
       select $1, e.value, 'service' from jsonb_array_elements($2::jsonb) with ordinality e order by e.ordinality`,
      [path.table_id, JSON.stringify(rows)],
    );
    const { rows: images } = await client.query<Image>(
      `select c.resource, c.op, c.before, c.after, to_jsonb(r) as row
       from data.changes c join ${relation} r on r.team_id = c.team_id and r.id = c.resource_id
       where c.changeset_id = $1 and c.actor_id = $2 and c.token_id = $3 and c.request_id = $4 and c.door = 'mcp' order by c.seq`,
      [all.changeset_id, all.actor_id, all.token_id, all.request_id],
    );
    await client.query("commit");
    return images;
  });
}

interface Image {
  resource: string;
  op: string;
  before: unknown;
  after: { data: { sku?: string } };
  row: unknown;
}

const named = (sku: string, code?: string) => (code === undefined ? { sku } : { sku, code });

for (const isPromoted of [false, true]) {
  const kind = isPromoted ? "a physical table of its own" : "the shared table";
  const place = async (rows: object[]): Promise<[sheet: Sheet, relation: string]> => {
    const s = await sheet(columns, rows as Record<string, unknown>[]);
    if (isPromoted) await promoteFrom(database, rows.length);
    return [s, isPromoted ? shownRelation(s.path.table_id) : "data.rows"];
  };

  test(`rows inserted into ${kind} at once have each its undo record, in their order`, async () => {
    const [s, relation] = await place([named("z")]);
    const skus = Array.from({ length: 50 }, (_, n) => `s${(n * 37) % 50}`);
    const images = await insert(
      s,
      relation,
      skus.map((sku) => named(sku)),
    );
    assert.deepEqual(
      images.map(({ after }) => after.data.sku),
      skus,
    );
    for (const { resource, op, before, after, row } of images)
      assert.deepEqual([resource, op, before, after], ["rows", "create", null, row]);
  });

  test(`in ${kind} the first row whose unique value is taken is refused by the holder's id`, async () => {
    const [s, relation] = await place([named("a", "1")]);
    const [kept] = await insert(s, relation, [named("b", "2")]);
    const holder = (kept?.row as { id: string }).id;
    const cases: [rows: object[], column: string, detail: string | undefined][] = [
      [[named("c"), named("b"), named("a")], "sku", holder],
      [[named("c"), named("d", "2")], "code", holder],
      [[named("c"), named("c")], "sku", undefined],
    ];
    for (const [rows, column, detail] of cases) {
      await assert.rejects(insert(s, relation, rows), (error: Record<string, unknown>) => {
        assert.deepEqual(
          [error["code"], error["constraint"], error["column"]],
          ["23505", "rows_unique_value", column],
        );
        if (detail !== undefined) assert.equal(error["detail"], detail);
        return true;
      });
    }
    assert.equal((await insert(s, relation, [named("c"), {}, {}])).length, 3);
  });
}
