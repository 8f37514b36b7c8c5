import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testData } from "../../testing/test-data.ts";

const { door, table } = await testData();
const caller = testCaller();
const path = {
  table_id: await table(caller, [
    { name: "n", type: "number" },
    { name: "at", type: "datetime" },
  ]),
};
const instants = ["0001-01-01T00:00:00.000Z", "2026-06-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z", null];
for (const [place, at] of instants.entries()) {
  const made = await door.call("CreateRow", { caller, path, body: { data: { n: place + 1, at } } });
  assert.equal(made.status, 201, JSON.stringify(made.body));
}

/**
 * The `n` of the rows a filter finds, in order, in a team that lives in this zone; or status and code of the refusal.
 */
async function found(filter: unknown, timezone = "UTC"): Promise<unknown[]> {
  const text = typeof filter === "string" ? filter : JSON.stringify(filter);
  const as = { ...caller, team: { ...caller.team, timezone } };
  const query = `sort=n:asc&filter=${encodeURIComponent(text)}`;
  const { status, body } = await door.call("ListRows", { caller: as, path, query });
  if (status !== 200) return [status, body.code];
  return body.rows.map((row: { data: { n: number } }) => row.data.n);
}

test("a zone that PostgreSQL does not read as Node does is refused in a filter, and keeps its meaning where a team has it", async () => {
  for (const timezone of [
    "AET",
    "BST",
    "US/Pacific-New",
    "Canada/East-Saskatchewan",
    "SystemV/AST4",
    "EST",
  ]) {
    const today = { field: "created_at", op: "within", value: { rel: "today", timezone } };
    assert.deepEqual(await found(today), [400, "invalid_filter"], timezone);
    const days = { field: "created_at", op: "on_or_after", value: "2020-01-01" };
    assert.deepEqual(await found(days, timezone), [1, 2, 3, 4], timezone);
    const lately = { field: "created_at", op: "within", value: { rel: "past_week" } };
    assert.deepEqual(await found(lately, timezone), [1, 2, 3, 4], timezone);
  }
  const lower = { field: "created_at", op: "within", value: { rel: "past_week", timezone: "europe/berlin" } };
  assert.deepEqual(await found(lower), [1, 2, 3, 4]);
});

test("the first and the last instants that can be written bound a list like any others, in every zone", async () => {
  const [first, last] = ["0001-01-01", "9999-12-31"];
  const cases: [op: string, value: unknown, zone: string, expected: number[]][] = [
    ["between", ["2026-01-01", last], "UTC", [2, 3]],
    ["on_or_before", last, "UTC", [1, 2, 3]],
    ["after", last, "UTC", []],
    ["eq", last, "America/Los_Angeles", [3]],
    ["neq", last, "UTC", [1, 2, 4]],
    ["between", ["2026-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z"], "UTC", [2, 3]],
    ["on_or_before", "9999-12-31T23:59:59.999Z", "UTC", [1, 2, 3]],
    ["after", "9999-12-31T23:59:59.999Z", "UTC", []],
    ["after", "9999-12-31T23:59:59.998Z", "UTC", [3]],
    ["on_or_after", first, "Europe/Berlin", [1, 2, 3]],
    ["on_or_after", first, "America/Los_Angeles", [2, 3]],
    ["before", first, "Europe/Berlin", []],
    ["eq", first, "Europe/Berlin", [1]],
  ];
  const wrong: unknown[] = [];
  for (const [op, value, zone, expected] of cases) {
    const rows = await found({ field: "at", op, value }, zone);
    if (JSON.stringify(rows) !== JSON.stringify(expected)) wrong.push([op, value, zone, rows]);
  }
  assert.deepEqual(wrong, []);
});

test("an instant whose offset leads out of the years 0001 to 9999 is refused, as in a cell", async () => {
  for (const value of ["9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00.1234+14:00", "0000-12-31T23:59:59Z"])
    assert.deepEqual(await found({ field: "at", op: "before", value }), [400, "invalid_filter"], value);
});

test("groups nested without end are refused on a table with formulas as on any other", async () => {
  const columns = [
    { name: "n", type: "number" },
    { name: "f", type: "formula", formula: "{n} + 1" },
  ];
  const other = testCaller();
  const withFormula = { caller: other, path: { table_id: await table(other, columns) } };
  const nested = (depth: number, [open, close]: readonly [string, string]) =>
    open.repeat(depth) + '{"field":"f","op":"empty"}' + close.repeat(depth);
  const groups = [
    ['{"and":[', "]}"],
    ['{"or":[', "]}"],
    ['{"not":', "}"],
  ] as const;
  for (const group of groups) {
    for (const depth of [6_000, 900, 6]) {
      const query = `filter=${nested(depth, group)}`;
      for (const asked of [withFormula, { caller, path }]) {
        const { status, body } = await door.call("ListRows", { ...asked, query });
        assert.deepEqual([status, body.code], [400, "invalid_filter"], `${group[0]} ${depth}`);
      }
    }
  }
});

test("today is the day a list is asked for, however the filter spells it", async ({ mock }) => {
  const spellings = ['{"rel":"today"}', '{"\\u0072el":"today"}', '{"re\\u006c":"\\u0074oday"}'];
  const filters = spellings.map((value) => `{"field":"created_at","op":"within","value":${value}}`);
  for (const filter of filters) assert.deepEqual(await found(filter), [1, 2, 3, 4], filter);
  mock.timers.enable({ apis: ["Date"], now: Date.now() + 3 * 86_400_000 });
  for (const filter of filters) assert.deepEqual(await found(filter), [], filter);
});

test("a number that would be read as another one is refused with its place in a list, at every door of filters", async () => {
  const wrong = '{"field":"n","op":"gt","value":9007199254740993}';
  const list = (query: string) => door.call("ListRows", { caller, path, query });
  const { status, body } = await list(`filter=${encodeURIComponent(`{"and":[${wrong}]}`)}`);
  assert.deepEqual([status, body.code, body.position], [400, "invalid_filter", "$.and[0].value"]);
  const view = await door.call("CreateView", { caller, path, body: `{"name":"v","filters":${wrong}}` });
  assert.deepEqual([view.status, view.body.errors[0].field], [422, "filters.value"]);
  const column = { name: "f", type: "formula", formula: "{n} + 9007199254740993" };
  const formula = await door.call("CreateColumn", { caller, path, body: column });
  assert.deepEqual([formula.status, formula.body.code, formula.body.position], [422, "formula_invalid", 6]);
});
