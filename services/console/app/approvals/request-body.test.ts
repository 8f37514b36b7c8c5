import assert from "node:assert/strict";
import { test } from "node:test";
import { bodyOf, faultOf, isLong, isNumeric, leavesOf, textOf } from "./request-body.ts";
import { writtenChange, type ShownBy } from "./shown-values.ts";

const columns: ShownBy["columns"] = [
  { name: "price", display_name: "Price", type: "currency", options: { currency: "EUR" } },
  { name: "share", display_name: "Share", type: "percent", options: {} },
  { name: "span", display_name: "Span", type: "duration", options: {} },
  { name: "due", display_name: "Due", type: "date", options: {} },
  { name: "note", display_name: "Note", type: "text", options: {} },
  { name: "shape", display_name: "Shape", type: "json", options: {} },
];
const by: ShownBy = { columns: [], currency: undefined, timezone: "Europe/Berlin" };
const leavesBy = (thing: unknown, shownBy = by) =>
  leavesOf(thing, (field, value) => writtenChange(field, value, shownBy));

const body = {
  first_name: "Ada",
  data: { amount: 3, is_paid: false, "a b": null },
  tags: ["x", "y z"],
  custom: {},
  rows: [[1]],
};
const leaves = leavesBy(body);
const texts = leaves.map(textOf);

test("each value of a body has a field in its place, those of objects inside too", () => {
  assert.deepEqual(
    leaves.map(({ path, kind }) => [path.join("."), kind]),
    [
      ["first_name", "text"],
      ["data.amount", "read"],
      ["data.is_paid", "boolean"],
      ["data.a b", "json"],
      ["tags", "texts"],
      ["custom", "json"],
      ["rows", "json"],
    ],
  );
  assert.deepEqual(
    leaves.filter(isLong).map(({ path }) => path[0]),
    ["data", "tags", "custom", "rows"],
  );
});

test("texts that nobody has changed are the same body", () => {
  assert.deepEqual(bodyOf(body, leaves, texts), body);
});

test("changed texts are read by the kind of their value, and the rest stays", () => {
  const changed = ["Grace", "4,5", "true", '"c"', " y z\n\nnew, one", "{}", "[]"];
  assert.deepEqual(bodyOf(body, leaves, changed), {
    first_name: "Grace",
    data: { amount: 4.5, is_paid: true, "a b": "c" },
    tags: ["y z", "new, one"],
    custom: {},
    rows: [],
  });
  assert.deepEqual(body.data.amount, 3);
});

test("cells are written as their columns show them, and read back in the units of the API", () => {
  const row = {
    data: { price: 2_500, share: 12.5, span: 5_400, due: "2026-11-30", note: null, shape: { a: [1] } },
  };
  const cells = leavesBy(row, { ...by, columns });
  assert.deepEqual(cells.map(textOf).slice(0, 3), ["25.00", "12.5 %", "1 h 30 min"]);
  assert.deepEqual(cells.map(isNumeric), [true, true, false, false, false, false]);
  assert.deepEqual(bodyOf(row, cells, cells.map(textOf)), row);
  const changed = ["30", "8,1", "45 min", "1 Dec 2026", "new", ""];
  assert.deepEqual(bodyOf(row, cells, changed), {
    data: { price: 3_000, share: 8.1, span: 2_700, due: "2026-12-01", note: "new", shape: null },
  });
  const [price] = cells;
  assert.ok(price !== undefined && faultOf(price, "30.005") !== undefined);
});

test("cells of several rows have their place, and rows too many for a form are JSON", () => {
  const rows = [{ data: { price: 2_500 } }, { data: { price: 100 } }];
  const cells = leavesBy({ rows }, { ...by, columns });
  assert.deepEqual(bodyOf({ rows }, cells, ["25.00", "2"]), {
    rows: [{ data: { price: 2_500 } }, { data: { price: 200 } }],
  });
  const many = Array.from({ length: 21 }, () => ({ data: { price: 100 } }));
  assert.deepEqual(
    leavesBy({ rows: many }, { ...by, columns }).map(({ kind }) => kind),
    ["json"],
  );
});

test("amounts of a document are written in its currency, and rates of tax as percentages", () => {
  const document = {
    currency: "EUR",
    line_items: [
      { description: "Hours", unit_amount: 2_500, tax_rate: "8.1", tax_rate_bps: 810, quantity: 2 },
    ],
  };
  const members = leavesBy(document, { ...by, currency: "EUR" });
  assert.deepEqual(members.map(textOf), ["EUR", "Hours", "25.00", "8.1 %", "8.1 %", "2"]);
  assert.deepEqual(bodyOf(document, members, ["EUR", "Hours", "30", "7,7", "7,7", "3"]), {
    currency: "EUR",
    line_items: [
      { description: "Hours", unit_amount: 3_000, tax_rate: "7.7", tax_rate_bps: 770, quantity: 3 },
    ],
  });
  const inYen = leavesBy(document, { ...by, currency: "JPY" });
  assert.equal(bodyOf(document, inYen, ["JPY", "Hours", "25.50", "8.1 %", "8.1 %", "2"]), undefined);
});

test("a time is written by the clock of the team", () => {
  const [at] = leavesBy({ start: "2026-11-30T09:00:00.000Z" });
  assert.ok(at !== undefined);
  assert.match(textOf(at), /10:00/);
  assert.deepEqual(bodyOf({ start: "" }, [at], [textOf(at).replace("10:00", "11:30")]), {
    start: "2026-11-30T10:30:00.000Z",
  });
});

test("texts that lines would change are written as JSON, and an empty list too", () => {
  for (const tags of [["a\nb"], [" a"], [""], [], ["a", 1]])
    assert.deepEqual(
      leavesBy({ tags }).map(({ kind }) => kind),
      ["json"],
    );
});

test("a text that cannot be read is a fault, and makes no body", () => {
  for (const [place, text] of [
    [1, "many"],
    [1, " "],
    [6, "[x"],
  ] as const) {
    const leaf = leaves[place];
    assert.ok(leaf !== undefined && faultOf(leaf, text) !== undefined, text);
    const wrong = texts.map((was, at) => (at === place ? text : was));
    assert.equal(bodyOf(body, leaves, wrong), undefined);
  }
});

test("a write without a body has no fields", () => {
  assert.deepEqual(leavesBy(null), []);
});
