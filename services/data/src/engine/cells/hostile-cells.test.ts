import assert from "node:assert/strict";
import { test } from "node:test";
import { refusal, testSheets } from "../../testing/test-sheets.ts";

/**
 * Lines of the catalogue (operation.hostile-input) that are about cells and formulas and stand nowhere else;
 * docs/hostile-input.md lists all.
 */
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

test("cells that are not a map, and names that no column can have, are refused and nothing is stored", async () => {
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
  const members = ['"a":"x","__proto__":1', '"a":{"__proto__":1}', '"a":[{"__proto__":1}]'];
  for (const cells of members) {
    const body = `{"data":{${cells}}}`;
    const refused = await door.call("CreateRow", { caller: s.caller, path: s.path, body });
    assert.match(
      refusal(refused).join(),
      /^422,validation_failed,data\.(a\.(0\.)?)?__proto__ unknown_field$/,
      cells,
    );
  }
  for (const name of ["constructor", "prototype"])
    assert.deepEqual(refusal(await s.row({ [name]: "x" })), [
      422,
      "unknown_column",
      `data.${name} unknown_column`,
    ]);
  assert.deepEqual(await s.cells("a"), []);
});

test("within a json cell every name is one, and is answered as it came", async () => {
  const s = await sheet([{ name: "j", type: "json" }]);
  const cells: Record<string, unknown>[] = [
    { "": 1, " ": { "": [] } },
    { ["k".repeat(10_240)]: 1 },
    { constructor: { prototype: { polluted: true } }, toString: [{ prototype: 1 }] },
    Object.fromEntries(Array.from({ length: 10_000 }, (_unused, index) => [`k${index}`, 1])),
  ];
  for (const j of cells) assert.deepEqual((await s.row({ j })).body.data.j, j);
  assert.deepEqual(await s.cells("j"), cells);
  assert.equal(({} as { polluted?: boolean }).polluted, undefined);
});

test("numbers that would change on their way are refused with their place, minus zero is zero", async () => {
  const s = await sheet([
    { name: "i", type: "integer" },
    { name: "n", type: "number" },
    { name: "j", type: "json" },
  ]);
  const stored = (cells: string) =>
    door.call("CreateRow", { caller: s.caller, path: s.path, body: `{"data":${cells}}` });
  const beyond = ["9007199254740993", "12345678901234567890", "1e400", "-1e400", "1e131071"];
  for (const text of beyond) {
    for (const [cells, place] of [
      [`{"i":${text}}`, "data.i"],
      [`{"n":${text}}`, "data.n"],
      [`{"j":{"ids":[${text}]}}`, "data.j.ids.0"],
    ] as const)
      assert.deepEqual(
        refusal(await stored(cells)),
        [422, "validation_failed", `${place} out_of_range`],
        cells,
      );
  }
  for (const text of ['"1"', "true", "[1]", "{}"])
    assert.deepEqual(refusal(await stored(`{"i":${text}}`)), [
      422,
      "validation_failed",
      "data.i type_mismatch",
    ]);
  for (const text of ["NaN", "Infinity", "-Infinity", "1.", "+1", "0x10", "01"])
    assert.deepEqual(refusal(await stored(`{"n":${text}}`)), [400, "malformed_json"], text);
  assert.deepEqual((await stored('{"i":-0,"n":-0,"j":[-0]}')).body.data, { i: 0, n: 0, j: [0] });
  assert.deepEqual(await s.cells("n"), [0]);
});

test("names of functions that only look alike, properties of objects and separators of other places are refused", async () => {
  const s = await sheet([{ name: "n", type: "number" }]);
  for (const formula of [
    "ІF(1, 2, 3)",
    "ＳＵＭ(1)",
    "constructor",
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
    'REPT("x", 1e9)',
    "{f2} + 1",
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
  assert.equal(row?.computed_errors["f5"], "#DIV/0!", "as what it is of");
  for (const name of ["f0", "f1", "f3", "f4"]) assert.equal(row.computed_errors[name], "#NUM!", name);
});
