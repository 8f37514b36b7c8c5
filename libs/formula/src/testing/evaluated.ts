import { checkFormulas, FormulaSet, type Json, type ValueType, type Viewpoint } from "../index.ts";

/** Columns of the table the tests of this package share. */
export const plain: ReadonlyMap<string, ValueType> = new Map([
  ["n", "number"],
  ["zero", "number"],
  ["none", "number"],
  ["t", "text"],
  ["flag", "boolean"],
  ["d", "date"],
  ["at", "datetime"],
  ["l", "list"],
  ["nums", "list"],
  ["tags", "list"],
  ["j", "any"],
]);

const row = {
  id: "0198c0de-0000-7000-8000-000000000001",
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-02T00:00:00.000Z",
  data: {
    n: 4,
    zero: 0,
    none: null,
    t: "Hello",
    flag: false,
    d: "2026-01-31",
    at: "2026-03-28T23:30:00.000Z",
    l: ["a", "b", "a", null, ""],
    nums: [1, null, 5],
    tags: [],
    j: { a: 1 },
  } satisfies Record<string, Json>,
};

/**
 * Viewpoint of the tests: 2 March, half past midnight in Berlin, still the first in UTC. The clock of the time limits
 * stands still, because these tests are not about limits.
 */
export const view = { timezone: "Europe/Berlin", nowMs: Date.UTC(2026, 2, 1, 23, 30), clock: () => 0 };

/** A row, its cells by column. */
export interface TestRow {
  id: string;
  created_at: string;
  updated_at: string;
  data: Readonly<Record<string, Json>>;
}

/** `computed` and `computed_errors` of the row, from the JSON an answer would hold. */
export function computedOf(
  formulas: ReadonlyMap<string, string>,
  { id, created_at, updated_at, data }: TestRow = row,
  at: Viewpoint = view,
): { computed: Record<string, Json>; computed_errors?: Record<string, string> } {
  const set = FormulaSet.of(formulas, plain);
  const cells = set.inputs.map(({ name }) => data[name] ?? null);
  const json = set.json(set.evaluate([...cells, id, created_at, updated_at], at));
  return JSON.parse(`{${json}}`) as ReturnType<typeof computedOf>;
}

/** Evaluates the formula for the shared row: its value, its error value, or why it is invalid. */
export function evaluated(source: string, cells: Record<string, Json> = {}): Json | undefined {
  const formulas = new Map([["f", source]]);
  const fault = checkFormulas(formulas, plain).get("f")?.fault;
  if (fault !== undefined) return fault.message;
  const { computed, computed_errors } = computedOf(formulas, { ...row, data: { ...row.data, ...cells } });
  return computed_errors?.["f"] ?? computed["f"];
}
