import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldsOf } from "./field.ts";
import { compileFilter } from "./filter.ts";
import { type ListPage, pageJson } from "./page.ts";
import { containsAny, Params } from "./params.ts";
import {
  client,
  codec,
  fields,
  idOf,
  insert,
  page,
  scope,
  testListedRows,
  walk,
} from "./testing/listed-rows.ts";

testListedRows();

const context = { timezone: "Europe/Berlin", now: () => new Date("2026-03-29T12:00:00Z") };

test("pages neither skip nor repeat under equal keys, nulls and mixed directions, whatever the page size", async () => {
  await client.query("truncate r");
  const names = ["a", "b", null, "", "é", "a'b\"c\\d,{}", "NULL"];
  for (let n = 0; n < 60; n++) {
    await insert({
      n,
      name: names[n % 7],
      size: n % 5 === 0 ? null : (n % 3) + 0.1,
      open: n % 4 === 0 ? null : n % 2 === 0,
      due: n % 6 === 0 ? null : `2026-01-0${(n % 3) + 1}`,
    });
  }
  for (const sort of [
    "at:asc",
    "at:desc",
    "name:asc",
    "name:desc",
    "size:desc,name:asc",
    "open:asc,size:desc,due:asc,name:desc",
    "due:desc,id:asc",
    "size:asc,open:desc,at:asc",
    "due:asc,open:asc,name:asc,size:desc,at:desc",
  ]) {
    const whole = (await page(sort, 500)).items;
    assert.equal(new Set(whole).size, 60);
    for (const limit of [1, 7, 30, 59, 60])
      for (const options of [{}, { isIndexed: true }, { isIndexed: true, isIndexedNow: "false" }]) {
        const pages = await walk(sort, limit, options);
        assert.deepEqual(pages, whole, `${sort} by ${limit}, ${JSON.stringify(options)}`);
      }
  }
});

test("nulls come last in both directions", async () => {
  await client.query("truncate r");
  await insert({ n: 1, size: null }, { n: 2, size: 2 }, { n: 3, size: 3 });
  assert.deepEqual((await page("size:asc", 10)).items, [2, 3, 1]);
  assert.deepEqual((await page("size:desc", 10)).items, [3, 2, 1]);
});

test("rows inserted between pages never push another one out or in twice", async () => {
  await client.query("truncate r");
  for (let n = 0; n < 30; n++) await insert({ n, name: `k${n % 3}` });
  let next = 100;
  const seen = await walk("name:desc", 4, {}, () =>
    insert({ n: next++, name: "k2" }, { n: next++, name: "k0" }),
  );
  assert.equal(new Set(seen).size, seen.length);
  for (let n = 0; n < 30; n++) assert.ok(seen.includes(n), `row ${n}`);
});

test("instants a microsecond apart stay apart, and 600 equal ones are each listed once", async () => {
  await client.query("truncate r");
  await client.query(
    "insert into r (n, id, at) select g, gen_random_uuid(), '2026-01-01T00:00:00Z'::timestamptz + g * interval '1 microsecond' from generate_series(1, 50) g",
  );
  assert.deepEqual(
    await walk("at:asc", 3),
    Array.from({ length: 50 }, (_, index) => index + 1),
  );
  await client.query(
    "insert into r (n, id, at) select g, gen_random_uuid(), '2027-01-01' from generate_series(51, 650) g",
  );
  assert.equal(new Set(await walk("at:desc", 70)).size, 650);
});

const jsonOf = (row: ListPage) => Buffer.concat(pageJson("rows", row, { codec, scope })).toString();

test("the last page says so, an exactly full one too, and an empty list is an empty array", async () => {
  await client.query("truncate r");
  const empty = (await page("at:asc", 2)).row;
  assert.equal(jsonOf(empty), '{"rows":[],"next_cursor":null,"has_more":false,"total":0}');
  await insert({ n: 1 }, { n: 2 });
  const full = (await page("id:asc", 2)).row;
  assert.equal(jsonOf(full), '{"rows":[1,2],"next_cursor":null,"has_more":false,"total":2}');
  const first = JSON.parse(jsonOf((await page("id:asc", 1)).row)) as {
    next_cursor: string;
    has_more: boolean;
    total: number;
  };
  assert.equal(first.has_more, true);
  assert.equal(first.total, 2);
  assert.deepEqual(codec.decode(scope, first.next_cursor, 1), [idOf(1)]);
});

/** The same as an index may have them. */
const ranged = fieldsOf(...[...fields.values()].map((field) => ({ ...field, isRanged: true })));

