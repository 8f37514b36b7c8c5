import assert from "node:assert/strict";
import { test } from "node:test";
import { isSameJson } from "./same-json.ts";

test("JSON is equal whatever the order of an object's members, not of a list's", () => {
  const same: [unknown, unknown][] = [
    [1, 1],
    [-0, 0],
    [null, null],
    [
      { a: 1, b: [{}] },
      { b: [{}], a: 1 },
    ],
  ];
  const different: [unknown, unknown][] = [
    [1, "1"],
    [null, {}],
    [[], {}],
    [{}, []],
    [
      [1, 2],
      [2, 1],
    ],
    [{ a: undefined }, { b: undefined }],
    [{ a: 1 }, { a: 1, b: 2 }],
  ];
  for (const [left, right] of same)
    assert.equal(isSameJson(left, right), true, JSON.stringify([left, right]));
  for (const [left, right] of different)
    assert.equal(isSameJson(left, right), false, JSON.stringify([left, right]));
});
