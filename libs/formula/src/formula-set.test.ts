import assert from "node:assert/strict";
import { test } from "node:test";
import { checkFormulas, FormulaCycle, FormulaInvalid } from "./index.ts";
import { computedOf, evaluated, plain, view } from "./testing/evaluated.ts";

const row = {
  id: "r",
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
  data: { n: 4 },
};

/** Returns the place of the fault in an invalid formula, and the expected text. */
function faultOf(source: string): [number, string] | undefined {
  const checked = checkFormulas(new Map([["f", source]]), plain).get("f");
  const fault = checked?.fault ?? checked?.unfit;
  if (fault === undefined) return undefined;
  assert.ok(fault instanceof FormulaInvalid);
  return [fault.position, fault.expected];
}

test("a literal that cannot work in any row is refused when the formula is written", () => {
  const refusals: [string, number, RegExp][] = [
    ['DATE_FORMAT({d}, "dd/mm/yyyy")', 17, /not "dd"; write other text in \[brackets\]/],
    ['DATE_FORMAT({d}, "Week DD")', 17, /not "W"/],
    ['DATE_DIFF({d}, {d}, "M")', 20, /a unit: seconds, minutes/],
    ['DATE_ADD({d}, 1, "fortnight")', 17, /a unit/],
    ['IS_SAME({d}, {d}, "moon")', 18, /a unit/],
    ['DATE_PARSE({t}, "QQQ")', 16, /not "QQQ"/],
    ['DATE_PARSE({t}, "Q YYYY")', 16, /that can be read, not "Q"/],
    ['DATE_PARSE({t}, "D.M.")', 16, /with a year/],
  ];
  for (const [source, at, expected] of refusals) {
    const [position, found] = faultOf(source) ?? [];
    assert.equal(position, at, source);
    assert.match(found ?? "", expected, source);
  }
  for (const source of ["DATE_FORMAT({d}, {t})", 'DATE_DIFF({d}, {d}, "Days")', 'DATE_PARSE({t}, "D.M.YY")'])
    assert.equal(faultOf(source), undefined, source);
});

test("a formula that was stored with such a literal goes on, and its cell says so", () => {
  const checked = checkFormulas(new Map([["f", 'DATE_FORMAT({d}, "dd")']]), plain).get("f");
  assert.deepEqual([checked?.type, checked?.fault], ["text", undefined]);
  assert.equal(evaluated('DATE_FORMAT({d}, "dd")'), "#VALUE!");
});

test("a function that there is not is named, with one that is spelled almost so", () => {
  assert.match(faultOf("ARRAYJOIN({l})")?.[1] ?? "", /not ARRAYJOIN; did you mean ARRAY_JOIN$/);
  assert.match(faultOf("DATEADD({d}, 1, 'day')")?.[1] ?? "", /did you mean DATE_ADD$/);
  assert.match(faultOf("FROBNICATE(1)")?.[1] ?? "", /not FROBNICATE$/);
});

