import assert from "node:assert/strict";
import { test } from "node:test";
import { airtableId, airtableServer, type ServedTable } from "../testing/airtable-server.ts";
import { testImports } from "../testing/test-imports.ts";

/** Tables of a base, each with a link to one record of the next table and to many of the one before, in a circle. */
const TITLES = ["Projects", "People", "Tasks", "Firms", "Notes"];
const COUNT = 200;
const recordId = (at: number, n: number) => airtableId("rec", (at + 5) % 5, "x", n % COUNT);

const fieldsOf = (at: number) => [
  { id: airtableId("fld", at, "name"), name: "Name", type: "singleLineText" },
  { id: airtableId("fld", at, "size"), name: "Size", type: "number", options: { precision: 0 } },
  {
    ...{ id: airtableId("fld", at, "next"), name: "Next", type: "multipleRecordLinks" },
    options: { linkedTableId: airtableId("tbl", (at + 1) % 5), prefersSingleRecordLink: true },
  },
  {
    ...{ id: airtableId("fld", at, "many"), name: "Many", type: "multipleRecordLinks" },
    options: { linkedTableId: airtableId("tbl", (at + 4) % 5), prefersSingleRecordLink: false },
  },
];

const manyOf = (at: number, n: number) =>
  Array.from({ length: n % 4 }, (_, k) => recordId(at + 4, n + k * 7));

const linkedTables = (): ServedTable[] =>
  TITLES.map((name, at) => ({
    ...{
      id: airtableId("tbl", at),
      name,
      primaryFieldId: airtableId("fld", at, "name"),
      fields: fieldsOf(at),
    },
    views: [{ id: "viw00000000000001", name: "Grid view", type: "grid" }],
    records: Array.from({ length: COUNT }, (_, n) => ({
      id: recordId(at, n),
      fields: {
        [airtableId("fld", at, "name")]: `${name}, ${n % 7}`,
        [airtableId("fld", at, "size")]: n,
        [airtableId("fld", at, "next")]: [recordId(at + 1, n * 3)],
        ...(n % 4 > 0 && { [airtableId("fld", at, "many")]: manyOf(at, n) }),
      },
    })),
  }));

const server = await airtableServer(linkedTables());
const { ofTeam, stored } = await testImports({ airtableUrl: server.url });
const source = () => ({ airtable: { base_id: server.baseId, token: server.token } });

test("five linked tables of a base move in one import, and one undo takes all back (imports.airtable)", async () => {
  server.instead = (_, asked) => (asked % 4 === 0 ? { status: 429 } : undefined);
  const team = ofTeam();
  const made = await team.create({ source: source() });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const id = String(made.body["id"]);
  const analysed = await team.settled(id);
  assert.deepEqual([analysed.status, analysed.parts.length], ["analysed", 5], JSON.stringify(analysed.error));
  assert.deepEqual(
    analysed.parts[0]?.columns.map(({ to }) => `${to?.new?.name} ${to?.new?.type}`),
    ["name text", "size integer", "next relation", "many relation", "airtable_id text"],
  );
  await team.check(id);
  const checked = await team.settled(id);
  const { counts } = checked;
  assert.deepEqual(
    [checked.status, counts["create"], counts["reject"]],
    ["ready", 1_000, 0],
    JSON.stringify(checked.error),
  );
  const before = await team.state();
  await team.run(id, { losses_seen: true });
  const done = await team.settled(id);
  assert.deepEqual([done.status, done.counts["written"]], ["done", 1_000], JSON.stringify(done.error));
  const tables = await Promise.all(done.parts.map(({ target }) => team.rowsIn(target?.table_id ?? "")));
  const records = new Map<unknown, unknown>(tables.flat().map((row) => [row.id, row.data["airtable_id"]]));
  for (const [at, rows] of tables.entries()) {
    assert.equal(rows.length, COUNT);
    for (const { data } of rows) {
      const n = Number(data["size"]);
      assert.deepEqual(
        [data["airtable_id"], records.get(data["next"])],
        [recordId(at, n), recordId(at + 1, n * 3)],
      );
      assert.deepEqual(
        ((data["many"] ?? []) as unknown[]).map((one) => records.get(one)),
        manyOf(at, n),
      );
    }
  }
  assert.equal((await team.undo(done)).status, 200);
  assert.deepEqual(await team.state(), before);
  assert.equal((await stored(team.caller.team_id)).tables, 0);
});
