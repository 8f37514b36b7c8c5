import assert from "node:assert/strict";
import { test } from "node:test";
import { refusal, testSheets } from "../testing/test-sheets.ts";

/** Lines of delivery 6.3 that are about cells and formulas and stand nowhere else; docs/hostile-input.md lists all. */
const { door, sheet } = await testSheets();

test("a text that a spreadsheet would run is a text: stored and answered as it came", async () => {
  const s = await sheet([{ name: "a", type: "text" }]);
  const texts = [
    "=1+1",
    "+1",
    "-1",
    "@SUM(1)",
    "\t=1",
    "\r=1",
    "\n=1",
    "＝1+1",
    "＋1",
    "－1",
    "＠SUM(1)",
    '=HYPERLINK("http://example.org","x")',
    "=cmd|' /C calc'!A0",
  ];
  for (const text of texts) {
    const made = await s.row({ a: text });
    assert.deepEqual([made.status, made.body.data.a], [201, text]);
    const path = { ...s.path, row_id: made.body.id as string };
    assert.equal((await door.call("GetRow", { caller: s.caller, path })).body.data.a, text);
  }
});

test("cells that are no map, and names no column can have, are refused and nothing is stored", async () => {
  const s = await sheet([{ name: "a", type: "text" }]);
  for (const data of [[], ["x"], "x", 1, true, null])
    assert.deepEqual(
      [(await s.row(data)).status, (await s.cells("a")).length],
      [422, 0],
      JSON.stringify(data),
    );
  const names = ["", " ", "A", "id", "team_id", "version", "created_at", "toString", "x".repeat(10_240)];
  for (const name of names) {
    const refused = await s.row({ a: "kept out", [name]: "x" });
    assert.deepEqual([refused.status, refused.body.code], [422, "unknown_column"], name.slice(0, 20));
  }
  for (const name of ["constructor", "prototype"])
    assert.equal((await s.row({ [name]: "x" })).status, 422, name);
  assert.deepEqual(await s.cells("a"), []);
});

test("numbers that would change on their way are refused, minus zero is zero", async () => {
  const s = await sheet([
    { name: "i", type: "integer" },
    { name: "n", type: "number" },
    { name: "j", type: "json" },
  ]);
  const stored = (cells: string) =>
    door.call("CreateRow", { caller: s.caller, path: s.path, body: `{"data":${cells}}` });
  const raw = (text: string) => stored(`{"i":${text}}`);
  for (const text of ["9007199254740993", "12345678901234567890", "1e400", "1e131071", '"1"', "true", "[1]"])
    assert.equal((await raw(text)).status, 422, text);
  const rounded = await stored('{"j":{"ids":[9007199254740993]}}');
  assert.deepEqual(refusal(rounded), [422, "validation_failed", "data.j.ids.0 out_of_range"]);
  assert.equal((await raw("-0")).body.data.i, 0);
  assert.deepEqual(await s.cells("n"), [null]);
});

test("names of functions that only look alike, properties of objects and separators of other places are refused", async () => {
  const s = await sheet([{ name: "n", type: "number" }]);
  for (const formula of [
    "ІF(1, 2, 3)",
    "ＳＵＭ(1)",
    "constructor()",
    "__proto__",
    "{n}.toString()",
    "toString()",
    "1,5 + 1",
    "SUM(1; 2)",
  ]) {
    const refused = await s.create({ name: "f", type: "formula", formula });
    assert.deepEqual(refusal(refused).slice(0, 2), [422, "formula_invalid"], formula);
  }
});

test("a date a hundred million days away is an error of its row, or a date; the list is answered", async () => {
  const s = await sheet([{ name: "d", type: "date" }]);
  const formulas = [
    'DATE_ADD({d}, 100000000, "days")',
    'DATE_ADD({d}, -100000000, "days")',
    "1 / 0",
    "10 ^ 2 ^ 30",
  ];
  for (const [index, formula] of formulas.entries())
    assert.equal((await s.create({ name: `f${index}`, type: "formula", formula })).status, 201, formula);
  await s.row({ d: "2026-01-31" });
  const { status, body } = await door.call("ListRows", {
    caller: s.caller,
    path: s.path,
    query: "computed=1",
  });
  assert.equal(status, 200);
  const [row] = body.rows as { computed: Record<string, unknown>; computed_errors: Record<string, string> }[];
  assert.deepEqual([row?.computed["f2"], row?.computed_errors["f2"]], [null, "#DIV/0!"]);
  for (const name of ["f0", "f1", "f3"]) assert.equal(row?.computed_errors[name], "#NUM!", name);
});
