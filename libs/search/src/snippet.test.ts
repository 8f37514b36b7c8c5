import assert from "node:assert/strict";
import { test } from "node:test";
import { sight } from "./snippet.ts";

const filler = (count: number) => "lorem ipsum dolor ".repeat(count);

test("a snippet is cut around the part with most of the question, on one line (context.answer)", () => {
  const text = `${filler(100)}chairs.\n${filler(100)}Twelve\tchairs for Meyer\n${filler(100)}`;
  const { snippet, closeness } = sight(text, ["twelve", "chairs", "meyer"]);
  assert.match(snippet, /Twelve chairs for Meyer/);
  assert.ok(snippet.length <= 500);
  assert.equal(closeness, 0.5);
});

test("a text that is short is shown whole, and one without the question from its beginning", () => {
  assert.equal(sight("  Ada \n Lovelace ", ["ada"]).snippet, "Ada Lovelace");
  assert.match(sight(filler(200), ["zebra"]).snippet, /^lorem ipsum/);
});

test("a short number is the one that stands there, a telephone number also the one with its country", () => {
  for (const text of ["built in 2012", "call 112"]) assert.equal(sight(text, ["12"]).closeness, 0, text);
  assert.equal(sight("12 chairs", ["12"]).closeness, 1);
  assert.equal(sight("call 14155552671", ["4155552671"]).closeness, 1);
});

test("no snippet has half a character or a control character", () => {
  for (const text of ["🙂".repeat(600), "a🙂".repeat(400), `\u0007${"x".repeat(1000)}`]) {
    const { snippet } = sight(text, ["zebra"]);
    assert.ok(snippet.isWellFormed());
    assert.doesNotMatch(snippet, /\p{Cc}/u);
    assert.ok(snippet.length <= 500);
  }
});
