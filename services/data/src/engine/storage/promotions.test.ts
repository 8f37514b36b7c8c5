import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller, withClient, type TestReply } from "@jst/testing";
import { testData } from "../../testing/test-data.ts";
import { ownRelation, promoteFrom, rowsByRelation } from "../../testing/test-storage.ts";

const { database, door, table } = await testData();

const columns = [
  { name: "n", type: "number" },
  { name: "tag", type: "text", unique: true },
];

interface ListedRow {
  id: string;
  version: number;
  data: { n: number | null; tag: string | null };
}

/** A table of a new team, and the rpcs of its rows in short. */
async function things() {
  const caller = testCaller();
  const tableId = await table(caller, columns);
  const path = { table_id: tableId };
  const at = (id: string) => ({ caller, path: { ...path, row_id: id } });
  const list = (query: string) => door.call("ListRows", { caller, path, query });
  return {
    caller,
    tableId,
    list,
    create: (data: unknown): Promise<TestReply> => door.call("CreateRow", { caller, path, body: { data } }),
    get: (id: string): Promise<TestReply> => door.call("GetRow", at(id)),
    patch: (id: string, body: unknown): Promise<TestReply> => door.call("UpdateRow", { ...at(id), body }),
    remove: (id: string): Promise<TestReply> => door.call("DeleteRow", at(id)),
    all: async (): Promise<ListedRow[]> => (await list("limit=500&include_deleted=true")).body.rows,
  };
}

async function filled(count: number) {
  const own = await things();
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push((await own.create({ n, tag: `tag ${n}` })).body.id);
  return { ...own, ids };
}

