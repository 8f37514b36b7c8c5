import assert from "node:assert/strict";
import { test } from "node:test";
import { RE2JS } from "re2js";
import { Patterns } from "./index.ts";

const bounds = { charsMax: 500, sizeMax: 5_000, readyMax: 20_000 };

test("a pattern is linear where others blow up, and matches the whole text alone", () => {
  const patterns = new Patterns(bounds);
  assert.equal(patterns.isWhole("(a+)+$", "a".repeat(10_000)), true);
  assert.equal(patterns.isWhole("(a+)+$", `${"a".repeat(10_000)}!`), false);
  assert.equal(patterns.isWhole("a|ab", "ab"), true);
  assert.equal(patterns.isWhole("b", "ab"), false);
  assert.equal(patterns.isWhole("[A-Z]{2}[0-9]+", "ab12"), false);
  assert.equal(patterns.isWhole(String.raw`\p{L}{2}`, "Äß"), true);
});

test("an invalid or too large pattern is not used, and is not compiled again", (t) => {
  const compile = t.mock.method(RE2JS, "compile");
  const patterns = new Patterns(bounds);
  for (const text of ["(", "a(?=b)", "(?<!a)b", String.raw`(a)\1`, "x".repeat(501), "((a{30}){30}){30}"])
    for (let n = 0; n < 2; n += 1) assert.equal(patterns.isWhole(text, "a"), undefined, text);
  assert.equal(compile.mock.callCount(), 4);
});

test("prepared patterns stay within their bound, and a dropped one still matches", () => {
  const patterns = new Patterns(bounds);
  for (let n = 0; n < 100; n += 1) assert.equal(patterns.isWhole(`(ab){900}${n}`, "x"), false);
  assert.ok(patterns.readySize > 0 && patterns.readySize <= bounds.readyMax);
  assert.equal(patterns.isWhole("(ab){900}0", `${"ab".repeat(900)}0`), true);
});

test("a whole match keeps nothing of the texts: the engine would gather megabytes of states", () => {
  const patterns = new Patterns(bounds);
  patterns.isWhole("(a|b)*a(a|b){12}[cd]", "abbabaab".repeat(200));
  const { regex } = patterns.get("(a|b)*a(a|b){12}[cd]");
  assert.equal(regex?.re2Input.lazyDFA, null);
});
