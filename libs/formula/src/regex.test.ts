import assert from "node:assert/strict";
import { test } from "node:test";
import { patternSize } from "@jst/pattern";
import { RE2JS, RE2JSException } from "re2js";
import { READY_SIZE_MAX, readySize } from "./regex.ts";
import { computedOf, evaluated, view } from "./testing/evaluated.ts";
import { dice } from "./testing/reference.ts";

const pairs = Array.from({ length: 60 }, (_, i) => String.fromCharCode(97 + (i % 26), 97 + ((i * 7) % 26)));
const matching = (pattern: string, text = '"abc"') => `REGEX_MATCH(${text}, "${pattern}")`;

test("a pattern that would be too large is refused without being compiled, however its repeats are nested", (t) => {
  const compile = t.mock.method(RE2JS, "compile");
  for (const pattern of [
    `(${pairs.join("|")}){1000}`,
    `(${"a?b?".repeat(60)}){999}`,
    `(${String.raw`\\pL?`.repeat(40)}){1000}`,
    "((a{10}){10}){100}",
    "((.{0,30}){0,30})?{9}",
  ])
    assert.equal(evaluated(matching(pattern)), "#VALUE!", pattern);
  assert.equal(compile.mock.callCount(), 0);
});

test("a pattern is compiled once, an invalid one too", (t) => {
  const compile = t.mock.method(RE2JS, "compile");
  for (let i = 0; i < 3; i += 1) {
    assert.equal(evaluated(matching("^[a-z]{1,64}c$")), true);
    assert.equal(evaluated(matching("once(")), "#VALUE!");
  }
  assert.equal(compile.mock.callCount(), 2);
});

test("counts side by side do not multiply: a pattern of an address is not too large", () => {
  const address = String.raw`^[\\w.+-]{1,64}@[\\w-]{1,255}\\.[a-z]{2,63}$`;
  assert.equal(evaluated(matching(address, '"ada@example.com"')), true);
});

test("prepared patterns stay within their bound, and dropped ones still match", () => {
  for (let i = 0; i < 100; i += 1) assert.equal(evaluated(matching(`^(ab){900}?${i}$`)), false);
  assert.ok(readySize() > 0 && readySize() <= READY_SIZE_MAX, String(readySize()));
  assert.equal(evaluated(matching("^(ab){900}?0$")), false);
});

test("a pattern keeps nothing of the texts that were searched: the engine would gather megabytes of states", (t) => {
  const compile = t.mock.method(RE2JS, "compile");
  const text = "abbabaab".repeat(200);
  assert.equal(evaluated(matching("(a|b)*a(a|b){12}[cd]", "{t}"), { t: text }), false);
  assert.equal(compile.mock.calls[0]?.result?.re2Input.lazyDFA, null);
});

test("to make a pattern ready costs steps by its size: a formula runs out of them", () => {
  const formula = Array.from({ length: 12 }, (_, i) => `IF(${matching(`(ab){900}x${i}`)}, 1, 0)`).join(" + ");
  assert.equal(evaluated(formula), "#NUM!");
});

test("the clock is looked at after each match of a replacement, whose search may have read the whole text", () => {
  let now = 0;
  const formulas = new Map([["f", `REGEX_REPLACE(REPT("a", 100), "a[^z]*z|a", "b")`]]);
  const late = computedOf(formulas, undefined, { ...view, clock: () => (now += 1) });
  assert.deepEqual(late.computed_errors, { f: "#NUM!" });
  assert.equal(evaluated(formulas.get("f") ?? ""), "b".repeat(100));
});

test("searches that read a text again and again run out of steps, be time as it may", () => {
  const formulas = new Map([["f", `REGEX_REPLACE({t}, "a[^z]*z|a", "b")`]]);
  const row = { id: "r", created_at: "", updated_at: "", data: { t: "a".repeat(9_000) } };
  assert.deepEqual(computedOf(formulas, row, view).computed_errors, { f: "#NUM!" });
});

const pieces =
  String.raw`a b [ ] [^ [a-z] ( ) ( | * + ? {3} {2,} {0,4} {1,2} \ \Q \E \pL \p{Greek} \d \x{41} (?i) (?: (?P<n> ` +
  String.raw`[[:alpha:]] ^ $ . \b { } (?s-i) , 5 (?i: < > é`;

test("of 50,000 random patterns none compiles to more instructions than its text says", (t) => {
  const roll = dice(11);
  const words = pieces.split(" ");
  let compiled = 0;
  for (let i = 0; i < 50_000; i += 1) {
    const open = Array.from({ length: 1 + roll(14) }, () => words[roll(words.length)]).join("");
    const missing = open.split("(").length - open.split(")").length;
    const pattern = open + ")".repeat(Math.max(0, missing)) + (["", "{4}", "*", "{2,5}"][roll(4)] ?? "");
    const size = patternSize(pattern);
    if (size > 5_000) continue;
    try {
      const actual = RE2JS.compile(pattern).programSize();
      compiled += 1;
      assert.ok(actual <= size, `${pattern} has ${actual}, not ${size}`);
    } catch (error) {
      if (!(error instanceof RE2JSException)) throw error;
    }
  }
  t.diagnostic(`${compiled} of 50,000 were patterns`);
  assert.ok(compiled > 5_000, `${compiled} were patterns`);
});