test("a table that has grown moves to a physical table of its own, a smaller one does not, and no answer tells", async () => {
  const [grown, small] = [await filled(12), await filled(3)];
  await grown.remove(grown.ids[2] ?? "");
  const [before, page] = [await grown.all(), (await grown.list("sort=n:asc&limit=5")).body];
  await promoteFrom(database, 12);
  assert.deepEqual(await rowsByRelation(database, grown.tableId), { [ownRelation(grown.tableId)]: 12 });
  assert.deepEqual(await rowsByRelation(database, small.tableId), { "data.rows": 3 });
  assert.deepEqual(await grown.all(), before);
  const next = await grown.list(`sort=n:asc&limit=50&cursor=${page.next_cursor}`);
  assert.deepEqual(
    [...page.rows, ...next.body.rows].map((row: ListedRow) => row.data.n),
    [0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  );
  const estimate = async ({ caller, tableId }: typeof small): Promise<unknown> =>
    (await door.call("GetTable", { caller, path: { table_id: tableId } })).body.row_count_estimate;
  assert.deepEqual(
    [await estimate(grown), await estimate(small)],
    [11, 3],
    "of the rows that are not deleted",
  );
  // Again it finds nothing to do.
  await promoteFrom(database, 12);
  assert.deepEqual(await grown.all(), before);
});

test("the number of a table's rows is that of its live ones, before its move, after it and once it is looked at again", async () => {
  const { caller, tableId, ids, remove } = await filled(20);
  const estimate = async (): Promise<number> =>
    (await door.call("GetTable", { caller, path: { table_id: tableId } })).body.row_count_estimate;
  for (const id of ids.slice(0, 15)) await remove(id);
  const estimates = [await estimate()];
  await withClient(database.superuserUrl, async (client) => {
    const key = [caller.team_id, tableId];
    await client.query("select data.copy_table($1, $2, true)", key);
    await client.query("select data.promote_table($1, $2)", key);
    estimates.push(await estimate());
    await client.query(`analyze ${ownRelation(tableId)}`);
    estimates.push(await estimate());
    await remove(ids[15] ?? "");
    await client.query(`analyze ${ownRelation(tableId)}`);
    estimates.push(await estimate());
  });
  assert.deepEqual(estimates, [5, 5, 5, 4]);
});

test("after the move every write does what it did, to the same row", async () => {
  const own = await filled(6);
  const [first = "", second = "", third = ""] = own.ids;
  await own.remove(third);
  await promoteFrom(database, 6);
  assert.equal((await own.patch(first, { data: { n: 100 } })).body.data.n, 100);
  assert.equal((await own.remove(second)).status, 200);
  assert.equal((await own.patch(third, { action: "restore" })).status, 200);
  assert.equal((await own.create({ n: 200 })).status, 201);
  const clash = await own.create({ tag: "tag 0" });
  assert.deepEqual([clash.body.code, clash.body.existing_id], ["unique_violation", first]);
  assert.deepEqual(await rowsByRelation(database, own.tableId), { [ownRelation(own.tableId)]: 7 });
  assert.deepEqual((await own.all()).map(({ version }) => version).toSorted(), [1, 1, 1, 1, 2, 2, 3]);
});

test("whatever meets a table that has just moved first, finds the row it means", async () => {
  const meets: ((own: Awaited<ReturnType<typeof filled>>, id: string) => Promise<TestReply>)[] = [
    (own, id) => own.get(id),
    (own, id) => own.patch(id, { data: { n: 7 } }),
    (own, id) => own.remove(id),
    (own, id) => own.patch(id, { action: "restore" }),
    (own) => own.create({ n: 9 }),
  ];
  for (const meet of meets) {
    const own = await filled(4);
    await promoteFrom(database, 4);
    const { status } = await meet(own, own.ids[0] ?? "");
    assert.ok(status === 200 || status === 201, `answered ${status}`);
    assert.deepEqual(Object.keys(await rowsByRelation(database, own.tableId)), [ownRelation(own.tableId)]);
  }
});

test("a table is written while it is copied: nobody waits, and what the copy missed is carried over", async () => {
  const own = await filled(8);
  const [first = "", second = "", third = ""] = own.ids;
  await withClient(database.superuserUrl, async (client) => {
    const copy = (isAnew: boolean) =>
      client.query<{ differing: string }>("select data.copy_table($1, $2, $3) as differing", [
        own.caller.team_id,
        own.tableId,
        isAnew,
      ]);
    await client.query("begin");
    assert.equal((await copy(true)).rows[0]?.differing, "8");
    // The copy is not committed yet: a lock that a write needs would make these wait for ever.
    assert.equal((await own.patch(first, { data: { n: 100 } })).status, 200);
    assert.equal((await own.remove(second)).status, 200);
    assert.equal((await own.create({ n: 200 })).status, 201);
    await client.query("commit");
    assert.deepEqual(await rowsByRelation(database, own.tableId), { "data.rows": 9 });
    assert.equal((await copy(false)).rows[0]?.differing, "3");
    assert.equal((await copy(false)).rows[0]?.differing, "0");
  });
  assert.equal((await own.patch(third, { data: { n: 300 } })).status, 200);
  const before = await own.all();
  // A copy that another keeper left unfinished is made again.
  await promoteFrom(database, 8);
  assert.deepEqual(await rowsByRelation(database, own.tableId), { [ownRelation(own.tableId)]: 9 });
  assert.deepEqual(await own.all(), before);
});

test("a search finds the same texts after the move, however JSON spells them", async () => {
  const own = await things();
  const texts = [
    'a "quoted" b',
    "back\\slash",
    "line\nbreak",
    "tab\there",
    "Ünïcode é",
    "100% sure",
    "under_score",
    "\u0001\u0002x",
  ];
  for (const tag of texts) await own.create({ tag });
  const found = async (q: string) =>
    ((await own.list(`q=${encodeURIComponent(q)}`)).body.rows as ListedRow[])
      .map(({ data }) => data.tag)
      .toSorted();
  const searches = [
    'a "q',
    '"quoted"',
    "k\\s",
    "e\nb",
    "b\th",
    "üNÏ",
    "0% s",
    "r_s",
    "\u0001\u0002",
    "tag",
    "absent",
  ];
  const before = await Promise.all(searches.map(found));
  assert.deepEqual(
    before.slice(0, -2).map(({ length }) => length),
    searches.slice(0, -2).map(() => 1),
  );
  await promoteFrom(database, texts.length);
  assert.deepEqual(await Promise.all(searches.map(found)), before);
});

test("no write is lost that is made while the table moves", async () => {
  const own = await filled(60);
  const expected = new Map((await own.all()).map(({ id, version, data }) => [id, { version, n: data.n }]));
  let isMoving = true;
  const writer = async (ids: string[]) => {
    for (let n = 0; isMoving || n < 3; n += 1) {
      const id = ids[n % ids.length] ?? "";
      const made = (await own.create({ n })).body;
      expected.set(made.id, { version: 1, n });
      const patched = (await own.patch(id, { data: { n: n + 1000 } })).body;
      expected.set(id, { version: patched.version, n: n + 1000 });
      assert.equal((await own.remove(id)).status, 200);
      const restored = (await own.patch(id, { action: "restore" })).body;
      expected.set(id, { version: restored.version, n: n + 1000 });
    }
  };
  const writers = [0, 1, 2, 3].map((part) => writer(own.ids.slice(part * 15, part * 15 + 15)));
  await promoteFrom(database, 60);
  isMoving = false;
  await Promise.all(writers);
  const rows = await own.all();
  assert.deepEqual(Object.keys(await rowsByRelation(database, own.tableId)), [ownRelation(own.tableId)]);
  assert.deepEqual(new Map(rows.map(({ id, version, data }) => [id, { version, n: data.n }])), expected);
  // Every write of every row has its undo record, and the move has none.
  const recorded = await withClient(database.superuserUrl, async (client) => {
    const text =
      "select resource_id, count(*)::int as count from data.changes where team_id = $1 and resource = 'rows' group by 1";
    return (await client.query<{ resource_id: string; count: number }>(text, [own.caller.team_id])).rows;
  });
  assert.deepEqual(
    new Map(recorded.map(({ resource_id: id, count }) => [id, count])),
    new Map([...expected].map(([id, { version }]) => [id, version])),
  );
});
