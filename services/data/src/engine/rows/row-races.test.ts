import assert from "node:assert/strict";
import { after, test } from "node:test";
import { PostgresProxy } from "@jst/testing";
import { testRows } from "../../testing/test-rows.ts";

// Closed before the database is dropped.
let close = (): Promise<void> => Promise.resolve();
after(() => close());
let proxy: PostgresProxy | undefined;
const { create, get, patch, remove } = await testRows({
  reach: async (url) => {
    proxy = await PostgresProxy.to(url);
    close = proxy.close.bind(proxy);
    return proxy.url;
  },
});

/** Does the work before the next statement that looks at the row once a change did not apply. */
function beforeTheSecondLook(work: () => Promise<{ status: number }>): void {
  assert.ok(proxy);
  let isDone = false;
  proxy.judge = async ({ body }) => {
    if (!isDone && body.includes("find_row_state")) {
      isDone = true;
      assert.equal((await work()).status, 200);
    }
    return "pass" as const;
  };
}

const restore = (id: string) => patch(id, { action: "restore" });

test("a row that is deleted while a restore finds it active is restored", async () => {
  const { id } = (await create({ title: "a" })).body;
  beforeTheSecondLook(() => remove(id));
  const reply = await restore(id);
  assert.deepEqual([reply.status, reply.body.version], [200, 3], JSON.stringify(reply.body));
  assert.equal((await get(id)).body.deleted_at, undefined);
});

test("a row that is restored while a deletion finds it deleted is deleted", async () => {
  const { id } = (await create({ title: "a" })).body;
  await remove(id);
  beforeTheSecondLook(() => restore(id));
  const reply = await remove(id);
  assert.deepEqual([reply.status, Object.keys(reply.body)], [200, ["id", "deleted_at", "restorable_until"]]);
  assert.equal((await get(id)).body.version, 4);
});
