import assert from "node:assert/strict";
import { test } from "node:test";
import { TEST_BASE_URL, testCaller } from "@jst/testing";
import { testData } from "../testing/test-data.ts";

const { door, stored } = await testData();

test("a table is stored with its columns and undo records, and answered with Location and ETag", async () => {
  const caller = testCaller();
  const columns = [
    { name: "customer", type: "text", required: true },
    { name: "amount", type: "number", options: { precision: 2 }, default: 1.25 },
    {
      name: "stage",
      display_name: "Stage",
      type: "select",
      options: { options: [{ value: "open", label: "Open", color: "#00ff00" }, { value: "won" }] },
    },
  ];
  const reply = await door.call("CreateTable", {
    caller,
    body: { display_name: "Salés Orders 2!", icon: null, columns },
  });
  assert.equal(reply.status, 201);
  const { id, columns: made, created_at: createdAt, ...table } = reply.body;
  assert.equal(reply.headers.location, `${TEST_BASE_URL}/api/v1/data/tables/${id}`);
  assert.equal(reply.headers.etag, '"1"');
  assert.match(createdAt, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
  assert.deepEqual(table, {
    name: "sales_orders_2",
    display_name: "Salés Orders 2!",
    description: null,
    icon: null,
    system: false,
    row_count_estimate: 0,
    updated_at: createdAt,
    created_by: { type: "service", id: caller.token_id },
    version: 1,
  });
  const summary = made.map((column: Record<string, unknown>) => [
    column["name"],
    column["display_name"],
    column["required"],
    column["default"],
    column["options"],
    column["position"],
  ]);
  assert.deepEqual(summary, [
    ["customer", "customer", true, null, {}, 0],
    ["amount", "amount", false, 1.25, { precision: 2 }, 1],
    [
      "stage",
      "Stage",
      false,
      null,
      {
        options: [
          { value: "open", label: "Open", color: "#00ff00" },
          { value: "won", label: "won" },
        ],
      },
      2,
    ],
  ]);
  assert.deepEqual(await stored(caller.team_id), {
    tables: 1,
    columns: 3,
    rows: 0,
    changes: ["create tables", "create columns", "create columns", "create columns"],
  });
});

test("a name is taken once per team: given or made, by a table of the platform too, and free for another team", async () => {
  const caller = testCaller();
  const made = await door.call("CreateTable", { caller, body: { display_name: "My Things" } });
  assert.equal(made.status, 201);
  const assets = await door.call("GetTable", { caller, path: { table_id: "assets" } });
  for (const body of [
    { display_name: "my things" },
    { name: "my_things", display_name: "Other" },
    { name: "assets", display_name: "Mine" },
  ]) {
    const reply = await door.call("CreateTable", { caller, body });
    assert.equal(reply.status, 409, JSON.stringify(body));
    const holder = body.name === "assets" ? assets : made;
    assert.deepEqual([reply.body.code, reply.body.existing_id], ["name_taken", holder.body.id]);
  }
  assert.equal((await stored(caller.team_id)).tables, 1);
  assert.equal(
    (await door.call("CreateTable", { caller: testCaller(), body: { display_name: "My Things" } })).status,
    201,
  );
});

test("tables whose display names make the same name are told apart by a number, unless they are called the same", async () => {
  const caller = testCaller();
  const create = (body: object) => door.call("CreateTable", { caller, body });
  const names: unknown[] = [];
  for (const display_name of ["日本", "中国", "Table", "table 2", "My Things", "My, things!"])
    names.push((await create({ display_name })).body.name);
  assert.deepEqual(names, ["table", "table_2", "table_3", "table_2_2", "my_things", "my_things_2"]);
  for (const body of [{ display_name: "中国" }, { name: "table", display_name: "Other" }])
    assert.equal((await create(body)).body.code, "name_taken");
});

test("of two at once with one name exactly one is made", async () => {
  const caller = testCaller();
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => door.call("CreateTable", { caller, body: { display_name: "Race" } })),
  );
  assert.deepEqual(replies.map((reply) => reply.status).sort(), [201, 409, 409, 409, 409]);
});

test("every fault of the columns is named at once, and nothing is stored", async () => {
  const caller = testCaller();
  const column = (rest: object) => ({ type: "text", ...rest });
  const columns = [
    column({ name: "id" }),
    column({ name: "same" }),
    column({ name: "same" }),
    column({ name: "a", options: { precision: 1 } }),
    { name: "b", type: "number", options: { precision: 9 } },
    {
      name: "c",
      type: "select",
      options: {
        options: [
          { value: "x" },
          { value: "x" },
          { value: "" },
          "y",
          { value: "z", color: "Blue!" },
          { value: "q", size: 1 },
        ],
      },
    },
    { name: "d", type: "json", unique: true },
    { name: "e", type: "number", default: "1" },
    { name: "f", type: "select", options: {}, default: "x" },
    { name: "g", type: "select", options: { options: {} } },
    { name: "constructor", type: "text" },
    { name: "prototype", type: "text" },
  ];
  const reply = await door.call("CreateTable", { caller, body: { display_name: "Bad", columns } });
  assert.equal(reply.status, 422);
  assert.equal(reply.body.code, "validation_failed");
  const faults = reply.body.errors.map(
    (error: { field: string; code: string }) => `${error.field} ${error.code}`,
  );
  assert.deepEqual(faults, [
    "columns.0.name reserved",
    "columns.2.name duplicate",
    "columns.3.options.precision unknown_field",
    "columns.4.options.precision invalid_value",
    "columns.5.options.options.1.value duplicate",
    "columns.5.options.options.2.value invalid_value",
    "columns.5.options.options.3 type_mismatch",
    "columns.5.options.options.4.color invalid_value",
    "columns.5.options.options.5.size unknown_field",
    "columns.6.unique invalid_value",
    "columns.7.default type_mismatch",
    "columns.8.default invalid_value",
    "columns.9.options.options invalid_value",
    "columns.10.name reserved",
    "columns.11.name reserved",
  ]);
  assert.equal((await stored(caller.team_id)).tables, 0);
});

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `c${index}`, type: "text" }));

