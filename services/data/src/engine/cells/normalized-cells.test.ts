import { testNormalizer } from "@jst/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { texts } from "../../texts.ts";
import { promoteFrom } from "../../testing/test-storage.ts";
import { testSheets } from "../../testing/test-sheets.ts";

const { database, door, sheet } = await testSheets();
const { walk, retry, noted, asBefore } = testNormalizer("data", database, texts);

const NFC = "Café Müller";
const NFD = NFC.normalize("NFD");
type Sheet = Awaited<ReturnType<typeof sheet>>;

const keyOf = ({ caller, path }: Sheet) => [caller.team_id, path.table_id];
/** Stores cells and options as a process of an earlier release. */
const decompose = async (s: Sheet) => {
  for (const [table, column] of [
    ["rows", "data"],
    ["columns", "options"],
  ])
    await asBefore(
      `update data.${table} set ${column} = normalize(${column}::text, NFD)::jsonb
        where team_id = $1 and table_id = $2`,
      keyOf(s),
    );
};
const stateOf = (s: Sheet) =>
  asBefore<{ data: Record<string, unknown> }>(
    `select to_jsonb(r) - 'data' as rest, data,
      (select count(*)::int from data.changes c where c.team_id = r.team_id) as changes,
      (select count(*)::int from data.row_states s where s.team_id = r.team_id) as states
    from data.rows r where team_id = $1 and table_id = $2 order by id`,
    keyOf(s),
  );

const columns = [
  { name: "a", type: "text", unique: true },
  { name: "pick", type: "select", options: { options: [{ value: NFC, label: NFC }] } },
  { name: "raw", type: "json" },
  {
    name: "stage",
    type: "state",
    options: { states: [NFC, "done"], initial: NFC, transitions: { [NFC]: ["done"] } },
  },
];
const cells = (a: string) => ({ a, pick: NFC, raw: { [NFD]: [NFD] } });

for (const isGrown of [false, true])
  test(`cells become NFC, json stays, and no version, time, change or state is written: ${isGrown ? "a grown" : "a small"} table`, async () => {
    const s = await sheet(columns);
    for (const a of [NFC, `${NFC} 2`]) assert.equal((await s.row(cells(a))).status, 201);
    if (isGrown) await promoteFrom(database, 1);
    const before = await stateOf(s);
    await decompose(s);
    const [stored] = await stateOf(s);
    assert.deepEqual(stored?.data["a"], NFD);
    assert.ok((await walk(s.caller.team_id)) >= 2);
    assert.deepEqual(await stateOf(s), before);
    assert.equal(await walk(s.caller.team_id), 0);
    const filter = JSON.stringify({ field: "pick", op: "eq", value: NFC });
    const query = new URLSearchParams({ filter }).toString();
    const list = await door.call("ListRows", { caller: s.caller, path: s.path, query });
    assert.equal(list.body.rows?.length, 2);
    assert.equal((await s.row(cells(`${NFC} 3`))).status, 201);
  });

test("a value that another row has stays and is noted; to write it is 409, and once it is free it becomes NFC", async () => {
  const s = await sheet([{ name: "a", type: "text", unique: true }]);
  const other = (await s.row({ a: "other" })).body as { id: string };
  const first = (await s.row({ a: NFC })).body as { id: string };
  // As migration 0092 leaves two rows that became one: the second has its former claim.
  await asBefore("update data.rows set data = jsonb_build_object('a', $2::text) where id = $1", [
    other.id,
    NFD,
  ]);
  await asBefore(
    "update data.unique_values set value_hash = sha256(convert_to(to_jsonb($2::text)::text, 'UTF8')) where row_id = $1",
    [other.id, NFD],
  );
  await walk(s.caller.team_id);
  assert.deepEqual(await noted(s.caller.team_id), [
    { relation: `tables/${s.path.table_id}/rows`, key: [other.id], columns: ["a"] },
  ]);
  const patch = (id: string, a: string) =>
    door.call("UpdateRow", { caller: s.caller, path: { ...s.path, row_id: id }, body: { data: { a } } });
  for (const a of [NFC, NFD]) {
    const refused = await patch(other.id, a);
    assert.deepEqual([refused.status, refused.body.code], [409, "unique_violation"]);
  }
  assert.equal((await patch(first.id, "free")).status, 200);
  assert.equal(await retry(s.caller.team_id), 1);
  assert.deepEqual((await stateOf(s)).map(({ data }) => data["a"]).sort(), [NFC, "free"].sort());
  assert.equal((await s.row({ a: NFD })).status, 409);
});

test("what was changed before is undone: former cells come back in NFC, and another spelling does not count as an edit", async () => {
  const s = await sheet(columns);
  const { id } = (await s.row(cells(NFC))).body as { id: string };
  const path = { ...s.path, row_id: id };
  const changed = await door.call("UpdateRow", {
    caller: s.caller,
    path,
    body: { data: { a: `${NFC} new`, raw: NFD } },
  });
  await decompose(s);
  // The images are those of before, too.
  await asBefore(
    `update data.changes set before = normalize(before::text, NFD)::jsonb, after = normalize(after::text, NFD)::jsonb
      where team_id = $1`,
    [s.caller.team_id],
  );
  await walk(s.caller.team_id);
  const undone = await s.undo(changed);
  assert.equal(undone.status, 200, JSON.stringify(undone.body));
  const [row] = await stateOf(s);
  assert.deepEqual(row?.data, { ...cells(NFC), stage: NFC });
});
