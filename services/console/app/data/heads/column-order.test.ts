import assert from "node:assert/strict";
import { test } from "node:test";
import { besideIn, movedAmong } from "./column-order.ts";

const order = ["a", "hidden", "b", "c"];
const shown = ["a", "b", "c"];

test("a moved column stands where the other one stood, past hidden ones", () => {
  assert.deepEqual(movedAmong(order, shown, 0, 1), ["hidden", "b", "a", "c"]);
  assert.deepEqual(movedAmong(order, shown, 2, 0), ["c", "a", "hidden", "b"]);
  assert.deepEqual(movedAmong(order, shown, 0, 9), order);
});

test("a new column stands beside the other one, and at the end if that is gone", () => {
  assert.deepEqual(besideIn(order, "new", { anchor: "b", side: "left" }), ["a", "hidden", "new", "b", "c"]);
  assert.deepEqual(besideIn([...order, "new"], "new", { anchor: "a", side: "right" }).slice(0, 2), [
    "a",
    "new",
  ]);
  assert.deepEqual(besideIn(order, "new", { anchor: "gone", side: "left" }).at(-1), "new");
});
