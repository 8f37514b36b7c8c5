import assert from "node:assert/strict";
import { test } from "node:test";
import { equalOperations } from "./equal-operations.ts";

type Operations = Parameters<typeof equalOperations>[0];

const row = (op: "create" | "update" | "delete", table: string, more: object = {}) => ({
  op,
  resource: "rows",
  before: op === "create" ? null : { table_id: table, data: {} },
  after: op === "delete" ? null : { table_id: table, data: {} },
  ...more,
});

const shapeOf = (operations: object[], after = 0) =>
  equalOperations(operations as unknown as Operations, after).map(({ operations: own, from }) => [
    from,
    own.length,
  ]);

test("neighbours that do the same with rows of one table are one group, and their order stays", () => {
  const operations = [
    ...[row("create", "a"), row("create", "a"), row("create", "b")],
    ...[row("update", "b"), row("create", "b"), row("create", "b")],
  ];
  assert.deepEqual(shapeOf(operations, 200), [
    [201, 2],
    [203, 1],
    [204, 1],
    [205, 2],
  ]);
});

test("what a person may not read, and what comes back, stands alone", () => {
  const hidden = row("update", "a", { before: null, after: null, redacted: true });
  const restored = row("update", "a", {
    before: { table_id: "a", deleted_at: "2026-01-01T00:00:00.000Z" },
    after: { table_id: "a" },
  });
  assert.deepEqual(
    shapeOf([hidden, hidden, restored, restored]).map(([, count]) => count),
    [1, 1, 1, 1],
  );
});
