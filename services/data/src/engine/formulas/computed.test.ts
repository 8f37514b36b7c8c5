import assert from "node:assert/strict";
import { test } from "node:test";
import { berlinCaller, testData } from "../../testing/test-data.ts";

const { door, table, stored } = await testData();
const caller = berlinCaller();
const columns = [
  { name: "title", type: "text" },
  { name: "amount", type: "currency", options: { currency: "EUR" } },
  { name: "parts", type: "number" },
  { name: "due", type: "date" },
  { name: "gross", type: "formula", formula: "ROUND({net} * 1.19, 2)" },
  { name: "net", type: "formula", formula: "{amount} / 100" },
  { name: "share", type: "formula", formula: "{amount} / {parts}" },
  { name: "month", type: "formula", formula: 'DATE_FORMAT({due}, "YYYY-MM")' },
];
const tableId = await table(caller, columns);
const path = { table_id: tableId };

async function add(data: Record<string, unknown>): Promise<string> {
  const reply = await door.call("CreateRow", { caller, path, body: { data } });
  assert.equal(reply.status, 201, JSON.stringify(reply.body));
  return reply.body.id;
}

const good = await add({ title: "a", amount: 1000, parts: 4, due: "2026-02-01" });
const bad = await add({ title: "b", amount: 500, parts: 0 });

test("a formula column shows its formula and what it yields; other columns have none", async () => {
  const { body } = await door.call("GetTable", { caller, path });
  const shown = body.columns.map((column: Record<string, unknown>) => [column["formula"], column["options"]]);
  assert.deepEqual(shown.slice(0, 1), [[null, {}]]);
  assert.deepEqual(shown[4], ["ROUND({net} * 1.19, 2)", { result_type: "number" }]);
  assert.deepEqual(shown[7], ['DATE_FORMAT({due}, "YYYY-MM")', { result_type: "text" }]);
});

test("computed=1 evaluates each row; an error stays in its cell, and data holds no formula", async () => {
  const { body } = await door.call("ListRows", { caller, path, query: "computed=1&sort=title:asc" });
  assert.deepEqual(
    body.rows.map((row: Record<string, unknown>) => [row["id"], row["computed"], row["computed_errors"]]),
    [
      [good, { gross: 11.9, net: 10, share: 250, month: "2026-02" }, undefined],
      [bad, { gross: 5.95, net: 5, share: null, month: null }, { share: "#DIV/0!" }],
    ],
  );
  assert.deepEqual(body.rows[0].data, { title: "a", amount: 1000, parts: 4, due: "2026-02-01" });
  const raw = (await door.call("ListRows", { caller, path, query: "sort=title:asc" })).body.rows[0];
  assert.deepEqual({ ...raw, computed: body.rows[0].computed }, body.rows[0]);
});

test("one row computes alike, narrowed by fields, and is never answered 304", async () => {
  const one = await door.call("GetRow", {
    caller,
    path: { ...path, row_id: bad },
    query: "computed=1&fields=title,share",
    headers: { "if-none-match": '"1"' },
  });
  assert.equal(one.status, 200);
  assert.deepEqual(
    [one.body.data, one.body.computed, one.body.computed_errors],
    [{ title: "b" }, { share: null }, { share: "#DIV/0!" }],
  );
});

test("fields that name a formula without computed=1 are refused by its name: it would not be shown", async () => {
  const one = { caller, path: { ...path, row_id: good } };
  for (const reply of [
    await door.call("GetRow", { ...one, query: "fields=share" }),
    await door.call("GetRow", { ...one, query: "fields=title,share&computed=0" }),
    await door.call("ListRows", { caller, path, query: "fields=title,share" }),
  ]) {
    const [{ field, message }] = reply.body.errors;
    assert.deepEqual([reply.status, reply.body.code, field], [400, "invalid_parameter", "fields"]);
    assert.match(message, /^"share" .* computed=1/);
  }
  const shown = await door.call("ListRows", {
    caller,
    path,
    query: "fields=share&computed=1&sort=title:asc",
  });
  assert.deepEqual(shown.body.rows[0].data, {});
  assert.equal(typeof shown.body.rows[0].computed.share, "number");
});

