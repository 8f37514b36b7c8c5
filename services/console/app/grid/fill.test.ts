import assert from "node:assert/strict";
import { test } from "node:test";
import { filled } from "./fill.ts";

test("two cells or more of the same distance go on; one cell, and cells of other distances, repeat", () => {
  const cases: [source: unknown[], next: unknown[]][] = [
    [[1], [1, 1, 1]],
    [
      [1, 2],
      [3, 4, 5],
    ],
    [
      [10, 7],
      [4, 1, -2],
    ],
    [
      [0.1, 0.2],
      [0.3, 0.4, 0.5],
    ],
    [
      [1e-7, 2e-7],
      [3e-7, 4e-7, 5e-7],
    ],
    [
      [1, 2, 4],
      [1, 2, 4],
    ],
    [
      [1, null],
      [1, null, 1],
    ],
    [
      ["2026-01-30", "2026-01-31"],
      ["2026-02-01", "2026-02-02", "2026-02-03"],
    ],
    [
      ["2026-01-31", "2026-02-28"],
      ["2026-03-31", "2026-04-30", "2026-05-31"],
    ],
    [
      ["2027-10-29", "2028-02-29"],
      ["2028-06-29", "2028-10-29", "2029-02-28"],
    ],
    [
      ["2026-03-15", "2026-01-15"],
      ["2025-11-15", "2025-09-15", "2025-07-15"],
    ],
    [
      ["9999-12-30", "9999-12-31"],
      [null, null, null],
    ],
    [
      ["Item 1", "Item 2"],
      ["Item 3", "Item 4", "Item 5"],
    ],
    [
      ["A08", "A09"],
      ["A10", "A11", "A12"],
    ],
    [
      ["9", "10"],
      ["11", "12", "13"],
    ],
    [
      ["Box 1", "Case 2"],
      ["Box 1", "Case 2", "Box 1"],
    ],
    [
      ["x 2", "x 1"],
      ["x 0", null, null],
    ],
    [
      ["n9007199254740993", "n9007199254740994"],
      ["n9007199254740993", "n9007199254740994", "n9007199254740993"],
    ],
    [
      [true, false],
      [true, false, true],
    ],
    [[{ id: "a" }], [{ id: "a" }, { id: "a" }, { id: "a" }]],
  ];
  for (const [source, next] of cases) assert.deepEqual(filled(source, 3), next, JSON.stringify(source));
});

test("a fill that copies repeats; a fill upwards goes the other way", () => {
  assert.deepEqual(filled([1, 2], 3, { copies: true }), [1, 2, 1]);
  assert.deepEqual(filled([1, 2], 3, { backwards: true }), [0, -1, -2]);
  assert.deepEqual(filled(["a", "b"], 3, { backwards: true }), ["b", "a", "b"]);
});
