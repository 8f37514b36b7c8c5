import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testData } from "../../testing/test-data.ts";

const { door, table } = await testData();

for (const atomic of [true, false]) {
  test(`a batch with atomic=${atomic} whose rows are too large to be answered is refused, and nothing of it is stored`, async () => {
    const caller = testCaller();
    const columns = [
      { name: "key", type: "text", unique: true },
      { name: "n", type: "number" },
      { name: "meta", type: "json" },
    ];
    const path = { table_id: await table(caller, columns) };
    const batch = (from: number, to: number, cells: object) => {
      const rows = Array.from({ length: to - from }, (_, i) => ({ data: { key: `k${from + i}`, ...cells } }));
      return door.call("BatchRows", { caller, path, body: { upsert_on: "key", atomic, rows } });
    };
    for (const from of [0, 8, 16])
      assert.equal((await batch(from, from + 8, { meta: "m".repeat(500_000) })).status, 200);
    const all = await batch(0, 24, { n: 1 });
    assert.deepEqual([all.status, all.body.code], [422, "limit_reached"]);
    const { body } = await door.call("ListRows", { caller, path, query: "fields=n" });
    assert.ok(body.rows.every(({ data }: { data: { n: unknown } }) => data.n === null));
    const some = await batch(0, 20, { n: 1 });
    assert.deepEqual([some.status, some.body.rows.length], [200, 20]);
  });
}
