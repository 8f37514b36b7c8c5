import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { refusal, testSheets } from "../testing/test-sheets.ts";

const { door, sheet, stored } = await testSheets();

const columns = [
  { name: "sku", type: "text", unique: true },
  { name: "title", type: "text", required: true, default: "none" },
  { name: "size", type: "number" },
  { name: "no", type: "autonumber" },
  {
    name: "stage",
    type: "state",
    options: { states: ["new", "sold", "gone"], initial: "new", transitions: { new: ["sold"] } },
  },
];

interface Row {
  id: string;
  version: number;
  data: Record<string, unknown>;
  error?: { code: string; status: number; errors?: { field: string }[] };
}

async function stock(rows: Record<string, unknown>[] = []) {
  const s = await sheet(columns, rows);
  const at = { caller: s.caller, path: s.path };
  return {
    ...s,
    batch: (rows: Record<string, unknown>[], more: object = {}) =>
      door.call("BatchRows", { ...at, body: { rows: rows.map((data) => ({ data })), ...more } }),
    skus: async () => (await s.cells("sku")).join(" "),
    history: async (row_id: string) =>
      (await door.call("ListHistory", { ...at, path: { ...s.path, row_id } })).body.history as {
        from: string | null;
        to: string | null;
      }[],
  };
}

const cellsOf = (reply: { body: { rows: Row[] } }, name: string) =>
  reply.body.rows.map((row) => row.data[name]);
const outcomes = (reply: { body: { rows: Row[] } }) =>
  reply.body.rows.map(({ error, data }) =>
    error === undefined
      ? data["sku"]
      : `${error.status} ${error.code} ${(error.errors ?? []).map((fault) => fault.field).join(",")}`.trim(),
  );

test("rows are stored in their order with defaults, numbers and states, each with its undo record, in one changeset", async () => {
  const s = await stock();
  const before = (await stored(s.caller.team_id)).changes.length;
  const reply = await s.batch([{ sku: "a", size: 1 }, { sku: "b", title: "B" }, {}]);
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  assert.match(reply.headers["x-changeset-id"] ?? "", /^data_/);
  assert.deepEqual(cellsOf(reply, "sku"), ["a", "b", null]);
  assert.deepEqual(cellsOf(reply, "title"), ["none", "B", "none"]);
  assert.deepEqual(cellsOf(reply, "no"), [1, 2, 3]);
  assert.deepEqual(cellsOf(reply, "stage"), ["new", "new", "new"]);
  const [first] = reply.body.rows;
  const path = { ...s.path, row_id: first.id };
  const { body: read } = await door.call("GetRow", { caller: s.caller, path });
  assert.equal(JSON.stringify(read), JSON.stringify(first));
  assert.deepEqual((await stored(s.caller.team_id)).changes.slice(before), Array(3).fill("create rows"));
  assert.deepEqual(
    (await s.history(first.id)).map(({ to }) => to),
    ["new"],
  );
  assert.equal((await s.row({})).body.data.no, 4);
});

test("every fault of every row is named at once, and nothing is stored", async () => {
  const s = await stock([{ sku: "a" }]);
  const before = await stored(s.caller.team_id);
  const reply = await s.batch([{ size: "1" }, { sku: "b" }, { title: null, no: 7 }]);
  assert.deepEqual(refusal(reply), [
    422,
    "validation_failed",
    "rows.0.data.size type_mismatch",
    "rows.2.data.no read_only",
    "rows.2.data.title required",
  ]);
  assert.deepEqual(refusal(await s.batch([{ size: "1" }, { colour: 1 }])).slice(0, 2), [
    422,
    "unknown_column",
  ]);
  assert.deepEqual(refusal(await s.batch([{ sku: "x" }, { sku: "x" }])), [
    422,
    "validation_failed",
    "rows.1.data.sku duplicate",
  ]);
  const taken = await s.batch([{ sku: "new" }, { sku: "a" }]);
  assert.deepEqual(refusal(taken), [409, "unique_violation", "rows.1.data.sku unique_violation"]);
  assert.equal(taken.body.column, "sku");
  assert.deepEqual(refusal(await s.batch([{ sku: "a" }, { size: "1" }])).slice(0, 2), [
    422,
    "validation_failed",
  ]);
  assert.deepEqual(await stored(s.caller.team_id), before);
  assert.equal((await s.row({})).body.data.no, 2);
});

