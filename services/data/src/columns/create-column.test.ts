import assert from "node:assert/strict";
import { test } from "node:test";
import { refusal, testSheets } from "../testing/test-sheets.ts";

const { door, sheet, stored } = await testSheets();

test("a new column takes the next position; its default fills the rows that are there, also an autonumber's", async () => {
  const s = await sheet([{ name: "a", type: "text", position: 7 }], [{ a: "x" }, { a: "y" }]);
  const made = await s.create({ name: "b", type: "rating", default: 2 });
  assert.equal(made.status, 201);
  assert.deepEqual([made.body.position, made.body.default, made.body.options], [8, 2, { max: 5 }]);
  assert.match(made.headers.location ?? "", new RegExp(`/columns/${made.body.id}$`));
  assert.equal((await s.create({ name: "n", type: "autonumber" })).status, 201);
  assert.equal(
    (await s.create({ name: "c", type: "state", options: { states: ["new"], initial: "new" } })).status,
    201,
  );
  const third = (await s.row({ a: "z" })).body;
  assert.deepEqual(third.data, { a: "z", b: 2, n: 3, c: "new" });
  assert.deepEqual(
    [await s.cells("b"), await s.cells("n"), await s.cells("c")],
    [
      [2, 2, 2],
      [1, 2, 3],
      ["new", "new", "new"],
    ],
  );
});

test("however many options and transitions are refused, the answer tells their number and lists the first hundred", async () => {
  const s = await sheet([]);
  const names = Array.from({ length: 40_000 }, (_, i) => `k${i}`);
  const state = (transitions: object) => ({
    name: "s",
    type: "state",
    options: { states: ["a", "b"], initial: "a", transitions },
  });
  const refused = async (body: object, of: number) => {
    const reply = await s.create(body);
    assert.deepEqual([reply.status, reply.body.errors?.length], [422, Math.min(of, 100)]);
    assert.ok(JSON.stringify(reply.body).length < 20_000);
    if (of > 1)
      assert.match(
        reply.body.detail,
        new RegExp(`not valid: .*\\. errors lists the first 100 of ${of} faults\\.$`),
      );
  };
  const options = Object.fromEntries(names.map((name) => [name, 1]));
  await refused({ name: "s", type: "text", options }, names.length);
  await refused(state({ a: names }), 1);
  await refused(state({ a: names.slice(0, 300) }), 300);
  await refused(state(Object.fromEntries(names.slice(0, 501).map((name) => [name, []]))), 1);
  const made = await s.create(state({ a: Array<string>(100_000).fill("b"), b: [] }));
  assert.deepEqual([made.status, made.body.options.transitions], [201, { a: ["b"], b: [] }]);
});

test("a column is refused for its name, its place or its settings, and nothing is stored", async () => {
  const s = await sheet([{ name: "a", type: "text" }], [{ a: "x" }]);
  const taken = await s.create({ name: "a", type: "text" });
  assert.deepEqual([...refusal(taken), taken.body.existing_id], [409, "name_taken", await s.column("a")]);
  assert.deepEqual(refusal(await s.create({ name: "id", type: "currency" })), [
    422,
    "validation_failed",
    "name reserved",
    "options.currency required",
  ]);
  assert.deepEqual(refusal(await s.create({ name: "b", type: "text", required: true })), [
    422,
    "validation_failed",
    "default required",
  ]);
  assert.deepEqual(refusal(await s.create({ name: "b", type: "json", unique: true })), [
    422,
    "validation_failed",
    "unique invalid_value",
  ]);
  assert.deepEqual(refusal(await s.create({ name: "b", type: "autonumber", default: 1 })), [
    422,
    "validation_failed",
    "default read_only",
  ]);
  await s.row({ a: "y" });
  assert.deepEqual(refusal(await s.create({ name: "b", type: "text", unique: true, default: "same" })), [
    409,
    "unique_violation",
  ]);
  assert.equal((await stored(s.caller.team_id)).columns, 1);
});

test("a table holds 200 columns", async () => {
  const s = await sheet(Array.from({ length: 199 }, (_, index) => ({ name: `c${index}`, type: "text" })));
  const replies = await Promise.all([
    s.create({ name: "x", type: "text" }),
    s.create({ name: "y", type: "text" }),
  ]);
  assert.deepEqual(replies.map((reply) => reply.status).sort(), [201, 422]);
});

test("rows stored while a column changes fit the columns that are there afterwards", async () => {
  const s = await sheet([{ name: "a", type: "text" }], [{ a: "0" }]);
  const writers = Array.from({ length: 12 }, (_, index) => s.row({ a: String(index + 1) }));
  const changes = [s.update("a", { type: "integer" }), s.create({ name: "n", type: "autonumber" })];
  const replies = await Promise.all([...writers, ...changes]);
  assert.deepEqual(
    replies.slice(-2).map((reply) => reply.status),
    [200, 201],
  );
  const cells = await s.cells("a");
  assert.ok(
    cells.every((cell) => typeof cell === "number"),
    JSON.stringify(cells),
  );
  const numbers = (await s.cells("n")) as number[];
  assert.deepEqual(
    [...numbers].sort((a, b) => a - b),
    numbers.map((_, index) => index + 1),
  );
  for (const reply of replies.slice(0, 12))
    assert.ok([201, 422].includes(reply.status), String(reply.status));
});

test("a column is there for the very next request, though another was remembered", async () => {
  const s = await sheet([{ name: "a", type: "text" }], [{ a: "x" }]);
  assert.equal((await s.create({ name: "b", type: "integer" })).status, 201);
  assert.deepEqual((await s.row({ b: 1 })).body.data, { a: null, b: 1 });
  assert.equal((await s.create({ name: "c", type: "integer" })).status, 201);
  const sorted = await door.call("ListRows", { ...s, query: "sort=c:asc" });
  assert.equal(sorted.status, 200);
});
