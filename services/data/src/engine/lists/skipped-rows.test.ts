import assert from "node:assert/strict";
import { test } from "node:test";
import { ownRelation, promoteFrom, rowsByRelation } from "../../testing/test-storage.ts";
import { testSheets } from "../../testing/test-sheets.ts";

const { database, door, sheet } = await testSheets();

/** Seven rows, two of them without a size, with a formula and a view. */
async function list() {
  const s = await sheet(
    [
      { name: "name", type: "text" },
      { name: "size", type: "number" },
      { name: "double", type: "formula", formula: "{size} * 2" },
    ],
    [3, 1, null, 2, 5, null, 4].map((size, n) => ({ name: `r${n}`, size })),
  );
  const rows = async (query: Record<string, unknown>) => {
    const text = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) text.set(name, String(value));
    const reply = await door.call("ListRows", { caller: s.caller, path: s.path, query: String(text) });
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    const { rows: listed, ...page } = reply.body as {
      rows: { id: string; data: { name: string } }[];
      next_cursor: string | null;
      has_more: boolean;
      total?: number;
    };
    return { ...page, names: listed.map(({ data }) => data.name) };
  };
  return { ...s, rows };
}

const filter = JSON.stringify({ field: "size", op: "gte", value: 2 });
const byFormula = JSON.stringify({ field: "double", op: "gte", value: 4 });
const orders: Record<string, unknown>[] = [
  {},
  { sort: "size:asc" },
  { sort: "size:desc,name:asc" },
  { sort: "name:desc", filter },
  { sort: "double:desc", computed: 1 },
  { sort: "name:asc", filter: byFormula },
  { sort: "size:asc", q: "r" },
  { sort: "size:asc", fields: "name", include_deleted: true },
];

async function eachWindow({ rows }: Awaited<ReturnType<typeof list>>, order: Record<string, unknown>) {
  const all = await rows(order);
  for (let skip = 0; skip <= all.names.length + 1; skip += 1) {
    const page = await rows({ ...order, skip, limit: 2, count: "exact" });
    const at = JSON.stringify([order, skip]);
    assert.deepEqual(page.names, all.names.slice(skip, skip + 2), at);
    assert.deepEqual([page.has_more, page.total], [skip + 2 < all.names.length, all.names.length], at);
    if (page.next_cursor === null) continue;
    const next = await rows({ ...order, cursor: page.next_cursor });
    assert.deepEqual(next.names, all.names.slice(skip + 2), at);
  }
}

test("skip begins a page at a position of the list in its order and filter, and next_cursor goes on from there", async () => {
  const s = await list();
  for (const order of orders) await eachWindow(s, order);
  await promoteFrom(database, 7);
  assert.deepEqual(Object.keys(await rowsByRelation(database, s.path.table_id)), [
    ownRelation(s.path.table_id),
  ]);
  for (const order of orders) await eachWindow(s, order);
});

test("skip counts within a view, in its order", async () => {
  const s = await list();
  const view = await door.call("CreateView", {
    caller: s.caller,
    path: s.path,
    body: {
      name: "Large",
      filters: { field: "double", op: "gte", value: 4 },
      sorts: [{ field: "size", direction: "asc" }],
    },
  });
  assert.equal(view.status, 201, JSON.stringify(view.body));
  const { names } = await s.rows({ view_id: view.body.id, skip: 1, limit: 2 });
  assert.deepEqual(names, ["r0", "r6"]);
});

test("skip expands relations of the rows that it shows", async () => {
  const s = await list();
  const relation = { table_id: s.path.table_id, cardinality: "one" };
  assert.equal((await s.create({ name: "peer", type: "relation", relation })).status, 201);
  const { body: all } = await door.call("ListRows", {
    caller: s.caller,
    path: s.path,
    query: "sort=name:asc",
  });
  const [first, , third] = (all.rows as { id: string }[]).map(({ id }) => id);
  assert.equal((await s.patch(third ?? "", { peer: first })).status, 200);
  const query = "sort=name:asc&skip=2&limit=1&expand=peer";
  const { body } = await door.call("ListRows", { caller: s.caller, path: s.path, query });
  assert.deepEqual([body.rows[0].id, body.rows[0].data.peer.id], [third, first]);
});

test("skip takes 0 to 1,000,000, and no cursor beside it", async () => {
  const s = await list();
  const { next_cursor: cursor } = await s.rows({ limit: 1 });
  for (const query of ["skip=-1", "skip=1000001", "skip=1.5", "skip=x", "skip=", `skip=0&cursor=${cursor}`]) {
    const { status, body } = await door.call("ListRows", { caller: s.caller, path: s.path, query });
    assert.deepEqual([status, body.code], [400, "invalid_parameter"], query);
    assert.equal(body.errors[0].field, "skip", query);
  }
  assert.deepEqual((await s.rows({ skip: 1_000_000 })).names, []);
  assert.deepEqual((await s.rows({ skip: 0, limit: 1 })).names, (await s.rows({ limit: 1 })).names);
});
