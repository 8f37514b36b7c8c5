import assert from "node:assert/strict";
import { test } from "node:test";
import { isTableName, tableNameFrom } from "./table-name.ts";

test("a name is made of what the display name's letters and digits leave", () => {
  const cases: [displayName: string, name: string][] = [
    ["Projects", "projects"],
    ["Sales  Orders / 2026", "sales_orders_2026"],
    ["Übergröße", "ubergro_e"],
    ["2026", "table_2026"],
    ["__x__", "x"],
    ["日本", "table"],
    ["constructor", "constructor"],
    [`a${" b".repeat(80)}`, `a${"_b".repeat(31)}`],
  ];
  for (const [displayName, name] of cases) {
    assert.equal(tableNameFrom(displayName), name, displayName);
    assert.equal(isTableName(name), true);
  }
});
