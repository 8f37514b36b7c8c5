import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { human } from "@jst/testing";
import { refusal, testSheets } from "../testing/test-sheets.ts";

const { door, sheet, stored } = await testSheets();

const columns = [
  { name: "sku", type: "text", unique: true },
  { name: "title", type: "text", required: true, default: "none" },
  { name: "size", type: "number" },
  {
    name: "stage",
    type: "state",
    options: { states: ["new", "sold"], initial: "new", transitions: { new: ["sold"] } },
  },
];

interface Item {
  id?: string;
  version?: number;
  data: Record<string, unknown>;
}

/** A table with a row for each sku, and batches over it. */
async function stock(...skus: string[]) {
  const s = await sheet(columns);
  const ids: string[] = [];
  for (const sku of skus) ids.push((await s.row({ sku })).body.id);
  const at = { caller: s.caller, path: s.path };
  return {
    ...s,
    ids,
    batch: (rows: readonly Item[], more: object = {}, caller = s.caller) =>
      door.call("BatchRows", { ...at, caller, body: { rows, ...more } }),
    get: async (row_id: string) => (await door.call("GetRow", { ...at, path: { ...s.path, row_id } })).body,
    remove: (row_id: string) => door.call("DeleteRow", { ...at, path: { ...s.path, row_id } }),
    all: async () => (await door.call("ListRows", { ...at, query: "sort=created_at:asc" })).body.rows,
  };
}

test("items with an id are merged as by PATCH, others are new, in one changeset that one undo takes back", async () => {
  const s = await stock("a", "b");
  const [a = "", b = ""] = s.ids;
  const before = await s.all();
  const history = (await stored(s.caller.team_id)).changes.length;
  const reply = await s.batch([
    { id: b.toUpperCase(), version: 1, data: { size: 2, title: "B" } },
    { data: { sku: "c" } },
    { id: a, data: { sku: null, stage: "sold" } },
  ]);
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  const rows = reply.body.rows as { id: string; version: number; data: Record<string, unknown> }[];
  assert.deepEqual(
    rows.map(({ id, version, data }) => [id === a ? "a" : id === b ? "b" : "new", version, data]),
    [
      ["b", 2, { sku: "b", title: "B", size: 2, stage: "new" }],
      ["new", 1, { sku: "c", title: "none", size: null, stage: "new" }],
      ["a", 2, { sku: null, title: "none", size: null, stage: "sold" }],
    ],
  );
  for (const row of rows) assert.deepEqual(await s.get(row.id), row);
  assert.deepEqual((await stored(s.caller.team_id)).changes.slice(history).sort(), [
    "create rows",
    "update rows",
    "update rows",
  ]);
  const undone = await s.undo(reply);
  assert.equal(undone.status, 200, JSON.stringify(undone.body));
  const data = (all: { data: unknown }[]) => all.map((row) => row.data);
  assert.deepEqual(data(await s.all()), data(before));
});

test("changes without an effect write nothing and name no changeset", async () => {
  const s = await stock("a", "b");
  const before = await stored(s.caller.team_id);
  const reply = await s.batch(s.ids.map((id) => ({ id, version: 1, data: { title: "none", size: null } })));
  assert.deepEqual([reply.status, reply.headers["x-changeset-id"]], [200, undefined]);
  assert.deepEqual(await s.all(), reply.body.rows);
  assert.deepEqual(await stored(s.caller.team_id), before);
});

test("ids that the table does not have are told with every other fault of the request, and nothing is stored", async () => {
  const s = await stock("a", "b", "gone");
  const [a = "", b = "", gone = ""] = s.ids;
  const foreign = await stock("x");
  const sibling = await door.call("CreateTable", {
    caller: s.caller,
    body: { display_name: "Other", columns: [{ name: "n", type: "text" }] },
  });
  const other = await door.call("CreateRow", {
    caller: s.caller,
    path: { table_id: sibling.body.id },
    body: { data: {} },
  });
  await s.remove(gone);
  const before = await stored(s.caller.team_id);
  const reply = await s.batch([
    { id: randomUUID(), data: { size: "1" } },
    { id: foreign.ids[0] ?? "", data: { size: 1 } },
    { id: gone, data: { size: 1 } },
    { id: other.body.id, data: { size: 1 } },
    { id: a, data: { title: null } },
    { id: b, data: { size: 1 } },
    { id: b.toUpperCase(), data: { size: 2 } },
    { version: 1, data: { sku: "new" } },
    { data: { size: "2" } },
  ]);
  assert.deepEqual(refusal(reply), [
    422,
    "validation_failed",
    "rows.0.id not_found",
    "rows.0.data.size type_mismatch",
    "rows.1.id not_found",
    "rows.2.id not_found",
    "rows.3.id not_found",
    "rows.4.data.title required",
    "rows.6.id duplicate",
    "rows.7.id required",
    "rows.8.data.size type_mismatch",
  ]);
  const texts = (reply.body.errors as { message: string }[]).filter((_, n) => [0, 2, 3, 4].includes(n));
  assert.equal(new Set(texts.map(({ message }) => message)).size, 1);
  const both = await s.batch([{ id: a, data: { sku: "a" } }, { data: { sku: "z" } }], { upsert_on: "sku" });
  assert.deepEqual(refusal(both), [422, "validation_failed", "rows.0.id conflict"]);
  for (const item of [{ id: "17", data: {} }, { id: a, version: 0, data: {} }, { id: a }])
    assert.equal((await s.batch([item as Item])).status, 422);
  assert.deepEqual(await stored(s.caller.team_id), before);
});

