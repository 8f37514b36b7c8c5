import assert from "node:assert/strict";
import { test } from "node:test";
import { applied, faultOf } from "./checks.ts";
import { chipText, type FoundNames } from "./chip-text.ts";
import { fieldsOf, type FilterField } from "./operators.ts";
import { filtersOf, type Condition } from "./tree.ts";

const ID = "0198f0a0-0000-7000-8000-000000000000";
const OTHER = "0198f0a0-0000-7000-8000-000000000001";
const choices = { options: [{ value: "n", label: "New" }, { value: "done" }] };
const column = (name: string, type: FilterField["type"], more: Partial<FilterField> = {}): FilterField => ({
  ...{ name, display_name: `${name[0]?.toUpperCase()}${name.slice(1)}`, type },
  options: {},
  ...more,
});
const fields = fieldsOf(ID, [
  column("title", "text"),
  column("status", "select", { options: choices }),
  column("tags", "multi_select", { options: choices }),
  column("price", "currency", { options: { currency: "EUR" } }),
  column("done", "boolean"),
  column("due", "date"),
  column("seen", "datetime"),
  column("owner", "user"),
  column("client", "contact"),
  column("order", "relation", { relation: { table_id: ID } }),
  column("notes", "json"),
]);
const names: FoundNames = { [ID]: "Nina", [OTHER]: null };
const chip = (condition: Condition) => chipText(condition, { fields, names, timeZone: "Europe/Berlin" });

test("a chip says its condition in the words and the values that people know", () => {
  const texts: readonly (readonly [Condition, string])[] = [
    [{ field: "status", op: "eq", value: "n" }, "Status is New"],
    [{ field: "status", op: "in", value: ["n", "done"] }, "Status is any of New, done"],
    [{ field: "tags", op: "has_all", value: ["n"] }, "Tags has all of New"],
    [{ field: "title", op: "contains", value: "bolt" }, "Title contains bolt"],
    [{ field: "title", op: "eq", value: "" }, "Title is “”"],
    [{ field: "title", op: "empty" }, "Title is empty"],
    [{ field: "done", op: "eq", value: false }, "Done is no"],
    [{ field: "due", op: "within", value: { rel: "this_week" } }, "Due is within this week"],
    [{ field: "due", op: "after", value: { rel: "days_ago", n: 1 } }, "Due is after 1 day ago"],
    [{ field: "seen", op: "eq", value: { rel: "today", timezone: "UTC" } }, "Seen is today (UTC)"],
    [{ field: "owner", op: "eq", value: ID }, "Owner is Nina"],
    [{ field: "client", op: "neq", value: ID }, "Client is not Nina"],
    [{ field: "created_at", op: "before", value: { rel: "past_month" } }, "Created is before the past month"],
  ];
  for (const [condition, text] of texts)
    assert.deepEqual(chip(condition), { text, fault: undefined, hasGoneValue: false });
});

test("money and dates are shown as the readers of values show them", () => {
  assert.match(
    chip({ field: "price", op: "between", value: [50, 129_950] }).text,
    /0[.,]50.* and .*1.?299[.,]50/,
  );
  assert.match(chip({ field: "due", op: "eq", value: "2026-11-30" }).text, /2026/);
  assert.match(chip({ field: "seen", op: "eq", value: "2026-11-30" }).text, /30/);
  assert.match(chip({ field: "seen", op: "eq", value: "2026-11-30T08:00:00.000Z" }).text, /9|09/);
});

test("a value that no longer exists is said, without the id or value that programs know", () => {
  const gone: readonly Condition[] = [
    { field: "status", op: "eq", value: "old" },
    { field: "tags", op: "has_any", value: ["n", "old"] },
    { field: "owner", op: "eq", value: OTHER },
    { field: "client", op: "eq", value: OTHER },
    { field: "order", op: "eq", value: OTHER },
    { field: "id", op: "eq", value: OTHER },
  ];
  for (const condition of gone) {
    const { text, hasGoneValue, fault } = chip(condition);
    assert.equal(hasGoneValue, true, text);
    assert.equal(fault, undefined);
    assert.match(text, /no longer exists/);
    assert.doesNotMatch(text, /old|0198/);
  }
});

test("a condition that the table does not take has a chip that says so, and is not applied", () => {
  const unfit: readonly Condition[] = [
    { field: "status", op: "gt", value: "n" },
    { field: "price", op: "gt", value: "5" },
    { field: "price", op: "gt", value: 2 ** 60 },
    { field: "due", op: "eq", value: "2026-02-30" },
    { field: "due", op: "eq", value: { rel: "someday" } },
    { field: "due", op: "eq", value: { rel: "today", timezone: "Mars/Base" } },
    { field: "owner", op: "eq", value: "nina" },
    { field: "tags", op: "has_any", value: [] },
    { field: "notes", op: "eq", value: {} },
    { field: "title", op: "empty", value: "x" },
  ];
  const title: Condition = { field: "title", op: "eq", value: "x" };
  for (const condition of unfit) {
    assert.equal(faultOf(condition, fields), "unfit", JSON.stringify(condition));
    assert.match(chip(condition).text, /does not fit/);
    assert.deepEqual(applied(filtersOf({ and: [condition, title] }), fields), title);
  }
  const lost: Condition = { field: "lost", op: "empty" };
  assert.equal(chip(lost).text, "A column that no longer exists");
  assert.equal(applied(filtersOf(lost), fields), undefined);
  assert.deepEqual(applied(filtersOf({ or: [title, { and: [lost, title] }] }), fields), {
    or: [title, { and: [title] }],
  });
});

test("a part that is too complex for chips is applied if the table takes all of it", () => {
  const own = {
    not: { or: [{ field: "title", op: "empty" }, { not: { field: "done", op: "eq", value: true } }] },
  };
  assert.deepEqual(applied(filtersOf(own), fields), own);
  for (const bad of [{ not: { field: "lost", op: "empty" } }, "{", { and: [] }, { field: 1 }, 5])
    assert.equal(applied(filtersOf(bad), fields), undefined);
});