test("a formula yields the same whichever cells of its row are shown, and whatever stands in them", async () => {
  const loud = 'UPPER({text}) & " " & YEAR({made}) & {none}';
  const plain = [
    { name: "text", type: "text" },
    { name: "none", type: "text" },
    { name: "made", type: "created_at" },
    { name: "loud", type: "formula", formula: loud },
  ];
  for (const columns of [plain, [...plain, { name: "own", type: "formula", formula: "RECORD_ID()" }]]) {
    const caller = berlinCaller();
    const path = { table_id: await table(caller, columns) };
    // The separator of what PostgreSQL answers, and what ends a row.
    const data = { text: '\u001e"}},\n€' };
    const { id, created_at } = (await door.call("CreateRow", { caller, path, body: { data } })).body;
    for (const [query, bare] of [
      ["computed=1", ""],
      ["computed=1&fields=none,loud", "fields=none"],
    ] as const) {
      const listed = (await door.call("ListRows", { caller, path, query })).body.rows[0];
      const one = await door.call("GetRow", { caller, path: { ...path, row_id: id }, query });
      assert.deepEqual(one.body, listed);
      assert.equal(listed.computed.loud, `${data.text} ${created_at.slice(0, 4)}`, query);
      assert.ok([undefined, id].includes(listed.computed.own), query);
      const raw = await door.call("ListRows", { caller, path, query: bare });
      assert.deepEqual({ ...raw.body.rows[0], computed: listed.computed }, listed);
    }
  }
});

test("a formula column cannot be written, on creation or later", async () => {
  for (const value of [1, null]) {
    const made = await door.call("CreateRow", { caller, path, body: { data: { gross: value } } });
    const changed = await door.call("UpdateRow", {
      caller,
      path: { ...path, row_id: good },
      body: { data: { gross: value } },
    });
    for (const reply of [made, changed]) {
      assert.equal(reply.status, 422);
      assert.deepEqual([reply.body.errors[0].field, reply.body.errors[0].code], ["data.gross", "read_only"]);
    }
  }
});

test("a formula that cannot work is refused with the place, and nothing is stored", async () => {
  const before = await stored(caller.team_id);
  const make = (...formulas: string[]) =>
    door.call("CreateTable", {
      caller,
      body: {
        display_name: "Refused",
        columns: [
          { name: "title", type: "text" },
          ...formulas.map((formula, i) => ({ name: `f${i}`, type: "formula", formula })),
        ],
      },
    });
  for (const [formula, position, expected] of [
    ["1 +", 3, "a value"],
    ["{title} * 2", 0, "a number, not a text"],
    ["{other}", 0, "a column of the table"],
  ] as const) {
    const { status, body } = await make("1", formula);
    assert.deepEqual(
      [status, body.code, body.position, body.expected],
      [422, "formula_invalid", position, expected],
    );
    assert.deepEqual([body.column, body.errors[0].field], ["f1", "columns.2.formula"]);
  }
  const cycle = await make("{f1}", "{f0}");
  assert.deepEqual(
    [cycle.status, cycle.body.code, cycle.body.path],
    [422, "formula_cycle", ["f0", "f1", "f0"]],
  );
  const itself = await make("{f0}");
  assert.deepEqual([itself.body.code, itself.body.path], ["formula_cycle", ["f0", "f0"]]);
  assert.deepEqual(await stored(caller.team_id), before);
});

test("a formula column has a formula and nothing of a stored one; other columns have no formula", async () => {
  const { status, body } = await door.call("CreateTable", {
    caller,
    body: {
      display_name: "Refused",
      columns: [
        { name: "a", type: "formula" },
        { name: "b", type: "formula", formula: "1", required: true },
        { name: "c", type: "formula", formula: "1", default: 1 },
        { name: "d", type: "formula", formula: "1", unique: true },
        { name: "e", type: "formula", formula: "1", options: { precision: 2 } },
        { name: "f", type: "text", formula: "1" },
      ],
    },
  });
  assert.equal(status, 422);
  assert.deepEqual(
    body.errors.map((error: { field: string }) => error.field),
    [
      "columns.0.formula",
      "columns.1.required",
      "columns.2.default",
      "columns.3.unique",
      "columns.4.options.precision",
      "columns.5.formula",
    ],
  );
});

test("a formula column can be added, is checked beside those that are there, and keeps its formula when renamed", async () => {
  // Another team than in the tests above, so that table names do not clash.
  const caller = berlinCaller();
  const own = { table_id: await table(caller, columns.slice(1, 4)) };
  const add = (name: string, formula: string) =>
    door.call("CreateColumn", { caller, path: own, body: { name, type: "formula", formula } });
  const made = await add("half", "{amount} / 2");
  assert.deepEqual(
    [made.status, made.body.formula, made.body.options],
    [201, "{amount} / 2", { result_type: "number" }],
  );
  assert.deepEqual((await add("twice", "{half} * {gone}")).body.position, 9);
  const renamed = await door.call("UpdateColumn", {
    caller,
    path: { ...own, column_id: made.body.id },
    body: { display_name: "Half" },
  });
  assert.deepEqual(
    [renamed.status, renamed.body.formula, renamed.body.options],
    [200, "{amount} / 2", { result_type: "number" }],
  );
});
