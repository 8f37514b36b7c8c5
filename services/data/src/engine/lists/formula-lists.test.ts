import assert from "node:assert/strict";
import { test } from "node:test";
import { withClient } from "@jst/testing";
import { berlinCaller, testData } from "../../testing/test-data.ts";

const { door, table, database } = await testData();
const caller = berlinCaller();
const columns = [
  { name: "n", type: "number" },
  { name: "t", type: "text" },
  { name: "d", type: "date" },
  { name: "at", type: "datetime" },
  { name: "tags", type: "multi_select", options: { options: ["a", "b", "c"].map((value) => ({ value })) } },
  { name: "number", type: "formula", formula: "100 / {n}" },
  { name: "text", type: "formula", formula: 'IF(ISBLANK({t}), BLANK(), {t} & "-" & {n})' },
  { name: "truth", type: "formula", formula: "{n} > 2" },
  { name: "date", type: "formula", formula: 'DATE_ADD({d}, 1, "day")' },
  { name: "datetime", type: "formula", formula: 'DATE_ADD({at}, 1, "hour")' },
  { name: "list", type: "formula", formula: "ARRAY_COMPACT({tags})" },
  { name: "any", type: "formula", formula: 'IF({n} > 2, {n}, "few")' },
];
const path = { table_id: await table(caller, columns) };

const cells: Record<string, unknown>[] = [
  { n: 0, t: "Zero", d: "2026-01-31", at: "2026-03-28T23:30:00Z", tags: ["a"] },
  { n: 1, t: "One", d: "2026-02-01", at: "2026-03-28T22:30:00Z", tags: ["a", "b"] },
  { n: 2, t: "two" },
  { n: 4, t: "Four_%", d: "2025-12-31", tags: ["c"] },
  { t: "no number", at: "2026-06-01T00:00:00Z", tags: [] },
  { n: 4, d: "2025-12-31" },
  { n: -5, t: "minus", d: "2026-02-28", at: "2026-03-29T00:00:00Z", tags: ["b", "c"] },
];
const ids: string[] = [];
for (const data of cells) {
  const made = await door.call("CreateRow", { caller, path, body: { data } });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  ids.push(made.body.id);
}

type Row = { id: string; computed: Record<string, unknown>; data: Record<string, unknown> };

async function list(query: Record<string, unknown>) {
  const text = Object.entries(query).map(([name, value]) => {
    const sent = typeof value === "string" ? value : JSON.stringify(value);
    return `${name}=${encodeURIComponent(sent)}`;
  });
  return door.call("ListRows", { caller, path, query: text.join("&") });
}

/** Places in `cells` of the rows listed, in their order. */
async function found(query: Record<string, unknown>): Promise<number[]> {
  const { status, body } = await list(query);
  assert.equal(status, 200, JSON.stringify(body));
  return (body.rows as Row[]).map(({ id }) => ids.indexOf(id));
}

test("a formula is filtered by the operators of its result, errors and blanks being empty", async () => {
  const cases: [filter: unknown, rows: number[]][] = [
    [{ field: "number", op: "eq", value: 25 }, [3, 5]],
    [{ field: "number", op: "neq", value: 25 }, [0, 1, 2, 4, 6]],
    [{ field: "number", op: "lt", value: 50 }, [3, 5, 6]],
    [{ field: "number", op: "between", value: [50, 100] }, [1, 2]],
    [{ field: "number", op: "in", value: [100, -20] }, [1, 6]],
    [{ field: "number", op: "empty" }, [0, 4]],
    [{ field: "number", op: "nempty" }, [1, 2, 3, 5, 6]],
    [{ field: "text", op: "eq", value: "One-1" }, [1]],
    [{ field: "text", op: "ieq", value: "one-1" }, [1]],
    [{ field: "text", op: "contains", value: "_%" }, [3]],
    [{ field: "text", op: "starts_with", value: "t" }, [2]],
    [{ field: "text", op: "ncontains", value: "o" }, [5, 6]],
    [{ field: "text", op: "empty" }, [5]],
    [{ field: "truth", op: "eq", value: true }, [3, 5]],
    [{ field: "truth", op: "eq", value: false }, [0, 1, 2, 6]],
    [{ field: "date", op: "eq", value: "2026-02-01" }, [0]],
    [{ field: "date", op: "before", value: "2026-02-01" }, [3, 5]],
    [{ field: "date", op: "empty" }, [2, 4]],
    // 23:30 UTC is half past midnight of the 29th in Berlin, an hour later half past one.
    [{ field: "datetime", op: "eq", value: "2026-03-29" }, [0, 1, 6]],
    [{ field: "datetime", op: "eq", value: "2026-03-29T00:30:00.000Z" }, [0]],
    [{ field: "datetime", op: "after", value: "2026-03-29T00:30:00Z" }, [4, 6]],
    [{ field: "list", op: "has_any", value: ["b"] }, [1, 6]],
    [{ field: "list", op: "has_all", value: ["b", "c"] }, [6]],
    [{ field: "list", op: "has_none", value: ["a"] }, [2, 3, 4, 5, 6]],
    [{ field: "list", op: "exactly", value: ["c"] }, [3]],
    [{ field: "list", op: "empty" }, [2, 4, 5]],
    [{ field: "any", op: "nempty" }, [0, 1, 2, 3, 4, 5, 6]],
    [{ or: [{ field: "number", op: "gt", value: 90 }, { field: "t", op: "eq", value: "minus" }] }, [1, 6]],
    [{ not: { field: "number", op: "gt", value: 0 } }, [0, 4, 6]],
    [{ and: [{ field: "n", op: "gte", value: 1 }, { field: "truth", op: "eq", value: false }] }, [1, 2]],
  ]; // prettier-ignore
  for (const [filter, rows] of cases) {
    const listed = await found({ filter });
    assert.deepEqual(listed.sort(), rows, JSON.stringify(filter));
  }
});