test("500 rows fit, 501 and none do not, and a value that is not a row is refused", async () => {
  const s = await stock();
  const many = Array.from({ length: 501 }, (_, n) => ({ sku: `s${n}` }));
  const cases: [rows: object, fault: string][] = [
    [many.map((data) => ({ data })), "rows too_many"],
    [[], "rows too_few"],
    [[{ sku: "a" }], "rows.0.data required"],
    [[{ data: [] }], "rows.0.data invalid_type"],
    [[{ data: {}, name: 1 }], "rows.0.name unknown_field"],
    [[{ data: {}, id: 1 }], "rows.0.id invalid_type"],
  ];
  for (const [rows, fault] of cases) {
    const reply = await door.call("BatchRows", { caller: s.caller, path: s.path, body: { rows } });
    assert.ok(refusal(reply).includes(fault), `${fault}: ${JSON.stringify(refusal(reply))}`);
  }
  const reply = await s.batch(many.slice(1));
  assert.equal(reply.status, 200);
  assert.deepEqual(
    cellsOf(reply, "sku"),
    many.slice(1).map(({ sku }) => sku),
  );
});

test("upsert_on merges over the row that has the value and stores the others", async () => {
  const s = await stock([
    { sku: "a", title: "A", size: 1 },
    { sku: "b", title: "B" },
  ]);
  const reply = await s.batch(
    [
      { sku: "c", size: 3 },
      { sku: "a", size: null, stage: "sold" },
      { sku: "b", title: "B" },
    ],
    { upsert_on: "sku" },
  );
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  assert.deepEqual(cellsOf(reply, "sku"), ["c", "a", "b"]);
  assert.deepEqual(cellsOf(reply, "title"), ["none", "A", "B"]);
  assert.deepEqual(cellsOf(reply, "size"), [3, null, null]);
  assert.deepEqual(
    reply.body.rows.map((row: Row) => row.version),
    [1, 2, 1],
  );
  assert.equal(await s.skus(), "a b c");
  assert.deepEqual(
    (await s.history(reply.body.rows[1].id)).map(({ from, to }) => [from, to]),
    [
      ["new", "sold"],
      [null, "new"],
    ],
  );
  const again = await s.batch([{ sku: "a" }, { sku: "b", title: "B" }], { upsert_on: "sku" });
  assert.deepEqual([again.status, again.headers["x-changeset-id"]], [200, undefined]);
});

test("a deleted row is not merged over: its value is free for a new one", async () => {
  const s = await stock();
  const id = (await s.row({ sku: "a" })).body.id;
  await door.call("DeleteRow", { caller: s.caller, path: { ...s.path, row_id: id } });
  const reply = await s.batch([{ sku: "a" }], { upsert_on: "sku" });
  assert.deepEqual([reply.body.rows[0].version, reply.body.rows[0].id === id], [1, false]);
});

test("upsert_on is refused without a unique column, a value or with one value twice", async () => {
  const s = await stock([{ sku: "a" }]);
  const cases: [upsert_on: unknown, rows: Record<string, unknown>[], fault: string][] = [
    ["title", [{}], "upsert_on not_unique"],
    ["none", [{}], "upsert_on unknown_column"],
    ["__proto__", [{}], "upsert_on unknown_column"],
    ["sku", [{ sku: "b" }, { title: "x" }], "rows.1.data.sku required"],
    ["sku", [{ sku: null }], "rows.0.data.sku required"],
    ["sku", [{ sku: 5 }], "rows.0.data.sku type_mismatch"],
    ["sku", [{ sku: "b" }, { sku: "b" }], "rows.1.data.sku duplicate"],
    ["sku", [{ sku: "a" }, { sku: "a" }], "rows.1.data.sku duplicate"],
  ];
  for (const [upsert_on, rows, fault] of cases) {
    const reply = await s.batch(rows, { upsert_on });
    assert.deepEqual(refusal(reply), [422, "validation_failed", fault]);
  }
  assert.equal((await s.batch([{ sku: "z" }], { upsert_on: null })).status, 200);
});

