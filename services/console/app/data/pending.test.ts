import assert from "node:assert/strict";
import { test } from "node:test";
import { newRow } from "./new-rows.ts";
import { pendingAfter, rowWith, type Pending } from "./pending.ts";
import { cellKey, type Edit } from "./refused.ts";

test("an answer to a former edit of a cell leaves the last one pending (console.grid)", () => {
  const row = { ...newRow("things", "a"), version: 1 };
  const [former, last]: [Edit, Edit] = [
    { row, column: "note", value: "former" },
    { row, column: "note", value: "last" },
  ];
  const pending: Pending = new Map([[cellKey(last), { edit: last, state: "saving" }]]);
  for (const state of [2, "failed", undefined] as const) {
    const after = pendingAfter(pending, [former], state);
    assert.deepEqual(rowWith({ ...row, version: 2 }, after).data, { note: "last" });
  }
  assert.equal(pendingAfter(pending, [last], undefined).size, 0);
});
