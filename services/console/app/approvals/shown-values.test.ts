import assert from "node:assert/strict";
import { test } from "node:test";
import { calledIn, shownChange } from "./shown-values.ts";

const columns = [
  { name: "price", display_name: "Price", type: "currency" as const, options: { currency: "EUR" } },
  { name: "dur", display_name: "Duration", type: "duration" as const, options: {} },
  { name: "at", display_name: "At", type: "datetime" as const, options: {} },
  { name: "title", display_name: "Title", type: "text" as const, options: {} },
];
const by = { columns, currency: undefined, timezone: "Europe/Berlin" };

test("cells of a row are shown as the table shows them", () => {
  assert.equal(shownChange("data.price", 1999, by), "€19.99");
  assert.equal(shownChange("data.dur", 5400, by), "1 h 30 min");
  assert.match(shownChange("data.at", "2026-11-30T09:00:45.000Z", by) ?? "", /10:00:45/);
  assert.equal(shownChange("data.title", " a ", by), undefined);
  assert.equal(shownChange("data.price", null, by), undefined);
});

test("choices are shown by their labels, one without a label as it is", () => {
  const options = { options: [{ value: "new", label: "Brand new" }, { value: "old" }] };
  const chosen = { name: "state", display_name: "State", type: "select" as const, options };
  const one = { ...by, columns: [chosen] };
  assert.equal(shownChange("data.state", "new", one), "Brand new");
  assert.equal(shownChange("data.state", "old", one), "old");
  assert.equal(shownChange("data.state", "gone", one), undefined);
});

test("a cell has the name of its column, another member its word", () => {
  assert.equal(calledIn(by, "data.dur"), "Duration");
  assert.equal(calledIn(by, "data.old_one"), "Old one");
  assert.equal(calledIn(by, "size_bytes"), "Size");
  assert.equal(calledIn(by, "line_items 1.unit_amount"), "Line items 1, Price of one");
});

test("amounts of a document are shown in its currency, other numbers as they are", () => {
  const money = { ...by, columns: [], currency: "KWD" };
  assert.match(shownChange("line_items 1.unit_amount", 1500, money) ?? "", /1\.500/);
  assert.equal(shownChange("line_items 1.tax_rate_bps", 810, money), "8.1 %");
  assert.equal(shownChange("line_items 1.quantity", 2, money), undefined);
  assert.equal(shownChange("total", 1500, by), undefined);
});
