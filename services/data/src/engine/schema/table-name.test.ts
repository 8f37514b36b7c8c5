import assert from "node:assert/strict";
import { test } from "node:test";
import { freeTableName, isTableName, tableNameFrom } from "./table-name.ts";

test("a name is made of what the display name's letters and digits leave", () => {
  const cases: [displayName: string, name: string][] = [
    ["Projects", "projects"],
    ["Sales  Orders / 2026", "sales_orders_2026"],
    ["Übergröße", "ubergrosse"],
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

test("a name that gets a number is as long as a name may be", () => {
  const name = "a".repeat(63);
  const free = freeTableName({ name, display_name: "One" }, [{ name, display_name: "Other" }]);
  assert.equal(free, `${"a".repeat(61)}_2`);
  const ended = `${"a".repeat(60)}_bc`;
  assert.equal(
    freeTableName({ name: ended, display_name: "One" }, [{ name: ended, display_name: "Other" }]),
    `${"a".repeat(60)}_2`,
  );
});