test("states move along their transitions in a batch as well", async () => {
  const s = await stock([{ sku: "a", stage: "sold" }, { sku: "b" }]);
  const reply = await s.batch(
    [
      { sku: "b", stage: "sold" },
      { sku: "a", stage: "new" },
    ],
    { upsert_on: "sku" },
  );
  assert.deepEqual(refusal(reply), [
    409,
    "invalid_state_transition",
    "rows.1.data.stage invalid_state_transition",
  ]);
  assert.deepEqual([reply.body.from, reply.body.to, reply.body.allowed], ["sold", "new", []]);
  assert.deepEqual(await s.cells("stage"), ["sold", "new"]);
});

test("with atomic=false every row that can be stored is, and the others carry their error in its place", async () => {
  const s = await stock([{ sku: "a" }, { sku: "s", stage: "sold" }]);
  const rows = [
    { sku: "b" },
    { size: "x" },
    { sku: "a" },
    { sku: "c" },
    { sku: "c" },
    { title: "t".repeat(100_001) },
    { title: null },
  ];
  const reply = await s.batch(rows, { atomic: false });
  assert.equal(reply.status, 200);
  assert.deepEqual(outcomes(reply), [
    "b",
    "422 validation_failed rows.1.data.size",
    "409 unique_violation rows.2.data.sku",
    "c",
    "422 validation_failed rows.4.data.sku",
    "422 validation_failed rows.5.data.title",
    "422 validation_failed rows.6.data.title",
  ]);
  assert.equal(await s.skus(), "a s b c");
  assert.deepEqual(await s.cells("no"), [1, 2, 3, 4]);
  const upsert = await s.batch(
    [
      { sku: "s", stage: "new" },
      { sku: "a", size: 4 },
    ],
    { atomic: false, upsert_on: "sku" },
  );
  assert.deepEqual(outcomes(upsert), ["409 invalid_state_transition rows.0.data.stage", "a"]);
  const none = await s.batch([{ size: "x" }], { atomic: false });
  assert.deepEqual([none.status, none.headers["x-changeset-id"]], [200, undefined]);
});

test("a row that grows too large when it is stored refuses the batch, or with atomic=false itself alone", async () => {
  const s = await sheet([
    { name: "sku", type: "text" },
    { name: "meta", type: "json" },
  ]);
  const batch = (atomic: boolean) =>
    door.call("BatchRows", {
      caller: s.caller,
      path: s.path,
      body: {
        rows: [{ data: { sku: "a" } }, { data: { meta: "x".repeat(524_288) } }, { data: { sku: "b" } }],
        atomic,
      },
    });
  assert.deepEqual(refusal(await batch(true)), [422, "validation_failed", "rows.1.data too_large"]);
  assert.deepEqual(await s.cells("sku"), []);
  assert.deepEqual(outcomes(await batch(false)), ["a", "422 validation_failed rows.1.data", "b"]);
  assert.deepEqual(await s.cells("sku"), ["a", "b"]);
});

test("batches that upsert the same keys at once lose nothing and store each key once", async () => {
  const s = await stock();
  const replies = await Promise.all(
    ["x", "y", "z"].map((title, n) =>
      s.batch(
        (n % 2 === 0 ? ["a", "b", "c"] : ["c", "b", "a"]).map((sku) => ({ sku, title })),
        { upsert_on: "sku" },
      ),
    ),
  );
  for (const reply of replies) assert.equal(reply.status, 200, JSON.stringify(reply.body));
  assert.deepEqual((await s.skus()).split(" ").sort(), ["a", "b", "c"]);
});

test("a table of another team is absent, and a body that does not fit is told first", async () => {
  const s = await stock();
  const call = (body: unknown) => door.call("BatchRows", { caller: testCaller(), path: s.path, body });
  assert.equal((await call({ rows: [{ data: { sku: "a" } }] })).status, 404);
  assert.equal((await call({ rows: [] })).status, 422);
});
