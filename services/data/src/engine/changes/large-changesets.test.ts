import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { PAGE_BYTES_MAX } from "@jst/query";
import { testCaller } from "@jst/testing";
import { testData } from "../../testing/test-data.ts";

const { door, table } = await testData();
const count = 10;

/** Ten rows of 350 KB that a batch has changed: seven megabytes of images. */
async function changedRows() {
  const caller = testCaller();
  const path = {
    table_id: await table(caller, [
      { name: "key", type: "text", unique: true },
      { name: "meta", type: "json" },
    ]),
  };
  const batch = (letter: string, who = caller) =>
    door.call("BatchRows", {
      caller: who,
      path,
      body: {
        upsert_on: "key",
        rows: Array.from({ length: count }, (_, n) => ({
          data: { key: `k${n}`, meta: letter.repeat(350_000) },
        })),
      },
    });
  assert.equal((await batch("a")).status, 200);
  return { caller, batch };
}

interface Shown {
  operation_count: number;
  summary: string;
  operations: { before: { data: object }; after: { data: object } }[];
}

test("a changeset shows as many operations as 4 MiB hold, and the number of all", async () => {
  const { caller, batch } = await changedRows();
  const changed = await batch("b");
  assert.equal(changed.status, 200);
  const path = { changeset_id: changed.headers["x-changeset-id"] ?? "" };
  const { body } = await door.call("GetChangeset", { caller, path });
  const { operations, operation_count, summary } = body as Shown;
  assert.deepEqual([operation_count, summary, operations.length], [count, `Update ${count} rows`, 5]);
  assert.ok(JSON.stringify(operations).length <= PAGE_BYTES_MAX);
  for (const { before, after } of operations)
    assert.deepEqual(
      [JSON.stringify(before).includes("aaa"), JSON.stringify(after).includes("bbb")],
      [true, true],
    );
});

test("a proposal, its preview and its decision show no more than that either, and all of it is applied", async () => {
  const { caller, batch } = await changedRows();
  const person = (role: "member" | "admin") =>
    testCaller({
      team_id: caller.team_id,
      token_type: "human",
      member_id: randomUUID(),
      role,
      team: { ...caller.team, modules: { tables: true } },
    });
  const proposed = await batch("b", person("member"));
  assert.equal(proposed.status, 202);
  assert.deepEqual([proposed.body.preview.length, proposed.body.operation_count], [5, count]);
  const path = { changeset_id: String(proposed.body.changeset_id) };
  const admin = person("admin");
  const shown = (await door.call("GetChangeset", { caller: admin, path })).body as Shown;
  assert.deepEqual([shown.operations.length, shown.operation_count], [5, count]);
  const approved = await door.call("ApproveChangeset", { caller: admin, path });
  assert.equal(approved.status, 200, JSON.stringify(approved.body).slice(0, 300));
  assert.deepEqual([approved.body.operations.length, approved.body.operation_count], [5, count]);
  assert.equal(approved.body.result.rows.length, count);
});

test("a list of changesets ends before the cells that are empty make it larger than a page", async () => {
  const caller = testCaller();
  const name = (n: number) => `${"column_of_a_very_wide_table".repeat(2)}_${n}`;
  const wide = Array.from({ length: 199 }, (_, n) => ({ name: name(n), type: "text" }));
  const path = { table_id: await table(caller, [{ name: "key", type: "text", unique: true }, ...wide]) };
  const batch = (cell: string) => {
    const rows = [1, 2, 3, 4, 5].map((n) => ({ data: { key: `k${n}`, [name(0)]: cell } }));
    return door.call("BatchRows", { caller, path, body: { upsert_on: "key", rows } });
  };
  const writes = 50;
  for (let n = 0; n < writes; n++) assert.equal((await batch(`c${n}`)).status, 200);
  const { body } = await door.callAs("agent", "ListChangesets", { limit: writes + 1 }, caller);
  const { changesets, has_more } = body as { changesets: unknown[]; has_more: boolean };
  assert.ok(changesets.length > 1 && changesets.length < writes, String(changesets.length));
  assert.equal(has_more, true);
  assert.ok(Buffer.byteLength(JSON.stringify(changesets)) <= PAGE_BYTES_MAX + 2 * changesets.length);
});
