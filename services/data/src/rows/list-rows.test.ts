import assert from "node:assert/strict";
import { test } from "node:test";
import { notInstants } from "@jst/query/testing";
import { testCaller } from "@jst/testing";
import { berlinCaller, testData } from "../testing/test-data.ts";

const { door, table } = await testData();

const columns = [
  { name: "n", type: "number" },
  { name: "name", type: "text" },
  { name: "open", type: "boolean" },
  { name: "due", type: "date" },
  { name: "stage", type: "select", options: { options: [{ value: "new" }, { value: "won" }] } },
  { name: "meta", type: "json" },
];

const caller = berlinCaller();
const tableId = await table(caller, columns);
const path = { table_id: tableId };

async function add(...rows: Record<string, unknown>[]): Promise<string[]> {
  const ids: string[] = [];
  for (const data of rows) {
    const reply = await door.call("CreateRow", { caller, path, body: { data } });
    assert.equal(reply.status, 201, JSON.stringify(reply.body));
    ids.push(reply.body.id);
  }
  return ids;
}

const encode = (query: Record<string, unknown>) =>
  Object.entries(query)
    .map(
      ([name, value]) =>
        `${name}=${encodeURIComponent(typeof value === "string" ? value : JSON.stringify(value))}`,
    )
    .join("&");

const list = (query: Record<string, unknown>, as = caller) =>
  door.call("ListRows", { caller: as, path, query: encode(query) });

async function numbers(query: Record<string, unknown>): Promise<unknown[]> {
  const reply = await list(query);
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return reply.body.rows.map((row: { data: { n: unknown } }) => row.data.n);
}

const ids = await add(
  { n: 1, name: "Alpha 50%", open: true, due: "2026-03-28", stage: "new", meta: { a: 1 } },
  { n: 2, name: "beta_", open: false, due: "2026-03-29", stage: "won" },
  { n: 3, name: "", open: null, due: "0999-12-31" },
  { n: 4 },
);

test("rows come newest first, whole, with the members of a list", async () => {
  const reply = await list({});
  assert.deepEqual(Object.keys(reply.body), ["rows", "next_cursor", "has_more"]);
  assert.deepEqual([reply.body.next_cursor, reply.body.has_more], [null, false]);
  assert.deepEqual(
    reply.body.rows.map((row: { id: string }) => row.id),
    ids.toReversed(),
  );
  const one = await door.call("GetRow", { caller, path: { ...path, row_id: ids[0] ?? "" } });
  assert.deepEqual(reply.body.rows[3], one.body);
});

test("each kind of column is filtered by its operators", async () => {
  const cases: [field: string, op: string, value: unknown, expected: number[]][] = [
    ["n", "gte", 3, [3, 4]],
    ["n", "in", [1, 4], [1, 4]],
    ["n", "between", [2, 3], [2, 3]],
    ["name", "eq", "beta_", [2]],
    ["name", "eq", "Beta_", []],
    ["name", "neq", "beta_", [1, 3, 4]],
    ["name", "contains", "A", [1, 2]],
    ["name", "contains", "%", [1]],
    ["name", "starts_with", "ALPHA", [1]],
    ["name", "empty", undefined, [3, 4]],
    ["open", "eq", false, [2]],
    ["due", "before", "2026-03-29", [1, 3]],
    ["due", "nempty", undefined, [1, 2, 3]],
    ["stage", "nin", ["won"], [1, 3, 4]],
    ["stage", "eq", "gone", []],
    ["meta", "nempty", undefined, [1]],
    ["id", "in", [ids[0], ids[1]?.toUpperCase()], [1, 2]],
    ["created_at", "within", { rel: "today" }, [1, 2, 3, 4]],
    ["updated_at", "before", "2020-01-01", []],
  ];
  for (const [field, op, value, expected] of cases) {
    assert.deepEqual(
      await numbers({ filter: { field, op, value }, sort: "n:asc" }),
      expected,
      `${field} ${op}`,
    );
  }
});

test("groups of conditions combine, and a denial includes empty cells", async () => {
  const won = { field: "stage", op: "eq", value: "won" };
  assert.deepEqual(
    await numbers({ filter: { or: [won, { field: "n", op: "lt", value: 2 }] }, sort: "n:desc" }),
    [2, 1],
  );
  assert.deepEqual(await numbers({ filter: { not: { and: [won] } }, sort: "n:asc" }), [1, 3, 4]);
});

test("q finds text in text cells, in either case and literally", async () => {
  assert.deepEqual(await numbers({ q: "ALPHA" }), [1]);
  assert.deepEqual(await numbers({ q: "0%" }), [1]);
  assert.deepEqual(await numbers({ q: "__" }), []);
  assert.deepEqual(await numbers({ q: "won" }), []);
  for (const q of ["%%", "(a+)+$", "(a|a)*$", "(.*a){20}", "[a-", "x".repeat(200), "' or 1=1 --"])
    assert.deepEqual(await numbers({ q }), [], q);
});

