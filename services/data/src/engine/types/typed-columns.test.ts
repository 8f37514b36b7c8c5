import assert from "node:assert/strict";
import { test } from "node:test";
import { columnTypes } from "./types.ts";
import { berlinCaller, testData } from "../../testing/test-data.ts";
import { promoteFrom } from "../../testing/test-storage.ts";

const { database, door, table } = await testData();
const caller = berlinCaller();
const berlinAgain = berlinCaller();
const choices = { options: [{ value: "a" }, { value: "b" }, { value: "c" }] };
const path = {
  table_id: await table(caller, [
    { name: "n", type: "autonumber" },
    { name: "tags", type: "multi_select", options: choices },
    { name: "at", type: "datetime" },
    { name: "owner", type: "user" },
    { name: "stars", type: "rating" },
    { name: "mail", type: "email" },
    { name: "made", type: "created_at" },
    { name: "touched", type: "updated_at" },
    { name: "maker", type: "created_by" },
    { name: "toucher", type: "updated_by" },
    { name: "doc", type: "file" },
  ]),
};
const owner = "0198f0a0-0000-7000-8000-00000000000a";

const create = (data: unknown) => door.call("CreateRow", { caller, path, body: { data } });
const rows = [
  { tags: ["a", "b"], at: "2026-03-28T22:59:59.999Z", owner, stars: 3, mail: "ada@example.com" },
  { tags: ["b"], at: "2026-03-28T23:00:00Z" },
  { tags: [] },
  {},
];
for (const data of rows) assert.equal((await create(data)).status, 201);

async function numbers(filter: unknown, query = ""): Promise<number[]> {
  const text = `sort=n:asc&filter=${encodeURIComponent(JSON.stringify(filter))}${query}`;
  const reply = await door.call("ListRows", { caller, path, query: text });
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return reply.body.rows.map((row: { data: { n: number } }) => row.data.n);
}

test("filters by the operators of each type", async () => {
  const cases: [field: string, op: string, value: unknown, found: number[]][] = [
    ["tags", "has_any", ["a", "c"], [1]],
    ["tags", "has_all", ["b"], [1, 2]],
    ["tags", "has_none", ["a"], [2, 3, 4]],
    ["tags", "exactly", ["b", "a"], [1]],
    ["tags", "empty", undefined, [3, 4]],
    ["at", "eq", "2026-03-28", [1]],
    ["at", "after", "2026-03-28", [2]],
    ["at", "before", "2026-03-28T23:00:00Z", [1]],
    ["at", "on_or_after", "2026-03-29T00:00:00+01:00", [2]],
    ["at", "empty", undefined, [3, 4]],
    ["owner", "eq", owner.toUpperCase(), [1]],
    ["owner", "neq", owner, [2, 3, 4]],
    ["stars", "gte", 3, [1]],
    ["mail", "ends_with", "EXAMPLE.com", [1]],
    ["n", "between", [2, 3], [2, 3]],
    ["made", "within", { rel: "today" }, [1, 2, 3, 4]],
    ["maker", "eq", caller.token_id, [1, 2, 3, 4]],
    ["toucher", "neq", caller.token_id, []],
    ["doc", "empty", undefined, [1, 2, 3, 4]],
  ];
  for (const [field, op, value, found] of cases) {
    assert.deepEqual(await numbers({ field, op, value }), found, `${field} ${op} ${JSON.stringify(value)}`);
  }
});