test("each operator finds what its name says, and its denial the other rows", async () => {
  await client.query("truncate r");
  await insert(
    {
      n: 1,
      name: "Alpha 50%",
      size: 1,
      open: true,
      due: "2026-03-28",
      at: "2026-03-27T23:30:00Z",
      tags: ["x", "y"],
    },
    {
      n: 2,
      name: "beta_",
      size: 2.5,
      open: false,
      due: "2026-03-29",
      at: "2026-03-29T21:59:59.999999Z",
      tags: ["y"],
    },
    { n: 3, name: "", size: 3, open: null, due: "2026-04-30", at: "2026-03-29T22:00:00Z", tags: [] },
    { n: 4, name: null, size: null, open: null, due: null, at: "2026-05-01T00:00:00Z", tags: null },
  );
  const cases: [field: string, op: string, value: unknown, expected: number[]][] = [
    ["name", "eq", "beta_", [2]],
    ["name", "eq", "Beta_", []],
    ["name", "ieq", "BETA_", [2]],
    ["name", "neq", "beta_", [1, 3, 4]],
    ["name", "in", ["beta_", ""], [2, 3]],
    ["name", "nin", ["beta_", ""], [1, 4]],
    ["name", "contains", "ALPHA", [1]],
    ["name", "contains", "%", [1]],
    ["name", "contains", "_", [2]],
    ["name", "ncontains", "a", [3, 4]],
    ["name", "starts_with", "BET", [2]],
    ["name", "ends_with", "50%", [1]],
    ["name", "empty", undefined, [3, 4]],
    ["name", "nempty", undefined, [1, 2]],
    ["size", "gt", 1, [2, 3]],
    ["size", "lte", 2.5, [1, 2]],
    ["size", "neq", 1, [2, 3, 4]],
    ["size", "between", [1, 2.5], [1, 2]],
    ["size", "between", [2.5, 1], []],
    ["size", "nin", [3, 1, 2.5, 1], [4]],
    ["size", "nin", [1], [2, 3, 4]],
    ["size", "empty", undefined, [4]],
    ["open", "eq", false, [2]],
    ["due", "eq", "2026-03-29", [2]],
    ["due", "neq", "2026-03-29", [1, 3, 4]],
    ["due", "before", { rel: "today" }, [1]],
    ["due", "on_or_before", { rel: "today" }, [1, 2]],
    ["due", "after", { rel: "this_month" }, [3]],
    ["due", "within", { rel: "this_week" }, [1, 2]],
    ["due", "between", ["2026-03-28", { rel: "today" }], [1, 2]],
    ["due", "empty", undefined, [4]],
    ["at", "eq", "2026-03-29", [2]],
    ["at", "within", { rel: "today" }, [2]],
    ["at", "within", { rel: "today", timezone: "UTC" }, [2, 3]],
    ["at", "after", "2026-03-29", [3, 4]],
    ["at", "after", "2026-03-29T22:00:00Z", [4]],
    ["at", "on_or_after", "2026-03-30T00:00:00+02:00", [3, 4]],
    ["at", "on_or_before", "2026-03-28", [1]],
    ["tags", "has_any", ["x", "q"], [1]],
    ["tags", "has_all", ["y", "x"], [1]],
    ["tags", "has_none", ["x"], [2, 3, 4]],
    ["tags", "exactly", ["y"], [2]],
    ["tags", "empty", undefined, [3, 4]],
    ["tags", "nempty", undefined, [1, 2]],
  ];
  for (const [field, op, value, expected] of cases) {
    const others = [1, 2, 3, 4].filter((n) => !expected.includes(n));
    for (const known of [fields, ranged])
      for (const [filter, found] of [
        [{ field, op, value }, expected],
        [{ not: { field, op, value } }, others],
        [{ not: { not: { field, op, value } } }, expected],
      ] as const) {
        const params = new Params();
        const where = compileFilter(JSON.stringify(filter), known, params, context);
        const { items } = await page("id:asc", 10, { where, values: params.values });
        assert.deepEqual(items, found, `${JSON.stringify(filter)}: ${where}`);
      }
  }
});

test("a denied group includes nulls", async () => {
  const params = new Params();
  const where = compileFilter('{"not":{"field":"size","op":"gt","value":1}}', fields, params, context);
  assert.deepEqual((await page("id:asc", 10, { where, values: params.values })).items, [1, 4]);
});

test("a search finds its text literally in any of the fields, in either case", async () => {
  for (const [text, expected] of [
    ["50%", [1]],
    ["ETA_", [2]],
    ["%", [1]],
    ["\\", []],
  ] as const) {
    const params = new Params();
    assert.deepEqual(
      (
        await page("id:asc", 10, {
          where: containsAny(["r.name"], text, params),
          values: params.values,
        })
      ).items,
      expected,
      text,
    );
  }
});