test("empty cells sort last in both directions", async () => {
  assert.deepEqual(await numbers({ sort: "open:asc,n:asc" }), [2, 1, 3, 4]);
  assert.deepEqual(await numbers({ sort: "open:desc,n:desc" }), [1, 2, 4, 3]);
  assert.deepEqual(await numbers({ sort: "due:asc" }), [3, 1, 2, 4]);
  assert.deepEqual(await numbers({ sort: "name:desc" }), [2, 1, 3, 4]);
});

test("fields narrows data, computed adds its member, count its total", async () => {
  const reply = await list({ fields: "n,open", computed: "1", count: "exact", limit: "1", sort: "n:asc" });
  assert.deepEqual(reply.body.rows[0].data, { n: 1, open: true });
  assert.deepEqual(reply.body.rows[0].computed, {});
  assert.deepEqual([reply.body.total, reply.body.has_more], [4, true]);
  assert.equal("computed" in (await list({ computed: "0" })).body.rows[0], false);
  const one = await door.call("GetRow", {
    caller,
    path: { ...path, row_id: ids[0] ?? "" },
    query: "fields=name&computed=true",
  });
  assert.deepEqual([one.body.data, one.body.computed], [{ name: "Alpha 50%" }, {}]);
});

test("deleted rows are shown when they are asked for", async () => {
  const [id = ""] = await add({ n: 9 });
  const since = (await door.call("GetRow", { caller, path: { ...path, row_id: id } })).body.updated_at;
  assert.deepEqual(await numbers({ updated_since: since }), [9]);
  await door.call("DeleteRow", { caller, path: { ...path, row_id: id } });
  assert.deepEqual(await numbers({ sort: "n:desc" }), [4, 3, 2, 1]);
  assert.deepEqual(await numbers({ sort: "n:desc", include_deleted: "1" }), [9, 4, 3, 2, 1]);
  assert.deepEqual(await numbers({ deleted: "only" }), [9]);
  assert.equal(typeof (await list({ deleted: "only" })).body.rows[0].deleted_at, "string");
});

test("pages meet without a gap or an overlap while rows are added, changed, deleted and restored between them", async () => {
  const mine = testCaller();
  const own = { table_id: await table(mine, columns) };
  const make = (data: unknown) => door.call("CreateRow", { caller: mine, path: own, body: { data } });
  const start = [];
  for (let n = 0; n < 40; n++)
    start.push(
      (await make({ n: n % 4 === 0 ? null : n % 3, name: n % 5 === 0 ? null : `k${n % 2}` })).body.id,
    );
  const patch = (id: string, body: unknown) =>
    door.call("UpdateRow", { caller: mine, path: { ...own, row_id: id }, body });
  let deleted: string | undefined;
  for (const sort of ["created_at:desc", "n:asc,name:desc", "name:asc", "n:desc,created_at:asc"]) {
    const seen: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const query = encode({ sort, limit: "7", ...(cursor === "" ? {} : { cursor }) });
      const reply = await door.call("ListRows", { caller: mine, path: own, query });
      assert.equal(reply.status, 200, JSON.stringify(reply.body));
      seen.push(...reply.body.rows.map((row: { id: string }) => row.id));
      cursor = reply.body.next_cursor;
      if (deleted !== undefined) assert.equal((await patch(deleted, { action: "restore" })).status, 200);
      for (const id of seen.slice(-2)) await patch(id, { data: { meta: seen.length } });
      deleted = (await make({ n: 1, name: "k0" })).body.id as string;
      await door.call("DeleteRow", { caller: mine, path: { ...own, row_id: deleted } });
      await make({ n: null });
    }
    assert.equal(new Set(seen).size, seen.length, sort);
    for (const id of start) assert.ok(seen.includes(id), `${sort} lost ${id}`);
  }
});

