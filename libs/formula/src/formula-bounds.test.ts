import assert from "node:assert/strict";
import { test } from "node:test";
import { computedOf, evaluated, view } from "./testing/evaluated.ts";

const row = {
  id: "r",
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
  data: { n: 4 },
};

test("what costs too much ends in #NUM!, soon", { timeout: 60_000 }, () => {
  const doubled = Array.from({ length: 40 }).reduce<string>(
    (inner) => `SUBSTITUTE(${inner}, "x", "xx")`,
    '"x"',
  );
  const dear = ["2^(2^30)", "2^2^30", 'REPT("x", 1e9)', 'REPT(REPT("x", 1000), 1000)'];
  const distant = ['DATE_ADD({d}, 1e300, "years")', "WORKDAY({d}, 100000000)", "WORKDAY({d}, -100000000)"];
  for (const source of [doubled, ...dear, ...distant]) assert.equal(evaluated(source), "#NUM!", source);
  const text = "a".repeat(30_000);
  for (const pattern of [
    "(a+)+$",
    "(a|a)*$",
    "(.*a){20}",
    "((a*)*)*b",
    "(((a*)*)*)*b",
    "(a|b|ab)*c",
    "a{1000}",
  ]) {
    const outcome = evaluated(`REGEX_MATCH({t}, "${pattern}")`, { t: text });
    assert.ok([true, false, "#NUM!"].includes(outcome as boolean), pattern);
  }
  for (const pattern of ["((a{1000}){1000}){1000}", "[".repeat(300), "x".repeat(301)])
    assert.equal(evaluated(`REGEX_MATCH({t}, "${pattern}")`), "#VALUE!", pattern);
});

test("a pattern of 10 kB in a cell, and an invalid one, is #VALUE!", () => {
  const invalid = [
    "(",
    "[",
    "*a",
    "a)",
    "(?=a)",
    "(?<!a)b",
    String.raw`(a)\1`,
    "(?P<n>a)(?P<n>b)",
    "[z-a]",
    "a{2,1}",
  ];
  for (const t of ["x".repeat(10_240), "(a+)+".repeat(2_048), ...invalid])
    assert.equal(evaluated('REGEX_MATCH("aaa", {t})', { t }), "#VALUE!", t.slice(0, 20));
});

test("a row that runs out of time is null and #NUM! in every column left, whatever would catch it", () => {
  let now = 0;
  const formulas = new Map([
    ["a", `IFERROR(1${"+1".repeat(200)}, 0)`],
    ["b", `{n}${"+1".repeat(200)}`],
    ["c", "IFERROR({a}, 0)"],
  ]);
  const result = computedOf(formulas, row, { ...view, clock: () => (now += 60) });
  assert.deepEqual(result, {
    computed: { a: null, b: null, c: null },
    computed_errors: { a: "#NUM!", b: "#NUM!", c: "#NUM!" },
  });
});

test("no chain of formulas, nor of operators, is too long for the stack: a page is answered whatever is in its cells", () => {
  const shapes: Record<string, (inner: string) => string> = {
    sum: (inner) => `{${inner}}${"+1".repeat(1_900)}`,
    text: (inner) => `LEN({${inner}}${"&1".repeat(1_900)})`,
    calls: (inner) => `${"ABS(".repeat(60)}{${inner}}${")".repeat(60)}`,
    choices: (inner) => `${"IF(true,IFERROR(IF({n}>0,".repeat(20)}{${inner}}${",0),0))".repeat(20)}`,
  };
  for (const [name, shape] of Object.entries(shapes)) {
    const formulas = new Map(
      Array.from({ length: 150 }, (_, i) => [`f${i}`, shape(i === 149 ? "n" : `f${i + 1}`)] as const),
    );
    const { computed } = computedOf(formulas, row, view);
    assert.notEqual(computed["f0"] ?? computed["f100"], null, name);
  }
});

