import assert from "node:assert/strict";
import { test } from "node:test";
import { CursorCodec } from "@jst/query";
import { testCaller } from "@jst/testing";
import { testData } from "../../testing/test-data.ts";
import { promoteFrom } from "../../testing/test-storage.ts";

const { database, door, table } = await testData();

const priorities = ["high", "medium", "low"];
const columns = [
  { name: "name", type: "text" },
  { name: "priority", type: "select", options: { options: priorities.map((value) => ({ value })) } },
  { name: "stage", type: "state", options: { states: ["todo", "doing", "done"], initial: "todo" } },
  { name: "labels", type: "multi_select", options: { options: priorities.map((value) => ({ value })) } },
  { name: "shown", type: "formula", formula: "{name}" },
];
const names = [
  "Banane",
  "Item 9",
  "Zimmer",
  "apple",
  "Apple",
  "de Vries",
  "item 10",
  "item 2",
  "Äpfel",
  "Ångström",
];
names.push("Émile", "Östersund", "Öl");

/** A team with a table of rows, and what it lists of one of their members. */
async function teamOf(rows: readonly Record<string, unknown>[]) {
  const caller = testCaller();
  const path = { table_id: await table(caller, columns) };
  for (const data of rows)
    assert.equal((await door.call("CreateRow", { caller, path, body: { data } })).status, 201);
  const page = (query: string, locale = "und") => {
    const who = { ...caller, team: { ...caller.team, locale } };
    return door.call("ListRows", { caller: who, path, query });
  };
  const walk = async (sort: string, member: string, locale?: string, limit = 2) => {
    const values: unknown[] = [];
    for (let cursor = ""; ;) {
      const { status, body } = await page(`sort=${sort}&limit=${limit}${cursor}`, locale);
      assert.equal(status, 200, JSON.stringify(body));
      values.push(
        ...(body.rows as { data: Record<string, unknown> }[]).map(({ data }) => data[member] ?? null),
      );
      if (body.next_cursor === null) return values;
      cursor = `&cursor=${body.next_cursor}`;
    }
  };
  return { caller, path, page, walk };
}

const inOrderOf = (locale: string) => {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  return names.toSorted((a, b) => compare(a, b) || Buffer.compare(Buffer.from(a), Buffer.from(b)));
};

test("rows sort in the order of the team's locale, by texts and by formulas, before and after their table has its own storage (conventions.text-order)", async () => {
  const { walk } = await teamOf(names.map((name) => ({ name })));
  for (const isPromoted of [false, true]) {
    if (isPromoted) await promoteFrom(database, names.length);
    for (const [locale, order] of [
      ["und", inOrderOf("en")],
      ["sv", inOrderOf("sv")],
      ["de-u-co-phonebk", inOrderOf("de-u-co-phonebk")],
      ["not-listed", inOrderOf("en")],
    ] as const)
      for (const field of ["name", "shown"]) {
        assert.deepEqual(await walk(`${field}:asc`, "name", locale), order, `${field} ${locale}`);
        assert.deepEqual(
          await walk(`${field}:desc`, "name", locale),
          order.toReversed(),
          `${field} ${locale}`,
        );
      }
  }
  assert.notDeepEqual(inOrderOf("sv"), inOrderOf("en"));
});

test("selects and states sort in the order of their choices, lists of choices choice by choice, as they are now", async () => {
  const { caller, path, walk } = await teamOf([
    { priority: "low", stage: "todo", labels: ["medium", "low"] },
    { priority: "high", stage: "done", labels: ["medium"] },
    { labels: ["high", "low"] },
    { priority: "medium", stage: "doing", labels: ["low"] },
  ]);
  for (const isPromoted of [false, true]) {
    if (isPromoted) await promoteFrom(database, 4);
    assert.deepEqual(await walk("priority:asc", "priority"), ["high", "medium", "low", null]);
    assert.deepEqual(await walk("priority:desc", "priority"), ["low", "medium", "high", null]);
    assert.deepEqual(await walk("stage:asc", "stage"), ["todo", "todo", "doing", "done"]);
    assert.deepEqual(await walk("labels:asc", "labels"), [
      ["high", "low"],
      ["medium"],
      ["medium", "low"],
      ["low"],
    ]);
  }
  const { body } = await door.call("ListColumns", { caller, path });
  const column = (body.columns as { id: string; name: string }[]).find(({ name }) => name === "priority");
  const changed = await door.call("UpdateColumn", {
    caller,
    path: { ...path, column_id: column?.id ?? "" },
    body: { options: { options: ["low", "high", "medium"].map((value) => ({ value })) } },
  });
  assert.equal(changed.status, 200, JSON.stringify(changed.body));
  assert.deepEqual(await walk("priority:asc", "priority"), ["low", "high", "medium", null]);
});

test("a cursor is good for one locale and one list of choices; the order of other fields depends on neither", async () => {
  const { page } = await teamOf(names.map((name) => ({ name, priority: "low" })));
  for (const [sort, expected] of [
    ["name:asc", 400],
    ["priority:asc,name:asc", 400],
    ["created_at:desc", 200],
    ["priority:asc", 200],
  ] as const) {
    const { body } = await page(`sort=${sort}&limit=2`, "und");
    const next = await page(`sort=${sort}&limit=2&cursor=${body.next_cursor}`, "sv");
    assert.equal(next.status, expected, sort);
    if (expected === 400) assert.equal(next.body.code, "invalid_cursor");
  }
});

test("a walk that began by bytes, under the release before, goes on by bytes", async () => {
  const { caller, path, page } = await teamOf(names.map((name) => ({ name })));
  const codec = new CursorCodec({ current: "k1", keys: new Map([["k1", Buffer.alloc(32, 7)]]) });
  const scope = {
    teamId: caller.team_id,
    route: `data.v1.Rows/ListRows:${path.table_id}`,
    sort: "name:asc,id:asc",
    filter: JSON.stringify([null, null, null, false, null]),
  };
  const found = await page("sort=name:asc&limit=500");
  const bytewise = (found.body.rows as { id: string; data: { name: string } }[]).toSorted((a, b) =>
    Buffer.compare(Buffer.from(a.data.name), Buffer.from(b.data.name)),
  );
  const seen: string[] = [];
  let cursor: string | null = codec.encode(scope, [bytewise[0]?.data.name ?? "", bytewise[0]?.id ?? ""]);
  while (cursor !== null) {
    const { status, body } = await page(`sort=name:asc&limit=3&cursor=${cursor}`, "sv");
    assert.equal(status, 200, JSON.stringify(body));
    seen.push(...(body.rows as { data: { name: string } }[]).map(({ data }) => data.name));
    cursor = body.next_cursor as string | null;
  }
  assert.deepEqual(
    seen,
    bytewise.slice(1).map(({ data }) => data.name),
  );
});
