import assert from "node:assert/strict";
import { test } from "node:test";
import { withClient } from "@jst/testing";
import { inOrderOfClaims, lockWaits, whileClaimed, whileHeld } from "../../testing/lock-waits.ts";
import { testSheets } from "../../testing/test-sheets.ts";

const { database, door, sheet } = await testSheets();
// Nobody resolves a deadlock here: it would show as a request that times out.
const unresolved = `do $$ begin execute format('alter database %I set deadlock_timeout = ''1h''', current_database()); end $$`;
await withClient(database.superuserUrl, (client) => client.query(unresolved));

/** A table of wares, each with its row, and batches over them. */
async function stock(...skus: string[]) {
  const s = await sheet([
    { name: "sku", type: "text", unique: true },
    { name: "title", type: "text" },
    { name: "code", type: "text", unique: true },
  ]);
  const rows: string[] = [];
  for (const sku of skus) rows.push((await s.row({ sku })).body.id);
  const batch = (rows: object[], more: object = {}) =>
    door.call("BatchRows", {
      caller: s.caller,
      path: s.path,
      body: { rows: rows.map((data) => ({ data })), ...more },
    });
  /** Another transaction that claims a code, while the work runs. */
  const claim = async (value: string) => ({ caller: s.caller, columnId: await s.column("code"), value });
  return { ...s, rows, batch, claim };
}

for (const atomic of [true, false]) {
  test(`an upsert that waited for a row which lost the key stores the key again (atomic ${atomic})`, async () => {
    const s = await stock("a", "b");
    const [row = ""] = s.rows;
    const [renamed, upserted] = await whileHeld(database, row, async () => {
      const rename = s.patch(row, { sku: "z" });
      await lockWaits(database, 1);
      const upsert = s.batch([{ sku: "a", title: "new" }, { sku: "b" }], { upsert_on: "sku", atomic });
      await lockWaits(database, 2);
      return [rename, upsert];
    });
    assert.deepEqual([renamed?.status, upserted?.status], [200, 200], JSON.stringify(upserted?.body));
    assert.notEqual(upserted?.body.rows[0].id, row);
    assert.deepEqual(await s.cells("sku"), ["z", "b", "a"]);
    assert.deepEqual(await s.cells("title"), [null, null, "new"]);
  });
}

test("batches that give rows the same values in different orders do not block each other", async () => {
  // In one of the two the values come in different orders, whatever the order of the rows.
  for (const [first = "", last = ""] of [
    ["x", "y"],
    ["y", "x"],
  ]) {
    const s = await stock("a", "b", "c", "d", "e", "f");
    const upsert = (codes: Record<string, string>) =>
      s.batch(
        Object.entries(codes).map(([sku, code]) => ({ sku, code })),
        { upsert_on: "sku" },
      );
    const replies = await whileClaimed(database, await s.claim("between"), async (end) => {
      const begun = [upsert({ a: "x", b: "between", c: "y" }), upsert({ d: first, e: "between", f: last })];
      await lockWaits(database, 2);
      await end("rollback");
      return Promise.all(begun);
    });
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409]);
  }
});

test("batches that store some rows and merge others do not block each other", async () => {
  const [x = "", y = "", last = ""] = inOrderOfClaims("1", "2", "3");
  const s = await stock("a", "b");
  const upsert = (...rows: [sku: string, code: string][]) =>
    s.batch(
      rows.map(([sku, code]) => ({ sku, code })),
      { upsert_on: "sku" },
    );
  const replies = await whileClaimed(database, await s.claim(last), async (end) => {
    const begun = [
      upsert(["new", x], ["newer", last], ["a", y]),
      upsert(["other", y], ["another", last], ["b", x]),
    ];
    await lockWaits(database, 2);
    await end("rollback");
    return Promise.all(begun);
  });
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409]);
});

test("batches stored row by row that meet taken values do not block each other", async () => {
  const [taken = "", ...values] = inOrderOfClaims("1", "2", "3", "4");
  const s = await stock();
  const batch = (codes: string[]) =>
    s.batch(
      [taken, ...codes].map((code) => ({ code })),
      { atomic: false },
    );
  const replies = await whileClaimed(database, await s.claim(taken), async (take) =>
    whileClaimed(database, await s.claim(values[1] ?? ""), async (leave) => {
      const begun = [batch(values), batch(values.toReversed())];
      await lockWaits(database, 2);
      await take("commit");
      await lockWaits(database, 2);
      await leave("rollback");
      return Promise.all(begun);
    }),
  );
  const stored = replies.map((reply) =>
    reply.body.rows.map((row: { error?: object }) => row.error === undefined).join(" "),
  );
  assert.deepEqual(stored.sort(), ["false false false false", "false true true true"]);
});

for (const atomic of [true, false]) {
  test(`parallel upserts of many new keys are all stored, each over the one before (atomic ${atomic})`, async () => {
    const s = await stock();
    const keys = Array.from({ length: 400 }, (_, n) => `k${n}`);
    // Every batch has half of the keys, in another order each time, and gives every row a title of its own.
    const part = (n: number) => keys.toSorted((a, b) => rank(a, n) - rank(b, n)).slice(0, keys.length / 2);
    const rank = (key: string, n: number) => (Number(key.slice(1)) * (2 * n + 3) * 7919) % 401;
    const batches = Array.from({ length: 16 }, (_, n) => part(n).map((sku) => ({ sku, title: `t${n}` })));
    const writers = [0, 1, 2, 3].map(async (writer) => {
      for (const rows of batches.filter((_, n) => n % 4 === writer)) {
        const { status, body } = await s.batch(rows, { upsert_on: "sku", atomic });
        assert.deepEqual([status, body.code], [200, undefined], body.detail);
        assert.deepEqual(
          body.rows.map((row: { data?: { sku: string } }) => row.data?.sku),
          rows.map(({ sku }) => sku),
        );
      }
    });
    await Promise.all(writers);
    const { rows } = await withClient(database.superuserUrl, (client) =>
      client.query<{ keys: number; rows: number; writes: number }>(
        `select count(distinct data -> 'sku')::int as keys, count(*)::int as rows, sum(version)::int as writes
         from data.rows where team_id = $1`,
        [s.caller.team_id],
      ),
    );
    const written = batches.flat();
    const distinct = new Set(written.map(({ sku }) => sku)).size;
    assert.deepEqual(rows, [{ keys: distinct, rows: distinct, writes: written.length }]);
  });
}
