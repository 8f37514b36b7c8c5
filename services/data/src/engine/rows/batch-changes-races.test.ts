import assert from "node:assert/strict";
import { test } from "node:test";
import { withClient } from "@jst/testing";
import { lockWaits, whileHeld } from "../../testing/lock-waits.ts";
import { refusal, testSheets } from "../../testing/test-sheets.ts";

const { database, door, sheet } = await testSheets();
// Nobody resolves a deadlock here: it would show as a request that times out.
const unresolved = `do $$ begin execute format('alter database %I set deadlock_timeout = ''1h''', current_database()); end $$`;
await withClient(database.superuserUrl, (client) => client.query(unresolved));

/** A table of so many rows, and batches of changes over them. */
async function stock(count: number) {
  const s = await sheet([
    { name: "sku", type: "text", unique: true },
    { name: "title", type: "text" },
  ]);
  const at = { caller: s.caller, path: s.path };
  const rows = Array.from({ length: count }, (_, n) => ({ data: { sku: `s${n}` } }));
  const made = await door.call("BatchRows", { ...at, body: { rows } });
  const ids = (made.body.rows as { id: string }[]).map(({ id }) => id);
  return {
    ...s,
    ids,
    batch: (rows: object[], more: object = {}) => door.call("BatchRows", { ...at, body: { rows, ...more } }),
    remove: (row_id: string) => door.call("DeleteRow", { ...at, path: { ...s.path, row_id } }),
    deleteAll: (ids: string[]) => door.call("DeleteRows", { ...at, body: { ids } }),
  };
}

const titled = (title: string) => (id: string) => ({ id, data: { title } });

test("batches over the same rows in opposite orders wait for each other, and the last one wins every row", async () => {
  const s = await stock(60);
  const [middle = ""] = s.ids.slice(30);
  const replies = await whileHeld(database, middle, async () => {
    const first = s.batch(s.ids.map(titled("first")));
    await lockWaits(database, 1);
    const second = s.batch(s.ids.toReversed().map(titled("second")));
    await lockWaits(database, 2);
    return [first, second];
  });
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 200],
  );
  assert.deepEqual([...new Set(await s.cells("title"))], ["second"]);
});

test("many batches and deletions over the same rows in any order all end", async () => {
  const s = await stock(40);
  const orders = [s.ids, s.ids.toReversed(), [...s.ids.slice(20), ...s.ids.slice(0, 20)]];
  const writers = orders.map(async (ids, n) => {
    for (const round of [1, 2, 3]) {
      const { status, body } = await s.batch(ids.map(titled(`t${n}.${round}`)));
      assert.equal(status, 200, JSON.stringify(body));
    }
  });
  await Promise.all(writers);
  const ends = await Promise.all([
    s.deleteAll(s.ids),
    s.batch(s.ids.toReversed().map(titled("late")), { atomic: false }),
    s.deleteAll(s.ids.toReversed()),
  ]);
  assert.deepEqual(
    ends.map(({ status }) => status),
    [200, 200, 200],
  );
  assert.deepEqual(await s.cells("sku"), []);
});

for (const atomic of [true, false]) {
  test(`a row that is deleted while a batch waits for it is absent (atomic ${atomic})`, async () => {
    const s = await stock(2);
    const [first = "", second = ""] = s.ids;
    const [, changed] = await whileHeld(database, first, async () => {
      const removed = s.remove(first);
      await lockWaits(database, 1);
      const change = s.batch([second, first].map(titled("new")), { atomic });
      await lockWaits(database, 2);
      return [removed, change];
    });
    if (atomic) {
      assert.deepEqual(changed && refusal(changed), [422, "validation_failed", "rows.1.id not_found"]);
      assert.deepEqual(await s.cells("title"), [null]);
    } else {
      assert.equal(changed?.body.rows[1].error.errors[0].field, "rows.1.id");
      assert.deepEqual(await s.cells("title"), ["new"]);
    }
  });
}

test("a version is judged after the wait for the row", async () => {
  const s = await stock(1);
  const [row = ""] = s.ids;
  const [patched, changed] = await whileHeld(database, row, async () => {
    const patch = s.patch(row, { title: "first" });
    await lockWaits(database, 1);
    const change = s.batch([{ id: row, version: 1, data: { title: "second" } }]);
    await lockWaits(database, 2);
    return [patch, change];
  });
  assert.deepEqual([patched?.status, changed?.status, changed?.body.current_version], [200, 412, 2]);
  assert.deepEqual(await s.cells("title"), ["first"]);
});