test("a phone number is found in whatever spelling it may be written, wherever the rows are", async () => {
  const own = berlinCaller();
  const at = { table_id: await table(own, [{ name: "tel", type: "phone" }]) };
  const write = (tel?: string) => door.call("CreateRow", { caller: own, path: at, body: { data: { tel } } });
  for (const tel of ["+49 30 123456", "+1 (202) 555-0100", undefined])
    assert.equal((await write(tel)).status, 201);
  const cases: [op: string, value: unknown, found: unknown[]][] = [
    ["eq", "+49 30 123456", ["+4930123456"]],
    ["eq", "+4930123456", ["+4930123456"]],
    ["ieq", "+49-30-123456", ["+4930123456"]],
    ["neq", "+49 (30) 123456", [null, "+12025550100"]],
    ["in", ["+49.30/123456", "030 123456", "no number"], ["+4930123456"]],
    ["nin", ["+1 202 555 0100", "no number"], [null, "+4930123456"]],
    ["eq", "30 123456", []],
    ["starts_with", "+49 30", []],
    ["contains", "30123", ["+4930123456"]],
  ];
  for (const isPromoted of [false, true]) {
    if (isPromoted) await promoteFrom(database, 3);
    for (const [op, value, found] of cases) {
      const query = `filter=${encodeURIComponent(JSON.stringify({ field: "tel", op, value }))}`;
      const { status, body } = await door.call("ListRows", { caller: own, path: at, query });
      assert.equal(status, 200, JSON.stringify(body));
      const tels = body.rows.map((row: { data: { tel: string | null } }) => row.data.tel);
      assert.deepEqual(tels, found, `${op} ${JSON.stringify(value)} ${isPromoted ? "promoted" : "shared"}`);
    }
  }
});

test("a datetime is compared with what is asked for, however many digits its fraction has", async () => {
  const [first, beyond] = ["2026-03-28T22:59:59.999Z", "2026-03-28T22:59:59.9991Z"];
  const cases: [op: string, value: unknown, found: number[]][] = [
    ["eq", first, [1]],
    ["eq", "2026-03-28T22:59:59.999000Z", [1]],
    ["eq", beyond, []],
    ["neq", beyond, [1, 2, 3, 4]],
    ["before", beyond, [1]],
    ["on_or_before", beyond, [1]],
    ["on_or_before", "2026-03-28T22:59:59.9990Z", [1]],
    ["after", beyond, [2]],
    ["after", "2026-03-28T22:59:59.998999Z", [1, 2]],
    ["on_or_after", beyond, [2]],
    ["on_or_after", "2026-03-28T23:59:59.999000+01:00", [1, 2]],
    ["between", [first, beyond], [1]],
    ["between", [beyond, "2026-03-28T23:00:00.000001Z"], [2]],
  ];
  for (const [op, value, found] of cases)
    assert.deepEqual(await numbers({ field: "at", op, value }), found, `${op} ${JSON.stringify(value)}`);
});

test("sorts by a datetime with nulls last, page by page", async () => {
  const page = async (cursor?: string): Promise<number[]> => {
    const query = `sort=at:desc&limit=1${cursor === undefined ? "" : `&cursor=${cursor}`}`;
    const { body } = await door.call("ListRows", { caller, path, query });
    const n = body.rows[0].data.n as number;
    return body.has_more ? [n, ...(await page(body.next_cursor))] : [n];
  };
  assert.deepEqual(await page(), [2, 1, 4, 3]);
});

test("a list of choices sorts by its values in their order, empty ones last, page by page", async () => {
  const tags = { options: ["a", "a b", "b"].map((value) => ({ value })) };
  const own = berlinCaller();
  const at = {
    table_id: await table(own, [
      { name: "n", type: "integer" },
      { name: "tags", type: "multi_select", options: tags },
    ]),
  };
  const cells = [["b"], [], ["a b"], null, ["a", "b"], ["a"], ["b", "a"]];
  for (const [n, value] of cells.entries())
    await door.call("CreateRow", { caller: own, path: at, body: { data: { n, tags: value } } });
  const page = async (direction: string, cursor?: string): Promise<number[]> => {
    const query = `sort=tags:${direction},n:asc&limit=1${cursor === undefined ? "" : `&cursor=${cursor}`}`;
    const { status, body } = await door.call("ListRows", { caller: own, path: at, query });
    assert.equal(status, 200, JSON.stringify(body));
    const n = body.rows[0].data.n as number;
    return body.has_more ? [n, ...(await page(direction, body.next_cursor))] : [n];
  };
  assert.deepEqual(await page("asc"), [5, 4, 2, 0, 6, 1, 3]);
  assert.deepEqual(await page("desc"), [6, 0, 2, 4, 5, 1, 3]);
});

