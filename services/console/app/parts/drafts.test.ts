import assert from "node:assert/strict";
import { test } from "node:test";
import { moved } from "./drafts.ts";
import { NO_TOKENS, tokensOf } from "./tokens.ts";

test("words of a list stay to the letter; the one that is being written comes last, once", () => {
  const words = ["Red, dark", "Blue "];
  assert.deepEqual(tokensOf({ words, next: "" }), words);
  assert.deepEqual(tokensOf({ words, next: " Green " }), ["Red, dark", "Blue ", "Green"]);
  assert.deepEqual(tokensOf({ words, next: "Red, dark" }), words);
  assert.deepEqual(tokensOf({ ...NO_TOKENS, next: " " }), []);
});

test("a draft moves by a step, and the others keep their order", () => {
  assert.deepEqual(moved(["a", "b", "c"], 2, 1), ["a", "c", "b"]);
});
