import assert from "node:assert/strict";
import { test } from "node:test";
import { AppError } from "@jst/errors";
import { schemaOf, type ColumnSchema } from "../schema/schema.ts";
import { changedCells, newCells } from "./cells.ts";

const column = (
  name: string,
  type: ColumnSchema["type"],
  rest: Partial<ColumnSchema> = {},
): ColumnSchema => ({
  id: name,
  name,
  type,
  required: false,
  unique: false,
  default: null,
  options: {},
  ...rest,
});

const schema = schemaOf({
  id: "t",
  name: "things",
  is_system: false,
  schema_version: 1,
  cleared_by: [],
  set_aside: [],
  has_merges: false,
  relation: null,
  columns: [
    column("title", "text", { required: true }),
    column("size", "number"),
    column("price", "number", { options: { precision: 2 } }),
    column("open", "boolean", { default: false }),
    column("due", "date"),
    column("stage", "select", { options: { options: [{ value: "a", label: "A" }] } }),
    column("none", "select"),
    column("meta", "json"),
  ],
});

function faultsOf(work: () => unknown): string[] {
  try {
    work();
    return [];
  } catch (error) {
    assert.ok(error instanceof AppError);
    assert.equal(error.status, 422);
    return [error.code, ...(error.errors ?? []).map((each) => `${each.field} ${each.code}`)];
  }
}

test("a new row holds what was sent and the defaults of what was not; null leaves a cell empty", () => {
  assert.deepEqual(newCells(schema, { title: "x", size: null }), { title: "x", open: false });
  assert.deepEqual(newCells(schema, { title: " x ", open: null, meta: { a: [1, null] } }), {
    title: " x ",
    meta: { a: [1, null] },
  });
});

test("a required cell is missing when it is absent, null or a text of which nothing shows", () => {
  for (const title of [" ", "\u00a0\n", "\u200b", "\u3164", "\u2800"]) {
    for (const write of [newCells, changedCells])
      assert.deepEqual(
        faultsOf(() => write(schema, { title })),
        ["validation_failed", "data.title required"],
      );
  }
  assert.deepEqual(
    faultsOf(() => newCells(schema, {})),
    ["validation_failed", "data.title required"],
  );
  assert.deepEqual(
    faultsOf(() => newCells(schema, { title: null })),
    ["validation_failed", "data.title required"],
  );
  assert.deepEqual(
    faultsOf(() => newCells(schema, { title: "" })),
    ["validation_failed", "data.title required"],
  );
  assert.deepEqual(
    faultsOf(() => changedCells(schema, { title: null })),
    ["validation_failed", "data.title required"],
  );
  assert.deepEqual(
    faultsOf(() => changedCells(schema, { size: 1 })),
    [],
  );
});

test("each type takes its own values and no other", () => {
  const good: [name: string, values: unknown[]][] = [
    ["title", [" x", "x".repeat(100_000), "\u{1f600}".repeat(100_000), "=1+1", "%_\\"]],
    ["size", [0, -0, 1.5, -1e-8, 9_007_199_254_740_991, 0.1]],
    ["price", [1, 1.5, 1.25, -0.01, 90_071_992_547_409.91]],
    ["open", [true, false]],
    ["due", ["2026-02-28", "2028-02-29", "0001-01-01"]],
    ["stage", ["a"]],
    ["meta", [0, false, "", [], {}, { deep: [{}] }]],
  ];
  for (const [name, values] of good) {
    for (const value of values)
      assert.deepEqual(changedCells(schema, { [name]: value }).set, { [name]: value });
  }
  const bad: [name: string, code: string, values: unknown[]][] = [
    ["title", "type_mismatch", [1, true, [], {}, ["x"]]],
    ["title", "too_long", ["x".repeat(100_001)]],
    ["size", "type_mismatch", ["1", true, [1], {}]],
    ["size", "out_of_range", [Infinity, -Infinity, 9_007_199_254_740_992, 1e300]],
    ["price", "too_precise", [1.001, 0.005]],
    ["open", "type_mismatch", [0, 1, "true", "", []]],
    ["due", "type_mismatch", [20260101, true, {}]],
    [
      "due",
      "invalid_format",
      ["", "2026-02-30", "2026-1-1", "2026-01-01T00:00:00Z", "today", "infinity", "10000-01-01"],
    ],
    ["stage", "invalid_value", ["", "A", "b", "toString"]],
    ["stage", "type_mismatch", [1, ["a"], { value: "a" }]],
    ["none", "invalid_value", ["x"]],
  ];
  for (const [name, code, values] of bad) {
    for (const value of values) {
      assert.deepEqual(
        faultsOf(() => changedCells(schema, { [name]: value })),
        ["validation_failed", `data.${name} ${code}`],
        `${name} ${String(value)}`,
      );
    }
  }
});

test("an unknown column is the refusal's code, and every other fault is listed with it", () => {
  for (const name of ["colour", "Title", "constructor", "toString", "id", "team_id", "", " title"]) {
    assert.deepEqual(
      faultsOf(() => changedCells(schema, { [name]: 1 })),
      ["unknown_column", `data.${name} unknown_column`],
    );
  }
  assert.deepEqual(
    faultsOf(() => newCells(schema, { colour: 1, size: "x" })),
    ["unknown_column", "data.colour unknown_column", "data.size type_mismatch", "data.title required"],
  );
});

test("null empties a cell, everything else is set", () => {
  assert.deepEqual(changedCells(schema, { size: null, open: false }), {
    set: { open: false },
    cleared: ["size"],
  });
});