test("an invalid formula is refused with the place and what could stand there", () => {
  const cases: [string, number, string | RegExp][] = [
    ["", 0, "a value"],
    ["1 +", 3, "a value"],
    ["(1", 2, "an operator or )"],
    ["SUM(1", 5, "an operator, , or )"],
    ["1 2", 2, "an operator or the end"],
    ["{n", 0, "a column as {name}"],
    ["{x} + 1", 0, "a column of the table"],
    ["1 + {company.name}", 4, "a column as {name}; a formula can only use columns of its own row"],
    ['"abc', 4, 'the closing "'],
    ["1 + #", 4, /value/],
    ["SUM", 3, "("],
    ["ABS(1, 2)", 0, "ABS with 1 argument"],
    ["IF(1)", 0, "IF with 2 to 3 arguments"],
    ["{n} + {t}", 6, "a number, not a text"],
    ["YEAR({n})", 5, "a date, not a number"],
    ["{n} < {t}", 6, /to compare/],
    ["-{t}", 1, "a number, not a text"],
    ["1e999", 0, "a number below 1.8e308"],
    ["9007199254740993", 0, "an integer of at most 15 digits"],
    ["{n} * (2 - 12345678901234567890)", 11, "an integer of at most 15 digits"],
    ["IF({n} = -9007199254740993, 1, 2)", 10, "an integer of at most 15 digits"],
    ["ІF(true, 1)", 0, /value/],
    ["ＳＵＭ(1)", 0, /value/],
    ["ABſ(1)", 2, /value/],
    ["ıf(true, 1)", 0, /value/],
    ["IF\u200b(true, 1)", 2, /value/],
    ["١ + 1", 0, /value/],
    ["constructor(1)", 0, /function/],
    ["toString(1)", 0, /function/],
    ["__proto__", 0, /function/],
    ["{constructor}", 0, "a column of the table"],
    ["{__proto__}", 0, "a column as {name}"],
    ["1,5", 1, "an operator or the end"],
    ["1.000,5", 5, "an operator or the end"],
    ["SUM(1; 2)", 5, /value/],
    ["{n}.length", 3, /value/],
    ["{t}.constructor", 3, /value/],
    ['{t}["length"]', 3, /value/],
    ["{company}.name", 9, /value/],
    ["toString", 0, /function/],
    ["{toString}", 0, "a column as {name}"],
    ["1 + SUM()", 4, "SUM with at least 1 argument"],
    ["ISBLANK()", 0, "ISBLANK with 1 argument"],
    ["LOG(1, 2, 3)", 0, "LOG with 1 to 2 arguments"],
    ["SWITCH({n}, 4)", 0, "SWITCH with at least 3 arguments"],
    ["NOW({n})", 0, "NOW with 0 arguments"],
    // Characters are counted as those of a cell are.
    ['"😀😀" + {x}', 7, "a column of the table"],
    ['"\\😀" & "😀', 9, 'the closing "'],
    ['"😀" 😀', 4, /value/],
  ];
  for (const [source, position, expected] of cases) {
    const fault = faultOf(source);
    assert.equal(fault?.[0], position, source);
    if (typeof expected === "string") assert.equal(fault[1], expected, source);
    else assert.match(fault[1], expected, source);
  }
});

test("length, nesting and references have their bounds, and what lies on them is taken", () => {
  const nested = (n: number) => `${"(".repeat(n)}1${")".repeat(n)}`;
  assert.equal(evaluated(nested(64)), 1);
  assert.equal(faultOf(nested(65))?.[1], "at most 64 levels of nesting");
  assert.equal(faultOf("(".repeat(10_000))?.[1], "at most 4000 characters");
  assert.equal(faultOf("(".repeat(4_000))?.[1], "at most 64 levels of nesting");
  assert.equal(faultOf(`${"-".repeat(3_999)}1`)?.[1], "at most 64 levels of nesting");
  assert.equal(faultOf(`${"NOT(".repeat(900)}true`)?.[1], "at most 64 levels of nesting");
  assert.equal(evaluated(`1${"+1".repeat(1_999)}`), 2_000);
  const references = (n: number) => Array.from({ length: n }, () => "{n}").join("+");
  assert.equal(evaluated(references(64)), 256);
  assert.equal(faultOf(references(65))?.[1], "at most 64 column references");
});

test("a text of 100,000 characters is one whatever they take in memory, for every function; one more is #NUM!", () => {
  const [full, over] = ["😀".repeat(100_000), "😀".repeat(100_001)];
  const cases: [string, unknown][] = [
    ["LEN({t})", 100_000],
    ["LEN(UPPER({t}))", 100_000],
    ['LEN({t} & "")', 100_000],
    ["LEN(CONCAT({t}, {none}))", 100_000],
    ['LEN(REPT("😀", 100000))', 100_000],
    ['LEN(SUBSTITUTE({t}, "😀", "é"))', 100_000],
    ['LEN(REGEX_REPLACE({t}, "x", ""))', 100_000],
    ['LEN(ARRAY_JOIN({l}, "é"))', 100_000],
    ['LEN({t} & "a")', "#NUM!"],
    ['CONCAT({t}, "a")', "#NUM!"],
    ['REPT("😀", 100001)', "#NUM!"],
    ['SUBSTITUTE({t}, "😀", "ab")', "#NUM!"],
    ['ARRAY_JOIN({l}, "éé")', "#NUM!"],
  ];
  // The clock stands: what is asked is the size, not the time of a machine that has other work.
  const outcome = (source: string, t: string) => {
    const data = { t, l: ["😀".repeat(99_998), "a"] };
    const result = computedOf(new Map([["f", source]]), { ...row, data }, view);
    return result.computed_errors?.["f"] ?? result.computed["f"];
  };
  for (const [source, expected] of cases) assert.equal(outcome(source, full), expected, source);
  assert.equal(outcome("LEN({t})", over), "#NUM!");
});