test("a cursor continues its own list only: same team, table, sort and filter", async () => {
  const cursor = (await list({ sort: "n:asc", limit: "1" })).body.next_cursor;
  assert.deepEqual(await numbers({ sort: "n:asc", cursor, limit: "2", fields: "n" }), [2, 3]);
  const wrong: Record<string, unknown>[] = [
    { sort: "n:desc", cursor },
    { cursor },
    { sort: "n:asc", cursor, q: "alpha" },
    { sort: "n:asc", cursor, filter: { field: "n", op: "gt", value: 0 } },
    { sort: "n:asc", cursor, include_deleted: "1" },
    { sort: "n:asc", cursor: `${cursor}x` },
    { sort: "n:asc", cursor: `${cursor}=` },
    { sort: "n:asc", cursor: cursor.slice(0, -1) },
    { sort: "n:asc", cursor: "null" },
    { sort: "n:asc", cursor: "9999-01-01T00:00:00Z" },
    { sort: "n:asc", cursor: "294277-01-01T00:00:00Z" },
    { sort: "n:asc", cursor: "00000000-0000-0000-0000-000000000000" },
    { sort: "n:asc", cursor: "' or 1=1 --" },
    { sort: "n:asc", cursor: "A".repeat(10_240) },
  ];
  for (const query of wrong) {
    const reply = await list(query);
    assert.deepEqual(
      [reply.status, reply.body.code],
      [400, "invalid_cursor"],
      JSON.stringify(query).slice(0, 120),
    );
  }
  const others = [
    { caller, path: { table_id: "assets" } },
    { caller: { ...caller, team_id: testCaller().team_id }, path: { table_id: "assets" } },
  ];
  for (const other of others) {
    await door.operate("Provision", { team_id: other.caller.team_id });
    const reply = await door.call("ListRows", {
      ...other,
      query: encode({ sort: "created_at:desc", cursor }),
    });
    assert.deepEqual([reply.status, reply.body.code], [400, "invalid_cursor"]);
  }
});

test("a parameter or value that is not understood is refused with its own code", async () => {
  const cases: [query: string, code: string][] = [
    ["colour=red", "unknown_parameter"],
    ["a[]=1", "unknown_parameter"],
    ["a[]=", "unknown_parameter"],
    ["limit[]=1", "unknown_parameter"],
    ["sort[]=n:asc", "unknown_parameter"],
    ["limit=1&limit=2", "invalid_parameter"],
    ["cursor=a&cursor=a", "invalid_parameter"],
    ["sort=n:asc&sort=n:desc", "invalid_parameter"],
    ["sort=nope:asc", "invalid_sort"],
    ["sort=__proto__:asc", "invalid_sort"],
    ["sort=constructor:asc", "invalid_sort"],
    ["sort=n:asc;drop", "invalid_sort"],
    ["sort=(select%201):asc", "invalid_sort"],
    ["sort=n:asc,n:asc", "invalid_sort"],
    ["sort=n:asc;drop%20table%20rows", "invalid_sort"],
    ["sort=n", "invalid_sort"],
    [`sort=${"n:asc,".repeat(1000)}n:asc`, "invalid_sort"],
    ["limit=0", "invalid_parameter"],
    ["limit=-1", "invalid_parameter"],
    ["limit=5.5", "invalid_parameter"],
    ["limit=1e9", "invalid_parameter"],
    ["limit=0x10", "invalid_parameter"],
    ["limit=", "invalid_parameter"],
    ["fields=nope", "invalid_parameter"],
    ["fields=n,", "invalid_parameter"],
    ["fields=__proto__", "invalid_parameter"],
    ["computed=yes", "invalid_parameter"],
    ["deleted=all", "invalid_parameter"],
    [`q=${"x".repeat(201)}`, "invalid_parameter"],
    [`q=${"a".repeat(201)}`, "invalid_parameter"],
    ["filter={", "invalid_filter"],
    ["filter=%5B%5D", "invalid_filter"],
    [`filter=${encodeURIComponent('{"field":"nope","op":"eq","value":1}')}`, "invalid_filter"],
    [`filter=${encodeURIComponent('{"field":"n","op":"contains","value":"1"}')}`, "invalid_filter"],
    [`filter=${"x".repeat(8193)}`, "invalid_filter"],
    ["cursor=%00", "malformed_json"],
    ["cursor=", "invalid_parameter"],
    ["cursor=null", "invalid_cursor"],
    ["limit=5a", "invalid_parameter"],
  ];
  for (const [query, code] of cases) {
    const reply = await door.call("ListRows", { caller, path, query });
    assert.deepEqual([reply.status, reply.body.code], [400, code], query.slice(0, 80));
  }
});

test("a list since anything but an instant of RFC 3339 is refused by name", async () => {
  for (const since of ["", ...notInstants]) {
    const { status, body } = await list({ updated_since: since });
    assert.deepEqual(
      [status, body.code, body.errors[0].field],
      [400, "invalid_parameter", "updated_since"],
      since,
    );
  }
});

test("every refused parameter is told at once", async () => {
  const { body } = await door.call("ListRows", {
    caller,
    path,
    query: `limit=0&q=${"a".repeat(201)}&cursor=&colour=&updated_since=now`,
  });
  const faults = body.errors.map((error: { field: string; code: string }) => `${error.field} ${error.code}`);
  assert.equal(body.code, "unknown_parameter");
  assert.deepEqual(faults.sort(), [
    "colour unknown_parameter",
    "cursor invalid_parameter",
    "limit too_small",
    "q too_long",
    "updated_since invalid_format",
  ]);
});
