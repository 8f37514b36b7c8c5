import assert from "node:assert/strict";
import { test } from "node:test";
import { Recent } from "./recent.ts";

/** Keys for which a value had to be made, of those asked for in this order. */
function madeOf(most: number, keys: readonly string[]): string[] {
  const recent = new Recent<string>(most);
  const made: string[] = [];
  for (const key of keys) {
    const value = recent.get(key, () => {
      made.push(key);
      return `value of ${key}`;
    });
    assert.equal(value, `value of ${key}`);
  }
  return made;
}

test("a value that is kept is made once", () => {
  assert.deepEqual(madeOf(2, ["a", "b", "a", "b", "a"]), ["a", "b"]);
});

test("no more than so many are kept: the one asked for longest ago goes", () => {
  assert.deepEqual(madeOf(2, ["a", "b", "a", "c", "a", "b"]), ["a", "b", "c", "b"]);
});