test("a row of another version refuses the batch with 412, the version and the row", async () => {
  const s = await stock("a", "b", "c");
  const [a = "", b = "", c = ""] = s.ids;
  for (const id of [b, c]) assert.equal((await s.patch(id, { size: 9 })).status, 200);
  const stale = await s.batch([
    { id: a, version: 1, data: { size: 1 } },
    { id: b, version: 1, data: { size: 1 } },
    { id: c, version: 1, data: { size: 9 } },
  ]);
  assert.deepEqual(refusal(stale), [
    412,
    "version_conflict",
    "rows.1.version version_conflict",
    "rows.2.version version_conflict",
  ]);
  assert.deepEqual([stale.body.current_version, stale.body.row], [2, b]);
  assert.deepEqual(await s.cells("size"), [null, 9, 9]);
  // A fault of the body is told first, another version before a value that is taken or a state that may not follow.
  const faulty = [{ id: b, version: 1, data: { size: 1 } }, { data: { size: "1" } }];
  assert.deepEqual(refusal(await s.batch(faulty)), [
    422,
    "validation_failed",
    "rows.1.data.size type_mismatch",
  ]);
  const taken = await s.batch([{ id: b, version: 1, data: { sku: "a" } }]);
  assert.deepEqual([taken.status, taken.body.row], [412, b]);
  assert.equal((await s.batch([{ id: b, version: 2, data: { size: 1 } }])).status, 200);
});

test("with atomic=false every change that fits is stored, and each other one has its own error", async () => {
  const s = await stock("a", "b", "c", "d");
  const [a = "", b = "", c = "", d = ""] = s.ids;
  assert.equal((await s.patch(d, { stage: "sold" })).status, 200);
  const reply = await s.batch(
    [
      { id: a, version: 1, data: { size: 1 } },
      { id: b, version: 7, data: { size: 1 } },
      { id: randomUUID(), data: { size: 1 } },
      { id: a, data: { size: 2 } },
      { id: c, data: { sku: "b" } },
      { id: d, data: { stage: "new" } },
      { data: { sku: "e" } },
      { id: d, version: 2, data: { size: 1 } },
    ],
    { atomic: false },
  );
  assert.equal(reply.status, 200);
  type Row = { id?: string; version?: number; error?: { status: number; code: string } };
  assert.deepEqual(
    (reply.body.rows as Row[]).map(({ version, error }) =>
      error === undefined ? version : `${error.status} ${error.code}`,
    ),
    [
      2,
      "412 version_conflict",
      "422 validation_failed",
      "422 validation_failed",
      "409 unique_violation",
      "409 invalid_state_transition",
      1,
      "422 validation_failed",
    ],
  );
  const { error } = reply.body.rows[1];
  assert.deepEqual([error.current_version, error.row], [1, b]);
  assert.deepEqual(await s.cells("size"), [1, null, null, null, null]);
});

test("500 changes are one batch, answered in the order of the request", async () => {
  const s = await stock();
  const rows = Array.from({ length: 500 }, (_, n) => ({ data: { sku: `s${n}` } }));
  const made = (await s.batch(rows)).body.rows as { id: string }[];
  const changes = made.map(({ id }, n) => ({ id, version: 1, data: { size: n } })).toReversed();
  const reply = await s.batch(changes);
  assert.equal(reply.status, 200, JSON.stringify(reply.body).slice(0, 500));
  assert.deepEqual(
    (reply.body.rows as { id: string; data: { size: number } }[]).map(({ id, data }) => [id, data.size]),
    changes.map(({ id, data }) => [id, data.size]),
  );
  assert.equal((await s.batch([...changes, ...changes.slice(0, 1)])).status, 422);
});

test("a proposed batch changes nothing until it is approved, as a whole, and a row that has changed since stops it", async () => {
  const s = await stock("a", "b");
  const [a = "", b = ""] = s.ids;
  const team = { ...s.caller.team, modules: { tables: true } };
  const [member, owner] = [
    { ...human(s.caller.team_id, "member"), team },
    { ...human(s.caller.team_id, "owner"), team },
  ];
  const propose = () =>
    s.batch(
      [{ id: a, version: 1, data: { size: 1 } }, { id: b, data: { size: 2 } }, { data: { sku: "c" } }],
      {},
      member,
    );
  const decide = (changeset_id: string) =>
    door.call("ApproveChangeset", { caller: owner, path: { changeset_id } });
  const [first, second] = [await propose(), await propose()];
  assert.deepEqual([first.status, first.body.preview.length], [202, 3], JSON.stringify(first.body));
  assert.deepEqual(await s.cells("size"), [null, null]);
  const approved = await decide(first.body.changeset_id);
  assert.equal(approved.status, 200, JSON.stringify(approved.body));
  assert.deepEqual(await s.cells("size"), [1, 2, null]);
  assert.deepEqual(await s.cells("sku"), ["a", "b", "c"]);
  const late = await decide(second.body.changeset_id);
  assert.deepEqual([late.status, late.body.code], [409, "changeset_conflict"]);
  assert.deepEqual(await s.cells("size"), [1, 2, null]);
});