test("a formula sorts the list, empty ones last, page by page, with the total", async () => {
  assert.deepEqual(await found({ sort: "number:asc,id:asc" }), [6, 3, 5, 2, 1, 0, 4]);
  assert.deepEqual(await found({ sort: "number:desc,id:asc" }), [1, 2, 3, 5, 6, 0, 4]);
  assert.deepEqual(await found({ sort: "truth:desc,number:asc,id:asc" }), [3, 5, 6, 2, 1, 0, 4]);
  assert.deepEqual(await found({ sort: "date:desc,id:asc" }), [6, 1, 0, 3, 5, 2, 4]);
  assert.deepEqual(await found({ sort: "list:asc,id:asc" }), [0, 1, 6, 3, 2, 4, 5]);
  assert.deepEqual(await found({ sort: "any:desc,id:asc" }), [3, 5, 0, 1, 2, 4, 6]);
  const pages: number[] = [];
  let cursor: string | null | undefined;
  do {
    const { body } = await list({
      sort: "number:asc",
      limit: "2",
      count: "exact",
      ...(cursor && { cursor }),
    });
    assert.equal(body.total, 7);
    pages.push(...(body.rows as Row[]).map(({ id }) => ids.indexOf(id)));
    cursor = body.next_cursor;
  } while (typeof cursor === "string");
  assert.deepEqual(pages, [6, 3, 5, 2, 1, 0, 4]);
  assert.equal(
    (await list({ filter: { field: "number", op: "gt", value: 30 }, count: "exact", limit: "1" })).body.total,
    2,
  );
});

test("a number that a formula shows finds its row again, however large or small it is", async () => {
  const powers = [1e-300, 1e-7, 0.1, 1, 1e17, 1e19, 1e20, 1e25, 1e300];
  const formulas = powers.map((power, place) => ({
    name: `f${place}`,
    type: "formula",
    formula: `{n} / 3 * ${power}`,
  }));
  const caller = berlinCaller();
  const path = { table_id: await table(caller, [{ name: "n", type: "number" }, ...formulas]) };
  await door.call("CreateRow", { caller, path, body: { data: { n: 1 } } });
  const { body } = await door.call("ListRows", { caller, path, query: "computed=1" });
  const shown = Object.entries((body.rows as Row[])[0]?.computed ?? {});
  assert.equal(shown.length, powers.length);
  for (const [field, value] of shown) {
    const filter = JSON.stringify({ field, op: "eq", value });
    const again = await door.call("ListRows", {
      caller,
      path,
      query: `filter=${encodeURIComponent(filter)}`,
    });
    assert.deepEqual([again.status, again.body.rows?.length], [200, 1], filter);
  }
});

test("what a list is filtered by is what it shows: computed, fields and filter go together", async () => {
  const { body } = await list({
    filter: { field: "number", op: "gt", value: 30 },
    sort: "text:asc",
    fields: "t,number",
    computed: "1",
  });
  assert.deepEqual(
    (body.rows as Row[]).map(({ data, computed }) => [data, computed]),
    [
      [{ t: "One" }, { number: 100 }],
      [{ t: "two" }, { number: 50 }],
    ],
  );
  const hidden = await list({ fields: "number", limit: "1" });
  assert.deepEqual([hidden.status, hidden.body.code], [400, "invalid_parameter"]);
});

test("q looks into cells, not into formulas", async () => {
  assert.deepEqual(await found({ q: "one" }), [1]);
  assert.deepEqual(await found({ q: "One-1" }), []);
});

test("an operator or value that does not fit the result is refused, and a result of no one type does not sort", async () => {
  const refused = async (query: Record<string, unknown>) => {
    const { status, body } = await list(query);
    return [status, body.code, body.position];
  };
  assert.deepEqual(await refused({ filter: { field: "number", op: "contains", value: "1" } }), [
    400,
    "invalid_filter",
    "$.op",
  ]);
  assert.deepEqual(await refused({ filter: { field: "date", op: "eq", value: 1 } }), [
    400,
    "invalid_filter",
    "$.value",
  ]);
  assert.deepEqual(await refused({ filter: { field: "any", op: "eq", value: 1 } }), [
    400,
    "invalid_filter",
    "$.op",
  ]);
  assert.deepEqual(await refused({ filter: "{", sort: "number:asc" }), [400, "invalid_filter", "$"]);
});

