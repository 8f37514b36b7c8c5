import assert from "node:assert/strict";
import { test } from "node:test";
import { withClient } from "@jst/testing";
import { lockWaits } from "../../testing/lock-waits.ts";
import { testSheets } from "../../testing/test-sheets.ts";

const { database, door, sheet } = await testSheets();

type Sheet = Awaited<ReturnType<typeof sheet>>;

const columns = [
  { name: "a", type: "text" },
  { name: "f", type: "formula", formula: "LEN({a})" },
];
const list = ({ caller, path }: Sheet, query: string) => door.call("ListRows", { caller, path, query });

/**
 * Starts lists of the first team while no row can be read, as many as read at once, then one of the other team; returns
 * all outcomes.
 */
function whileRowsAreHeld(heavy: Sheet, other: Sheet, query: string, atOnce: number) {
  return withClient(database.superuserUrl, async (holder) => {
    await holder.query("begin");
    await holder.query("lock table data.rows in access exclusive mode");
    const begun = Array.from({ length: 10 }, () => list(heavy, query));
    await lockWaits(database, atOnce);
    begun.push(list(other, "limit=50"));
    await lockWaits(database, atOnce + 1);
    await holder.query("commit");
    return Promise.all(begun);
  });
}

test("of the large pages of a team one is read at once, with formulas or without; another team's list does not wait", async () => {
  const heavy = await sheet(columns, [{ a: "x".repeat(100_000) }, ...cells(6)]);
  const other = await sheet(columns, [{}]);
  assert.equal((await list(other, "limit=50")).status, 200);
  for (const query of ["limit=50&computed=1", "limit=50"]) {
    // Large pages are known by the one before.
    assert.equal((await list(heavy, query)).body.rows.length, 7);
    const replies = await whileRowsAreHeld(heavy, other, query, 1);
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
    assert.deepEqual(
      replies.map(({ body }) => body.rows.length),
      [...Array<number>(10).fill(7), 1],
    );
  }
});

test("of the lists of a team that look through much text two read at once", async () => {
  const heavy = await sheet(columns, cells(10));
  const other = await sheet(columns, [{}]);
  const or = Array.from({ length: 30 }, (_, n) => ({ field: "a", op: "contains", value: `${n}` }));
  const query = `filter=${encodeURIComponent(JSON.stringify({ or }))}`;
  for (const [of, asked] of [
    [heavy, query],
    [other, "limit=50"],
  ] as const)
    assert.equal((await list(of, asked)).status, 200);
  const replies = await whileRowsAreHeld(heavy, other, query, 2);
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
});

function cells(count: number) {
  return Array.from({ length: count }, () => ({ a: "z".repeat(100_000) }));
}
