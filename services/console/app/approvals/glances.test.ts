import assert from "node:assert/strict";
import { test } from "node:test";
import { glanceOf, nameIn } from "./glances.ts";

const columns = [
  { name: "name", display_name: "Name", type: "text" as const, options: {} },
  { name: "price", display_name: "Price", type: "currency" as const, options: { currency: "EUR" } },
];
const row = (data: object, more: object = {}) => ({ id: "1", table_id: "t", version: 1, data, ...more });
const fieldsOf = (operation: Parameters<typeof glanceOf>[0]) =>
  glanceOf(operation, { columns }).map(({ field, before, after }) => [field, before, after]);

test("the cells of a row come in the order of the columns, before other members, and its table is left out", () => {
  const after = row({ price: 1000, name: "Tea" }, { archived: true });
  assert.deepEqual(fieldsOf({ op: "create", before: null, after }), [
    ["data.name", null, "Tea"],
    ["data.price", null, 1000],
    ["archived", null, true],
  ]);
});

test("an update shows what differs, and a deletion what it takes away", () => {
  const [before, after] = [row({ name: "Tea", price: 1000 }), row({ name: "Tea", price: 1200 })];
  assert.deepEqual(fieldsOf({ op: "update", before, after }), [["data.price", 1000, 1200]]);
  assert.deepEqual(
    fieldsOf({ op: "delete", before, after: row({ name: "Tea", price: 1000 }, { deleted_at: "x" }) }),
    [
      ["data.name", "Tea", null],
      ["data.price", 1000, null],
    ],
  );
});

test("a row is named by its first text that is not empty, another thing by its name or title", () => {
  const named = (before: object) => nameIn({ op: "update", before, after: null } as never, { columns });
  assert.equal(named(row({ name: " Tea ", price: 1 })), "Tea");
  assert.equal(named(row({ name: " ", price: 1 })), undefined);
  assert.equal(named({ title: "Call Ada" }), "Call Ada");
});
