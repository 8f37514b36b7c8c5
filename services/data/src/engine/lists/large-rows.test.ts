import assert from "node:assert/strict";
import { test } from "node:test";
import { PAGE_BYTES_MAX } from "@jst/query";
import type { TestReply } from "@jst/testing";
import { testViews } from "../../testing/test-views.ts";

const { door, sheet, tasks } = await testViews();

interface ListedRow {
  id: string;
  data: Record<string, unknown>;
  computed?: Record<string, string>;
}

/** The rows of a walk along the cursors, and how many pages it took; no page passes its bound. */
async function walk(ask: (query: string) => Promise<TestReply>, parameters: Record<string, string>) {
  const rows: ListedRow[] = [];
  let cursor: string | null = null;
  let pages = 0;
  do {
    const asked = { limit: "500", ...parameters, ...(cursor === null ? {} : { cursor }) };
    const { status, body } = await ask(new URLSearchParams(asked).toString());
    assert.equal(status, 200, JSON.stringify(body).slice(0, 500));
    assert.ok(JSON.stringify(body.rows).length <= PAGE_BYTES_MAX + 2);
    assert.ok(body.rows.length > 0);
    assert.equal(body.has_more, body.next_cursor !== null);
    rows.push(...body.rows);
    cursor = body.next_cursor;
    pages += 1;
  } while (cursor !== null);
  return { rows, pages };
}

/** Rows of 300 KB; a third of them without a size, and the others with one of two. */
const large = Array.from({ length: 24 }, (_, index) => ({
  title: `t${String(index).padStart(2, "0")}`,
  ...(index % 3 === 0 ? {} : { size: index % 3 }),
  meta: "m".repeat(300_000),
}));

test("pages of large rows end before 4 MiB, and a walk holds each row once, in lists and in views", async () => {
  const s = await tasks(large);
  const titlesOf = (rows: readonly ListedRow[]) => rows.map(({ data }) => data["title"]);
  const list = (query: string) => door.call("ListRows", { caller: s.caller, path: s.path, query });
  const view = await s.saved({ sorts: [{ field: "size", direction: "desc" }] });
  const grid = (query: string) => s.read(view, `rows=true&${query}`);
  for (const sort of ["created_at:asc", "size:asc", "size:desc,title:asc", "twice:desc,title:desc"]) {
    const { rows, pages } = await walk(list, { sort });
    const whole = await list(`sort=${sort}&limit=500&fields=title`);
    assert.deepEqual(titlesOf(rows), titlesOf(whole.body.rows), sort);
    assert.deepEqual([rows.length, pages], [24, 2]);
  }
  const viewed = await walk(grid, {});
  const narrow = await list("sort=size:desc&limit=500&fields=title");
  assert.deepEqual(titlesOf(viewed.rows), titlesOf(narrow.body.rows));
  assert.deepEqual([viewed.rows.length, viewed.pages], [24, 2]);
});

/** Columns whose four formulas repeat a character `n` times each. */
const repeating = (character: string) => [
  { name: "n", type: "number" },
  { name: "group", type: "number" },
  ...["a", "b", "c", "d"].map((name) => ({ name, type: "formula", formula: `REPT("${character}", {n})` })),
];

test("results of formulas end a page too, and the next one goes on after its last row", async () => {
  const s = await sheet(
    repeating("x"),
    Array.from({ length: 20 }, (_, index) => ({
      n: index % 4 === 0 ? 5 : 99_000 + index,
      ...(index % 3 === 0 ? {} : { group: index % 2 }),
    })),
  );
  const list = (query: string) => door.call("ListRows", { caller: s.caller, path: s.path, query });
  const cells = (rows: readonly ListedRow[]) => rows.map(({ data }) => data["n"]);
  const nempty = encodeURIComponent(JSON.stringify({ field: "a", op: "nempty" }));
  for (const query of ["sort=group:asc", "sort=group:desc,n:desc", `sort=created_at:asc&filter=${nempty}`]) {
    const parameters = { ...Object.fromEntries(new URLSearchParams(query)), computed: "1" };
    const { rows, pages } = await walk(list, parameters);
    assert.deepEqual(cells(rows), cells((await list(`${query}&limit=500`)).body.rows), query);
    assert.ok(rows.every(({ data, computed }) => computed?.["d"]?.length === data["n"]));
    assert.ok(pages > 1);
  }
});

test("results count as the bytes they have in the reply, and a page ends no earlier than it must", async () => {
  for (const [character, fitting] of [
    ["€", 3],
    ["x", 10],
  ] as const) {
    const cells = [...Array.from({ length: fitting + 1 }, () => 100_000), 1].map((n) => ({ n }));
    const s = await sheet(repeating(character), cells);
    const list = (query: string) => door.call("ListRows", { caller: s.caller, path: s.path, query });
    const { body } = await list("sort=created_at:asc&computed=1");
    assert.deepEqual([body.rows.length, body.has_more], [fitting, true]);
    const { rows } = await walk(list, { sort: "created_at:asc", computed: "1" });
    assert.equal(rows.length, cells.length);
  }
});
