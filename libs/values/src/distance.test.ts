import assert from "node:assert/strict";
import { test } from "node:test";
import { distance } from "./distance.ts";

test("words differ by characters that are missing, too many, others, or two that have changed places", () => {
  const slips: [string, string, number][] = [
    ["lovelace", "lovelace", 0],
    ["lovelase", "lovelace", 1],
    ["lovlace", "lovelace", 1],
    ["lovellace", "lovelace", 1],
    ["lvoelace", "lovelace", 1],
    ["lvoelase", "lovelace", 2],
    ["chair", "table", 3],
  ];
  for (const [one, other, count] of slips) {
    assert.equal(distance(one, other, 2), Math.min(count, 3), `${one} ${other}`);
    assert.equal(distance(other, one, 2), Math.min(count, 3), `${other} ${one}`);
  }
});
