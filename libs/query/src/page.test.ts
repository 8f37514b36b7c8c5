import assert from "node:assert/strict";
import { test } from "node:test";
import { PAGE_BYTES_MAX, type PageSize } from "./list.ts";
import { readPage, type ShownItems, shownPage } from "./page.ts";
import {
  ask,
  client,
  idOf,
  insert,
  numbersOf,
  page,
  pagesOf,
  testListedRows,
} from "./testing/listed-rows.ts";

testListedRows();

/** An item as large as the row's size says. */
const padded = "r.n || repeat(' ', coalesce(r.size::integer, 0) - length(r.n::text))";

test("a page ends before its items pass 4 MiB, and a walk holds every row once, under ties and nulls too", async () => {
  await client.query("truncate r");
  const sizes = [400_000, 50, 1_500_000, null, 90_000, 700_000];
  for (let n = 0; n < 24; n++)
    await insert({ n, size: sizes[n % sizes.length], name: ["a", null, "b"][n % 3] });
  for (const sort of ["name:asc", "size:desc,name:desc"])
    for (const [isIndexed, madeOf] of [[false], [true], [false, "r.*"], [true, "r.*"]] as const) {
      const whole = (await page(sort, 500)).items;
      const pages = await pagesOf(sort, 500, { item: padded, madeOf, isIndexed });
      assert.deepEqual(
        pages.flatMap(({ items }) => items),
        whole,
        sort,
      );
      assert.ok(pages.length >= 3);
      for (const [index, { row }] of pages.entries()) {
        assert.ok(row.items.length <= PAGE_BYTES_MAX);
        assert.equal(row.total, "24");
        const next = pages[index + 1]?.row.items;
        const first = next === undefined ? Infinity : firstSize(next);
        assert.ok(row.items.length + 1 + first > PAGE_BYTES_MAX, "no page ends earlier than it must");
      }
    }
});

function firstSize(items: Buffer): number {
  const end = items.indexOf(",");
  return end === -1 ? items.length : end;
}

test("one item that is larger than a page comes alone", async () => {
  await client.query("truncate r");
  for (let n = 0; n < 4; n++) await insert({ n, size: n === 3 ? 10 : PAGE_BYTES_MAX + 1 });
  for (const [limit, madeOf] of [[1], [50], [1, "r.*"], [50, "r.*"]] as const) {
    const pages = await pagesOf("id:asc", limit, { item: padded, madeOf });
    assert.deepEqual(
      pages.map(({ items }) => items),
      [[0], [1], [2], [3]],
    );
  }
});

test("a page that fits is read with one statement, also when one of its items is large", async () => {
  await client.query("truncate r");
  for (let n = 0; n < 10; n++) await insert({ n, size: n === 5 ? 250_000 : 20_000 });
  const { statements, items } = await page("id:asc", 50, { item: padded });
  assert.deepEqual([statements, items.length], [1, 10]);
  const whole = await page("id:asc", 500, { item: padded });
  assert.deepEqual([whole.statements, whole.items.length], [2, 10]);
});

test("items that are made one after the other are made no further than their page, and by one statement", async () => {
  await client.query("truncate r");
  await client.query("create temp sequence made");
  for (let n = 0; n < 12; n++) await insert({ n, size: n === 4 ? PAGE_BYTES_MAX : 1_500_000 });
  // Nothing of the number that is taken stands in the item.
  const item = `${padded} || left(nextval('made')::text, 0)`;
  const counted = async (limit: number, after: readonly (string | null)[] | null) => {
    await client.query("alter sequence made restart");
    const found = await page("id:asc", limit, { item, madeOf: "r.*", after: after ?? undefined });
    const made = (await client.query<{ n: number }>("select nextval('made')::integer - 1 as n")).rows[0]?.n;
    return { ...found, made };
  };
  const alone = await counted(1, null);
  assert.deepEqual([alone.items, alone.made, alone.statements], [[0], 1, 1]);
  const first = await counted(500, null);
  assert.deepEqual([first.items, first.made, first.statements], [[0, 1], 3, 1]);
  const second = await counted(500, first.row.last);
  assert.deepEqual([second.items, second.made], [[2, 3], 3]);
  const large = await counted(500, second.row.last);
  assert.deepEqual([large.items, large.made], [[4], 1]);
});

test("a page whose items are exactly as many bytes as it may hold is whole", async () => {
  await client.query("truncate r");
  const each = PAGE_BYTES_MAX / 4 - 1;
  for (let n = 0; n < 5; n++) await insert({ n, size: each });
  for (const madeOf of [undefined, "r.*"]) {
    const pages = await pagesOf("id:asc", 10, { item: padded, madeOf });
    assert.deepEqual(
      pages.map(({ items }) => items.length),
      [4, 1],
    );
  }
});

test("rows that grow while their page is measured make it smaller, never larger than it may be", async () => {
  await client.query("truncate r");
  for (let n = 0; n < 10; n++) await insert({ n, size: 500_000 });
  const beforeEach = () => client.query("update r set size = size * 2");
  const { row, statements, items } = await page("id:asc", 10, { item: padded, beforeEach });
  assert.deepEqual([statements, items, row.last], [4, [0], [idOf(0)]]);
});

/** Shows the first items alone, and tells how often it was asked. */
function showing(count: number) {
  let times = 0;
  const show = (items: Buffer): Promise<ShownItems> => {
    times += 1;
    const numbers = numbersOf(items);
    if (numbers.length <= count) return Promise.resolve({ items });
    const shown = Buffer.from(numbers.slice(0, count).join());
    return Promise.resolve({ items: shown, ended: { count, bytes: shown.length } });
  };
  return { show, times: () => times };
}

test("a page of whose items fewer fit once they are shown goes on after the last of those, and shows none twice", async () => {
  await client.query("truncate r");
  for (let n = 0; n < 6; n++) await insert({ n, size: n < 3 ? n + 0.5 : null });
  const whole = (await page("size:desc", 500)).items;
  for (const count of [1, 2, 3, 4, 5]) {
    const { show, times } = showing(count);
    const read = (size: PageSize) => readPage(size, (size) => ask("size:desc", size));
    const { items, last } = await shownPage(5, read, show);
    assert.deepEqual([numbersOf(items), times()], [whole.slice(0, count), 1]);
    assert.ok(last);
    assert.deepEqual((await page("size:desc", 500, { after: last })).items, whole.slice(count));
  }
});

test("items that are written while others of their page are shown are shown too, and never more than fit", async () => {
  await client.query("truncate r");
  for (let n = 0; n < 6; n++) await insert({ n });
  const { show, times } = showing(3);
  let reads = 0;
  const { items, last } = await shownPage(
    5,
    async (size) => {
      reads += 1;
      if (reads === 2) await insert({ n: 9, at: "2020-01-01" });
      return readPage(size, (size) => ask("at:asc", size));
    },
    show,
  );
  assert.deepEqual([numbersOf(items), times(), reads], [[9, 0, 1], 2, 2]);
  assert.deepEqual((await page("at:asc", 500, { after: last ?? [] })).items, [2, 3, 4, 5]);
});