test("a list can be sorted by a column of every type", async () => {
  const own = berlinCaller();
  const options: Partial<Record<string, object>> = {
    currency: { options: { currency: "EUR" } },
    state: { options: { states: ["open"], initial: "open" } },
    select: { options: choices },
    multi_select: { options: choices },
    formula: { formula: "1" },
  };
  const types = Object.keys(columnTypes);
  const columns = types.map((type) => ({ name: `a_${type}`, type, ...options[type] }));
  const at = {
    table_id: await table(
      own,
      columns.filter(({ type }) => type !== "relation"),
    ),
  };
  for (const cardinality of ["one", "many"]) {
    const relation = { table_id: at.table_id, cardinality };
    const body = { name: `a_${cardinality}`, type: "relation", relation };
    assert.equal((await door.call("CreateColumn", { caller: own, path: at, body })).status, 201);
  }
  const first = await door.call("CreateRow", { caller: own, path: at, body: { data: { a_json: { x: 1 } } } });
  const data = { a_json: [2], a_many: [first.body.id] };
  await door.call("CreateRow", { caller: own, path: at, body: { data } });
  const { body: listed } = await door.call("ListColumns", { caller: own, path: at });
  for (const { name } of listed.columns as { name: string }[]) {
    const query = `sort=${name}:desc&limit=1`;
    const { status, body } = await door.call("ListRows", { caller: own, path: at, query });
    assert.equal(status, 200, `${name} ${JSON.stringify(body)}`);
    const rest = await door.call("ListRows", {
      caller: own,
      path: at,
      query: `${query}&cursor=${body.next_cursor}`,
    });
    assert.notEqual(rest.body.rows[0].id, body.rows[0].id, name);
  }
  assert.equal(listed.columns.length, types.length + 1);
});

test("columns the service keeps are in data as they are in the row, and refuse every value", async () => {
  const made = (await create({})).body;
  assert.deepEqual(
    [made.data.made, made.data.touched, made.data.maker, made.data.toucher],
    [made.created_at, made.updated_at, made.created_by, made.created_by],
  );
  const one = { ...path, row_id: made.id };
  const changed = (await door.call("UpdateRow", { caller, path: one, body: { data: { stars: 1 } } })).body;
  assert.equal(changed.data.touched, changed.updated_at);
  assert.deepEqual(changed.data.toucher, { type: "service", id: caller.token_id });
  const narrow = await door.call("GetRow", { caller, path: one, query: "fields=made,n" });
  assert.deepEqual(narrow.body.data, { made: made.created_at, n: made.data.n });
  for (const name of ["n", "made", "touched", "maker", "toucher"]) {
    for (const value of [1, null]) {
      const reply = await door.call("UpdateRow", { caller, path: one, body: { data: { [name]: value } } });
      assert.deepEqual([reply.status, reply.body.errors?.[0]?.code], [422, "read_only"], name);
    }
  }
});

test("rows are numbered from 1 without a gap, under concurrent writers and refusals between", async () => {
  const own = {
    table_id: await table(berlinAgain, [
      { name: "n", type: "autonumber" },
      { name: "tag", type: "text", unique: true },
    ]),
  };
  const replies = await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      door.call("CreateRow", { caller: berlinAgain, path: own, body: { data: { tag: `t${index % 16}` } } }),
    ),
  );
  const stored = replies.filter((reply) => reply.status === 201).map((reply) => reply.body.data.n as number);
  assert.equal(stored.length, 16);
  assert.deepEqual(
    stored.sort((a, b) => a - b),
    Array.from({ length: 16 }, (_, index) => index + 1),
  );
});

test("a table may consist of columns the service fills: 200 of them are shown", async () => {
  const filled = ["created_at", "updated_at", "created_by", "updated_by"];
  const columns = Array.from({ length: 200 }, (_, n) => ({ name: `c${n}`, type: filled[n % 4] ?? "" }));
  const other = berlinCaller();
  const wide = { table_id: await table(other, columns) };
  const reply = await door.call("CreateRow", { caller: other, path: wide, body: { data: {} } });
  assert.equal(reply.status, 201);
  assert.equal(Object.keys(reply.body.data).length, 200);
  assert.equal(reply.body.data.c196, reply.body.created_at);
  const list = await door.call("ListRows", { caller: other, path: wide });
  assert.deepEqual(list.body.rows[0].data, reply.body.data);
});
