import assert from "node:assert/strict";
import { test } from "node:test";
import type { components } from "@jst/client";
import { filtersOf, NO_FILTERS } from "../filters/tree.ts";
import { bodyOf, isChanged, lookIn, lookOf, newViewOf, saidOf, SAYS_NOTHING, shownColumns } from "./look.ts";

type View = components["schemas"]["View"];

const columns = ["name", "amount", "due"].map((name) => ({ name }));
const condition = { field: "amount", op: "gt", value: 5 };
const view = (settings: Partial<View> = {}) =>
  ({
    ...{ name: "Great", kind: "grid", filters: null, sorts: [], visible_columns: [], hidden_columns: [] },
    ...{ column_order: [], conditional_formats: [], record_review_layout: null },
    ...settings,
  }) as unknown as View;

const great = view({
  filters: condition,
  sorts: [{ field: "amount", direction: "desc" }],
  hidden_columns: ["due"],
  column_order: ["amount"],
});

test("a view shows its columns in its order, and its address says nothing", () => {
  const look = lookOf(great, columns);
  assert.deepEqual(
    shownColumns(columns, look).map(({ name }) => name),
    ["amount", "name"],
  );
  assert.deepEqual(saidOf(look, look), SAYS_NOTHING);
  assert.equal(isChanged(look, look), false);
});

test("a look that is written to an address and read again is the same, also where it takes all away", () => {
  const base = lookOf(great, columns);
  const looks = [
    { ...base, filters: NO_FILTERS },
    { ...base, filters: filtersOf({ or: [condition, { not: condition }] }) },
    { ...base, sorts: [] },
    { ...base, sorts: [...base.sorts, { field: "name", direction: "asc" as const }] },
    { ...base, hidden: [] },
    { ...base, hidden: ["name", "amount"] },
    { ...base, order: ["due", "name", "amount"] },
    { ...base, widths: { name: 300 } },
    { ...base, frozen: 0 },
    { ...base, rowHeight: "tall" as const },
  ];
  for (const look of looks) {
    const said = saidOf(look, base);
    assert.equal(isChanged(look, base), true);
    const again = lookIn(said, base);
    assert.deepEqual(saidOf(again, base), said);
    assert.deepEqual([...again.hidden].sort(), [...look.hidden].sort());
    assert.deepEqual({ ...again, hidden: [] }, { ...look, hidden: [] });
  }
});

test("orders and columns that the table lacks are left out of an address", () => {
  const base = lookOf(undefined, columns);
  const look = lookIn({ sort: "gone:asc,amount:desc", hidden: "gone,due", order: "gone,due" }, base);
  assert.deepEqual(look.sorts, [{ field: "amount", direction: "desc" }]);
  assert.deepEqual(look.hidden, ["due"]);
  assert.deepEqual(look.order, ["due", "name", "amount"]);
});

test("a saved look has only the members that differ, and a view that names its columns goes on so", () => {
  const base = lookOf(great, columns);
  assert.deepEqual(bodyOf(base, great, columns), {});
  assert.deepEqual(bodyOf({ ...base, filters: NO_FILTERS }, great, columns), { filters: null });
  assert.deepEqual(bodyOf({ ...base, order: ["name", "amount", "due"] }, great, columns), {
    column_order: [],
  });
  assert.deepEqual(bodyOf({ ...base, frozen: 2 }, great, columns), {
    grid: { widths: {}, frozen: 2, row_height: null },
  });
  const closed = view({ visible_columns: ["name"] });
  const more = { ...lookOf(closed, columns), hidden: ["due"] };
  assert.deepEqual(bodyOf(more, closed, columns), {
    visible_columns: ["name", "amount"],
    hidden_columns: [],
  });
});

test("a view saved as another one has all that the first has, with the look over it", () => {
  const look = { ...lookOf(great, columns), sorts: [] };
  const body = newViewOf("Other", look, great, columns);
  assert.equal(body.name, "Other");
  assert.deepEqual(body.filters, condition);
  assert.deepEqual(body.sorts, []);
  assert.deepEqual(body.hidden_columns, ["due"]);
});