test("an aggregate of more numbers than a call takes is #NUM!, and the row is answered", () => {
  const numbers = Array.from({ length: 10_000 }, (_, i) => i);
  const formulas = new Map([
    ["sum", `SUM(${Array.from({ length: 64 }, () => "{j}").join(", ")})`],
    ["fine", "SUM({j})"],
  ]);
  const result = computedOf(formulas, { ...row, data: { j: numbers } }, view);
  assert.deepEqual(result, {
    computed: { sum: null, fine: 49_995_000 },
    computed_errors: { sum: "#NUM!" },
  });
});

test("1,000 formula columns share the time of a row: those that come too late are #NUM!, the row is answered", () => {
  // Each look at the clock finds it a millisecond later.
  let now = 0;
  const formulas = new Map(
    Array.from({ length: 1_000 }, (_, i) => [`f${i}`, `{n}${"+1".repeat(100)}`] as const),
  );
  const { computed, computed_errors = {} } = computedOf(formulas, row, { ...view, clock: () => (now += 1) });
  const late = Object.keys(computed_errors).length;
  assert.ok(late > 900 && late < 1_000, `${late} came too late`);
  assert.ok(Object.values(computed_errors).every((code) => code === "#NUM!"));
  assert.deepEqual([computed["f0"], computed["f999"]], [104, null]);
});

test("once the time of a row is over its other formulas are not begun, however little each would take", () => {
  let looks = 0;
  // The first look finds the row's time begun, the second finds it over.
  const clock = () => (looks += 1) * 60;
  const cheap = Array.from({ length: 100 }, (_, i) => [`f${i}`, "{n} + 1"] as const);
  const formulas = new Map([["dear", `{n}${"+1".repeat(200)}`], ...cheap]);
  const { computed_errors = {} } = computedOf(formulas, row, { ...view, clock });
  assert.equal(Object.keys(computed_errors).length, 101);
  assert.equal(looks, 2);
});

test("a row that comes when the time of its answer is over costs one look at the clock, and is #NUM! throughout", () => {
  let looks = 0;
  const late = { ...view, untilMs: 10, clock: () => 10 + (looks += 1) };
  const formulas = new Map(Array.from({ length: 100 }, (_, i) => [`f${i}`, "{n} + 1"] as const));
  const { computed, computed_errors = {} } = computedOf(formulas, row, late);
  assert.deepEqual(new Set(Object.values(computed)), new Set([null]));
  assert.deepEqual([Object.keys(computed_errors).length, looks], [100, 1]);
});

test("a list costs steps by the characters of its items, however deep they lie", () => {
  const items = Array.from({ length: 4 }, (_, i) => `${i}${"y".repeat(99_000)}`);
  const lists = (count: number) => Array.from({ length: count }, () => "{j}").join(", ");
  for (const j of [items, [[items]]]) {
    const outcome = (source: string) => computedOf(new Map([["f", source]]), { ...row, data: { j } }, view);
    const unique = (count: number) => `COUNTA(ARRAY_UNIQUE(ARRAY_FLATTEN(${lists(count)})))`;
    assert.deepEqual(outcome(unique(4)).computed, { f: 4 });
    assert.deepEqual(outcome(unique(64)).computed_errors, { f: "#NUM!" });
    assert.deepEqual(outcome(`COUNTA(${lists(64)})`).computed_errors, { f: "#NUM!" });
  }
});

test("the formulas of a row yield at most as many characters as a row holds; what is beyond is #NUM!", () => {
  const formulas = new Map(
    Array.from({ length: 8 }, (_, i): [string, string] => [`f${i}`, 'REPT("x", 100000)']),
  );
  formulas.set("last", "{n} + 1");
  const { computed, computed_errors } = computedOf(formulas, row);
  assert.deepEqual(computed_errors, { f5: "#NUM!", f6: "#NUM!", f7: "#NUM!" });
  assert.equal(computed["last"], 5);
});
