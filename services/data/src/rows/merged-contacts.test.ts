import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { testCaller } from "@jst/testing";
import { testData } from "../testing/test-data.ts";
import { testMerges } from "../testing/test-merges.ts";
import { refusal, sheetOf } from "../testing/test-sheets.ts";
import { promoteFrom } from "../testing/test-storage.ts";

const { database, door, table, peers } = await testData();
const merge = testMerges(database);

const columns = [
  { name: "n", type: "integer" },
  { name: "who", type: "contact" },
  { name: "whom", type: "formula", formula: "{who}" },
];

interface Shown {
  id: string;
  version: number;
  data: Record<string, unknown>;
  computed?: Record<string, unknown>;
}

/** A table with rows that name B, A, C and nobody, in this order; grown where `isGrown`. */
async function named(isGrown: boolean, more: Record<string, unknown>[] = []) {
  const caller = testCaller();
  const s = sheetOf(door, caller, await table(caller, [...columns, ...more]));
  const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()];
  for (const [n, who] of [b, a, c, null].entries()) assert.equal((await s.row({ n, who })).status, 201);
  if (isGrown) await promoteFrom(database, 4);
  return { s, caller, a, b, c, list: listOf(caller, s.path) };
}

const listOf = (caller: Caller, path: Record<string, string>) => async (query: Record<string, unknown>) => {
  const texts = Object.entries(query).map(([name, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return `${name}=${encodeURIComponent(text)}`;
  });
  const reply = await door.call("ListRows", { caller, path, query: texts.join("&") });
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return reply.body.rows as Shown[];
};
const numbers = (rows: readonly Shown[]) => rows.map(({ data }) => Number(data["n"])).toSorted();

for (const isGrown of [false, true])
  test(`cells of a merged contact read as its target in every way of reading, and go back with the merge${isGrown ? ", in a grown table" : ""}`, async () => {
    const { s, caller, a, b, c, list } = await named(isGrown);
    const byWho = async (op: string, value: unknown) =>
      numbers(await list({ filter: { field: "who", op, value } }));
    const reads = async () => {
      const rows = await list({ sort: "n:asc", computed: "1" });
      const whom = rows.map(({ computed }) => computed?.["whom"]);
      assert.deepEqual(
        whom,
        rows.map(({ data }) => data["who"]),
      );
      return whom;
    };
    assert.deepEqual(await reads(), [b, a, c, null]);
    const before = await list({ sort: "n:asc" });
    await merge(caller, [b, a, 2]);
    assert.deepEqual(await reads(), [a, a, c, null]);
    for (const id of [a, b]) {
      assert.deepEqual(await byWho("eq", id), [0, 1]);
      assert.deepEqual(await byWho("in", [id, randomUUID()]), [0, 1]);
      assert.deepEqual(await byWho("neq", id), [2, 3]);
      assert.deepEqual(await byWho("nin", [id]), [2, 3]);
      assert.deepEqual(
        numbers(await list({ filter: { not: { field: "who", op: "eq", value: id } } })),
        [2, 3],
      );
    }
    assert.deepEqual(numbers(await list({ filter: { field: "whom", op: "eq", value: a } })), [0, 1]);
    const [first] = before;
    assert.ok(first);
    const path = { ...s.path, row_id: first.id };
    const headers = { "if-none-match": `"${first.version}"` };
    const { status, body } = await door.call("GetRow", { caller, path, headers });
    assert.deepEqual([status, body.data.who, body.version], [200, a, first.version]);
    const narrow = await list({ fields: "who", sort: "created_at:asc" });
    assert.deepEqual(
      narrow.map(({ data }) => data["who"]),
      [a, a, c, null],
    );
    await merge(caller, [b, null, 3]);
    assert.deepEqual(await reads(), [b, a, c, null]);
    assert.deepEqual(await byWho("eq", a), [1]);
    assert.deepEqual(await list({ sort: "n:asc" }), before);
  });

for (const isGrown of [false, true])
  test(`a sort by contacts has the rows of a merged one beside its target's, page by page${isGrown ? ", in a grown table" : ""}`, async () => {
    const { s, caller, a, b, c, list } = await named(isGrown);
    for (const n of [4, 5, 6]) await s.row({ n, who: [a, b, c][n - 4] });
    await merge(caller, [b, a, 2]);
    const whole = await list({ sort: "who:asc" });
    const ids = whole.map(({ data }) => data["who"]);
    assert.deepEqual(ids, [...[a, a, a, a, c, c].toSorted(), null]);
    const paged: Shown[] = [];
    let cursor = "";
    do {
      const query = `sort=who:asc&limit=2${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`;
      const { body } = await door.call("ListRows", { caller, path: s.path, query });
      paged.push(...(body.rows as Shown[]));
      cursor = (body.next_cursor as string | null) ?? "";
    } while (cursor !== "");
    assert.deepEqual(paged, whole);
  });

test("rows that an expanded cell shows name the target too", async () => {
  const { s, caller, a, b, list } = await named(false);
  const [row] = await list({ filter: { field: "who", op: "eq", value: b } });
  const relation = { table_id: s.path.table_id, display_column: "n" };
  const made = await door.call("CreateTable", {
    caller,
    body: { display_name: "Others", columns: [{ name: "of", type: "relation", relation }] },
  });
  const others = sheetOf(door, caller, made.body.id as string);
  await others.row({ of: row?.id });
  await merge(caller, [b, a, 2]);
  const [shown] = await listOf(caller, others.path)({ expand: "of" });
  assert.equal((shown?.data["of"] as Shown).data["who"], a);
});

test("a write that names what a cell stands for changes nothing, and a new one that names the merged contact is refused", async () => {
  const { s, caller, a, b, list } = await named(false);
  await merge(caller, [b, a, 2]);
  const [row] = await list({ sort: "n:asc" });
  assert.ok(row);
  const same = await s.patch(row.id, { who: a });
  assert.deepEqual([same.body.version, same.body.data.who], [row.version, a]);
  const other = await s.patch(row.id, { who: a, n: 10 });
  assert.deepEqual([other.body.version, other.body.data.who], [row.version + 1, a]);
  // crm no longer knows an archived contact.
  peers.strangers.add(b);
  assert.deepEqual(refusal(await s.row({ who: b })), [422, "validation_failed", "data.who not_found"]);
  await merge(caller, [b, null, 3]);
  assert.equal((await list({ filter: { field: "n", op: "eq", value: 10 } }))[0]?.data["who"], b);
});

test("a unique column of contacts refuses the target of a contact that it has, and upsert_on finds the row", async () => {
  const caller = testCaller();
  const unique = [columns[0], { ...columns[1], unique: true }] as Record<string, unknown>[];
  const s = sheetOf(door, caller, await table(caller, unique));
  const [a, b] = [randomUUID(), randomUUID()];
  const row = await s.row({ n: 1, who: b });
  await merge(caller, [b, a, 2]);
  const taken = [409, "unique_violation", "data.who unique_violation"];
  assert.deepEqual(refusal(await s.row({ who: a })).slice(0, 2), taken.slice(0, 2));
  const other = await s.row({ n: 2 });
  assert.equal((await s.patch(other.body.id, { who: a })).status, 409);
  const upsert = (rows: object[]) =>
    door.call("BatchRows", { caller, path: s.path, body: { upsert_on: "who", rows } });
  const upserted = await upsert([{ data: { who: a, n: 3 } }]);
  assert.equal(upserted.status, 200, JSON.stringify(upserted.body));
  assert.deepEqual(
    (upserted.body.rows as Shown[]).map(({ id, data }) => [id, data]),
    [[row.body.id, { n: 3, who: a }]],
  );
  const mixed = await upsert([{ data: { who: a, n: 4 } }, { data: { who: randomUUID(), n: 5 } }]);
  assert.equal(mixed.status, 200, JSON.stringify(mixed.body));
  const rows = await Promise.all(Array.from({ length: 8 }, () => s.row({ who: a })));
  assert.deepEqual(new Set(rows.map(({ status }) => status)), new Set([409]));
  await merge(caller, [b, null, 3]);
  assert.equal((await s.row({ who: a })).status, 201);
  assert.equal((await s.row({ who: b })).status, 409);
  await merge(caller, [b, a, 4]);
  assert.deepEqual(await s.update("who", { unique: false }).then(({ status }) => status), 200);
  assert.deepEqual(refusal(await s.update("who", { unique: true })).slice(0, 2), [409, "unique_violation"]);
});

test("a default that names a merged contact reads as its target, in new rows too", async () => {
  const caller = testCaller();
  const [a, b] = [randomUUID(), randomUUID()];
  const s = sheetOf(door, caller, await table(caller, [{ name: "who", type: "contact", default: b }]));
  await merge(caller, [b, a, 2]);
  assert.equal((await s.shown("who"))?.["default"], a);
  assert.equal((await s.row({})).body.data.who, a);
});

test("an asset that a merged contact has reads as its target's, whatever stands in the cell", async () => {
  const caller = testCaller();
  const [a, b] = [randomUUID(), randomUUID()];
  const rows = { caller, path: { table_id: "assets" } };
  const create = async (data: object) => (await door.call("CreateRow", { ...rows, body: { data } })).body.id;
  const path = { asset_id: (await create({ name: "Drill" })) as string };
  const body = { assignee: { type: "contact", id: b } };
  assert.equal((await door.call("CheckOutAsset", { caller, path, body })).status, 200);
  const others = [{ type: "contact", id: "nobody" }, { type: "member", id: b }, "contact", null];
  for (const assignee of others) await create({ name: "Saw", assignee });
  await merge(caller, [b, a, 2]);
  const { body: listed } = await door.call("ListRows", { ...rows, query: "sort=created_at:asc" });
  const assignees = (listed.rows as Shown[]).map(({ data }) => data["assignee"]);
  assert.deepEqual(assignees, [{ type: "contact", id: a }, ...others]);
});

test("changesets show the target in what was done before the merge", async () => {
  const { s, caller, a, b, c, list } = await named(false);
  const [row] = await list({ sort: "n:asc" });
  const reply = await s.patch(row?.id ?? "", { who: c });
  await merge(caller, [b, a, 2]);
  const path = { changeset_id: reply.headers["x-changeset-id"] ?? "" };
  const { body } = await door.call("GetChangeset", { caller, path });
  const [operation] = body.operations as { before: Shown; after: Shown }[];
  assert.deepEqual([operation?.before.data["who"], operation?.after.data["who"]], [a, c]);
  assert.equal((await s.undo(reply)).status, 200);
  assert.equal((await list({ sort: "n:asc" }))[0]?.data["who"], a);
  await merge(caller, [b, null, 3]);
  assert.equal((await list({ sort: "n:asc" }))[0]?.data["who"], b);
});

test("a chain ends at its last contact in any order of the facts, repeated and late ones too", async () => {
  for (const isReversed of [false, true]) {
    const { caller, a, b, c, list } = await named(false);
    const facts: [string, string | null, number][] = [
      [c, b, 2],
      [b, a, 2],
      [c, b, 2],
      [c, null, 1],
    ];
    await merge(caller, ...(isReversed ? facts.toReversed() : facts));
    assert.deepEqual(numbers(await list({ filter: { field: "who", op: "eq", value: a } })), [0, 1, 2]);
    const elsewhere = await named(false);
    assert.deepEqual(numbers(await elsewhere.list({ filter: { field: "who", op: "eq", value: a } })), []);
  }
});