test("a list that formulas order is of one moment: NOW() stands still from page to page", async () => {
  const aged = await door.call("CreateColumn", {
    caller,
    path,
    body: {
      name: "age",
      type: "formula",
      formula: 'DATE_DIFF(NOW(), CREATED_TIME(), "seconds") * 1000 + IF({n} > 0, {n}, 0)',
    },
  });
  assert.equal(aged.status, 201, JSON.stringify(aged.body));
  const query = { sort: "age:desc", computed: "1", limit: "3" };
  const first = await list(query);
  const seen = (first.body.rows as Row[]).map(({ id, computed }) => [id, computed["age"]] as const);
  const ageNow = async () => Number((await list(query)).body.rows[0].computed.age);
  while ((await ageNow()) === seen[0]?.[1]);
  const second = await list({ ...query, cursor: first.body.next_cursor });
  const third = await list({ ...query, cursor: second.body.next_cursor });
  const rest = [second, third].flatMap(({ body }) => body.rows as Row[]);
  const all = [...seen.map(([id]) => id), ...rest.map(({ id }) => id)];
  assert.deepEqual([...all].sort(), [...ids].sort());
  const ages = [
    ...seen.map(([, age]) => Number(age)),
    ...rest.map(({ computed }) => Number(computed["age"])),
  ];
  assert.deepEqual(
    ages,
    [...ages].sort((a, b) => b - a),
  );
});

test("more than 10,000 rows are not evaluated for a filter or sort: 400 with the reason, until the list is narrowed", async () => {
  const big = berlinCaller();
  const place = { table_id: await table(big, columns) };
  await withClient(database.superuserUrl, async (client) => {
    await client.query("set session_replication_role = replica");
    await client.query(
      `insert into data.rows (team_id, table_id, data, created_by_type)
       select $1, $2, jsonb_build_object('n', n, 't', case when n <= 10000 then 'in' else 'out' end), 'service' from generate_series(1, 10001) n`,
      [big.team_id, place.table_id],
    );
  });
  const ask = (query: string) => door.call("ListRows", { caller: big, path: place, query });
  const filter = encodeURIComponent(JSON.stringify({ field: "number", op: "gte", value: 50 }));
  const filtered = await ask(`filter=${filter}`);
  assert.deepEqual([filtered.status, filtered.body.code], [400, "invalid_filter"]);
  assert.match(filtered.body.detail, /number.*at most 10000 rows/);
  const sorted = await ask("sort=number:asc");
  assert.deepEqual([sorted.status, sorted.body.code], [400, "invalid_sort"]);
  const narrow = encodeURIComponent(
    JSON.stringify({
      and: [
        { field: "t", op: "eq", value: "in" },
        { field: "number", op: "gte", value: 50 },
      ],
    }),
  );
  const narrowed = await ask(`filter=${narrow}&count=exact&sort=number:asc`);
  assert.deepEqual([narrowed.status, narrowed.body.total, narrowed.body.rows[0].data.n], [200, 2, 2]);
  assert.equal((await ask("computed=1&limit=500")).status, 200);
});

test("a view filters, sorts and colours by formulas; colours alone need no more than the rows of the page", async () => {
  const style = { bold: true };
  const view = async (body: Record<string, unknown>) => {
    const made = await door.call("CreateView", { caller, path, body: { name: "V", ...body } });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const read = await door.call("GetView", {
      caller,
      path: { ...path, view_id: made.body.id },
      query: "rows=true&limit=2",
    });
    assert.equal(read.status, 200, JSON.stringify(read.body));
    return read.body;
  };
  const filtered = await view({
    filters: { field: "number", op: "nempty" },
    sorts: [{ field: "number", direction: "desc" }],
    conditional_formats: [{ filter: { field: "truth", op: "eq", value: false }, scope: "row", style }],
  });
  assert.deepEqual(
    filtered.rows.map((row: { id: string; format?: unknown }) => [ids.indexOf(row.id), row.format]),
    [
      [1, { row: style }],
      [2, { row: style }],
    ],
  );
  const coloured = await view({
    sorts: [{ field: "id", direction: "asc" }],
    conditional_formats: [{ filter: { field: "number", op: "empty" }, scope: "cell", column: "n", style }],
  });
  assert.deepEqual(
    coloured.rows.map((row: { id: string; format?: unknown }) => [ids.indexOf(row.id), row.format]),
    [
      [0, { cells: { n: style } }],
      [1, undefined],
    ],
  );
  assert.equal(coloured.has_more, true);
});
