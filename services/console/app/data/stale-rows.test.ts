import { ProblemError } from "@jst/client";
import assert from "node:assert/strict";
import { test } from "node:test";
import { changedRows, isSameCell, isSeenCell } from "./stale-rows.ts";

const conflict = (...fields: string[]) =>
  new ProblemError(412, {
    ...{ type: "about:blank", title: "Changed", status: 412, detail: "Changed.", request_id: null },
    code: "version_conflict",
    errors: fields.map((field) => ({ field, code: "version_conflict", message: "Changed." })),
  });

test("the rows that somebody else has changed are those with a fault, or the only one (console.grid)", () => {
  const rows = ["a", "b", "c"];
  assert.deepEqual(changedRows(rows, conflict("rows.0.version", "rows.2.version")), ["a", "c"]);
  assert.deepEqual(changedRows(["a"], conflict()), ["a"]);
  assert.deepEqual(changedRows(rows, conflict()), []);
  assert.deepEqual(changedRows(["a"], new ProblemError(412, undefined)), []);
  assert.deepEqual(changedRows(["a"], new TypeError("no answer")), []);
});

test("a stored value is the shown one also if the list shows the target of an id (console.grid)", () => {
  assert.ok(isSameCell(undefined, null));
  assert.ok(isSameCell({ id: "a", name: "Ada" }, "a"));
  assert.ok(isSameCell([{ id: "a" }, "b"], ["a", "b"]));
  assert.ok(!isSameCell([{ id: "a" }], ["a", "b"]));
  assert.ok(!isSameCell({ id: "a" }, "b"));
  assert.ok(!isSameCell("8", 8));
});

test("a cell over which the person wrote has the seen value, or still the listed one (console.grid)", () => {
  const row = { data: { note: "own" }, listed: { note: "listed" } };
  assert.ok(isSeenCell(row, "note", "own"));
  assert.ok(isSeenCell(row, "note", "listed"));
  assert.ok(!isSeenCell(row, "note", "theirs"));
  assert.ok(!isSeenCell({ data: { note: "seen" } }, "note", "theirs"));
});