test("a body beyond the contract is refused whatever it is, and nothing is stored", async () => {
  const caller = testCaller();
  const cases: [body: unknown, status: number][] = [
    ["{", 400],
    ["", 400],
    ['{"display_name":"a\\u0000"}', 400],
    ['{"display_name":"\\ud800"}', 400],
    ['{"display_name":"x","__proto__":{}}', 422],
    [[], 422],
    [null, 422],
    [{}, 422],
    [{ display_name: "" }, 422],
    [{ display_name: "x".repeat(121) }, 422],
    [{ display_name: 5 }, 422],
    [{ display_name: "x", name: "Upper" }, 422],
    [{ display_name: "x", name: "1st" }, 422],
    [{ display_name: "x", name: "a".repeat(64) }, 422],
    [{ display_name: "x", name: "a b" }, 422],
    [{ display_name: "x", id: "y" }, 422],
    [{ display_name: "x", system: true }, 422],
    [{ display_name: "x", columns: {} }, 422],
    [{ display_name: "x", columns: many(201) }, 422],
    [{ display_name: "x", columns: [{ name: "a", type: "formula" }] }, 422],
    [{ display_name: "x", columns: [{ name: "__proto__", type: "text" }] }, 422],
    [{ display_name: "x", columns: [{ name: "a", type: "text", extra: 1 }] }, 422],
  ];
  for (const [body, status] of cases) {
    const reply = await door.call("CreateTable", { caller, body });
    assert.equal(reply.status, status, JSON.stringify(body).slice(0, 80));
    assert.equal(reply.contentType, "application/problem+json");
  }
  assert.deepEqual((await stored(caller.team_id)).tables, 0);
  assert.equal(
    (await door.call("CreateTable", { caller, body: { display_name: "x", columns: many(200) } })).status,
    201,
  );
});

test("names of object members in programs are valid table and display names, and __proto__ is refused", async () => {
  const caller = testCaller();
  const create = (body: object) => door.call("CreateTable", { caller, body });
  for (const name of ["constructor", "prototype"]) {
    const { status, body } = await create({ name, display_name: "__proto__" });
    assert.deepEqual([status, body.name, body.display_name], [201, name, "__proto__"]);
    assert.equal((await door.call("GetTable", { caller, path: { table_id: name } })).body.id, body.id);
  }
  assert.equal((await door.call("GetTable", { caller, path: { table_id: "__proto__" } })).status, 404);
  const places = async (columns: object[], rest: object = {}) => {
    const { body } = await create({ display_name: "x", columns, ...rest });
    return body.errors.map((error: { field: string; code: string }) => `${error.field} ${error.code}`);
  };
  assert.deepEqual(await places([], { name: "__proto__" }), ["name invalid_format"]);
  assert.deepEqual(await places([{ name: "__proto__", type: "text" }]), ["columns.0.name invalid_format"]);
  assert.deepEqual(await places([{ name: "a", type: "constructor" }]), ["columns.0.type invalid_value"]);
  assert.deepEqual(await places([{ name: "a", type: "number", options: { prototype: 1 } }]), [
    "columns.0.options.prototype unknown_field",
  ]);
});

test("a token without the scope makes nothing", async () => {
  const caller = testCaller({ scopes: [{ resource: "tables", actions: ["read", "delete"] }] });
  const reply = await door.call("CreateTable", { caller, body: { display_name: "x" } });
  assert.equal(reply.status, 403);
  assert.equal(reply.body.code, "insufficient_scope");
  assert.equal((await stored(caller.team_id)).tables, 0);
});

test("what is shown as a name has more than spaces: of a table and of its columns", async () => {
  for (const name of ["  ", "\t\n", "\u00a0\u2003", "\u200b", "\u3164"]) {
    const columns = [{ name: "a", type: "text", display_name: name }];
    const { status, body } = await door.call("CreateTable", { body: { display_name: name, columns } });
    assert.deepEqual([status, body.code], [422, "validation_failed"]);
    const places = (body.errors as { field: string }[]).map(({ field }) => field);
    assert.deepEqual(places.sort(), ["columns.0.display_name", "display_name"]);
  }
});
