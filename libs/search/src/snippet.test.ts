import assert from "node:assert/strict";
import { test } from "node:test";
import { sight } from "./snippet.ts";

const filler = (count: number) => "lorem ipsum dolor ".repeat(count);

test("a snippet is cut around the part with most of the question, on one line (context.answer)", async () => {
  const text = `${filler(100)}chairs.\n${filler(100)}Twelve\tchairs for Meyer\n${filler(100)}`;
  const { snippet, closeness } = await sight(text, ["twelve", "chairs", "meyer"], "a");
  assert.match(snippet, /Twelve chairs for Meyer/);
  assert.ok(snippet.length <= 500);
  assert.equal(closeness, 0.5);
});

test("a text that is short is shown whole, and one without the question from its beginning", async () => {
  assert.equal((await sight("  Ada \n Lovelace ", ["ada"], "a")).snippet, "Ada Lovelace");
  assert.match((await sight(filler(200), ["zebra"], "a")).snippet, /^lorem ipsum/);
});

test("a short number is the one that stands there, a telephone number also the one with its country", async () => {
  for (const text of ["built in 2012", "call 112"])
    assert.equal((await sight(text, ["12"], "a")).closeness, 0, text);
  assert.equal((await sight("12 chairs", ["12"], "a")).closeness, 1);
  assert.equal((await sight("call 14155552671", ["4155552671"], "a")).closeness, 1);
});

test("no snippet has half a character or a control character", async () => {
  for (const text of ["🙂".repeat(600), "a🙂".repeat(400), `\u0007${"x".repeat(1000)}`]) {
    const { snippet } = await sight(text, ["zebra"], "a");
    assert.ok(snippet.isWellFormed());
    assert.doesNotMatch(snippet, /\p{Cc}/u);
    assert.ok(snippet.length <= 500);
  }
});