test("a formula has 4,000 characters whatever they take in memory", () => {
  assert.equal(evaluated(`LEN("${"😀".repeat(3_993)}")`), 3_993);
  assert.equal(faultOf(`LEN("${"😀".repeat(3_994)}")`)?.[1], "at most 4000 characters");
});

test("formulas build on each other in any order; an error stays in its column and in those that need it", () => {
  const formulas = new Map([
    ["c", '{b} & "!"'],
    ["b", "{a} + 1"],
    ["a", "{n} * 2"],
    ["bad", "1/0"],
    ["worse", "{bad} + 1"],
    ["safe", "IFERROR({worse}, 0)"],
  ]);
  const checked = checkFormulas(formulas, plain);
  assert.deepEqual(
    ["a", "b", "c"].map((name) => checked.get(name)?.type),
    ["number", "number", "text"],
  );
  assert.deepEqual(computedOf(formulas, row), {
    computed: { c: "9!", b: 9, a: 8, bad: null, worse: null, safe: 0 },
    computed_errors: { bad: "#DIV/0!", worse: "#DIV/0!" },
  });
});

test("stored formulas that need each other or cannot be read are #REF!, and the row is answered", () => {
  const formulas = new Map([
    ["a", "{b} + 1"],
    ["b", "IFERROR({a}, 0) + {a}"],
    ["long", `${" ".repeat(4_000)}1`],
    ["fine", "{n} + 1"],
  ]);
  assert.deepEqual(computedOf(formulas, row), {
    computed: { a: null, b: null, long: null, fine: 5 },
    computed_errors: { a: "#REF!", b: "#REF!", long: "#REF!" },
  });
});

test("a stored formula with an integer that a double rounds goes on as it was", () => {
  const formulas = new Map([["f", "{n} + 9007199254740993"]]);
  assert.deepEqual(computedOf(formulas, row), { computed: { f: 9007199254740996 } });
  assert.equal(checkFormulas(formulas, plain).get("f")?.type, "number");
});

test("formulas that need themselves are refused with the way round", () => {
  for (const [formulas, path] of [
    [[["f", "{f} + 1"]], ["f", "f"]],
    [
      [
        ["a", "{b}"],
        ["b", "{c}"],
        ["c", "{a}"],
      ],
      ["a", "b", "c", "a"],
    ],
    [
      [
        ["x", "{a}"],
        ["a", "{b}"],
        ["b", "{a}"],
      ],
      ["a", "b", "a"],
    ],
  ] as [[string, string][], string[]][]) {
    const faults = [...checkFormulas(new Map(formulas), plain).values()].flatMap(({ fault }) => fault ?? []);
    assert.ok(faults[0] instanceof FormulaCycle);
    assert.deepEqual(faults[0].path, path);
  }
});

test("a column that is gone is #REF!, a cell of another type than its column #VALUE!", () => {
  const formulas = new Map([
    ["f", "{gone} + 1"],
    ["g", "{n} + 1"],
  ]);
  const result = computedOf(formulas, { ...row, data: { n: "four" } });
  assert.deepEqual(result.computed_errors, { f: "#REF!", g: "#VALUE!" });
});

test("null: arithmetic and order pass it on, text reads it as nothing, equality takes it for an empty text", () => {
  const cases: [string, unknown][] = [
    ["{none} + 1", null],
    ["-{none}", null],
    ["{none} / 0", null],
    ["{none} < 1", null],
    ["{none} = 0", false],
    ["{none} != 0", true],
    ["{none} = false", false],
    ['{none} = ""', true],
    ['{none} != ""', false],
    ['"" = BLANK()', true],
    ['{tags} = ""', true],
    ["{tags} = {none}", true],
    ['{t} = ""', false],
    ["{t} != {none}", true],
    ["{zero} = BLANK()", false],
    ['{zero} = ""', false],
    ["{l} = {tags}", false],
    ['{none} & "a"', "a"],
    ["{zero} = 0", true],
    ["{flag} = {zero}", false],
    ['{t} = "hello"', false],
    ['{d} = "2026-01-31"', "#VALUE!"],
    ['"2026-01-31" != {d}', "#VALUE!"],
    ['{d} = ""', false],
    ["{d} = {none}", false],
    ["{d} = 5", false],
    ["true != {at}", true],
    ["{d} = {l}", false],
    ["{d} = {at}", false],
    ["1 / {zero}", "#DIV/0!"],
    ["{n} % {zero}", "#DIV/0!"],
  ];
  for (const [source, expected] of cases) assert.equal(evaluated(source), expected, source);
});
