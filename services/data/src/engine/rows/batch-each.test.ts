import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testSheets } from "../../testing/test-sheets.ts";

const { door, sheet } = await testSheets();

/**
 * Wares with one row, whose table has had its second column, a unique one, added since; and what a batch makes of each
 * row.
 */
async function stock() {
  const s = await sheet([{ name: "sku", type: "text", unique: true }], [{ sku: "held" }]);
  assert.equal((await s.create({ name: "code", type: "text", unique: true })).status, 201);
  return async (...rows: object[]): Promise<string[]> => {
    const body = { rows: rows.map((data) => ({ data })), atomic: false };
    const reply = await door.call("BatchRows", { caller: s.caller, path: s.path, body });
    return reply.body.rows.map(
      (row: { data?: { sku: string }; error?: { code: string; errors: { field: string }[] } }) =>
        row.data?.sku ?? `${row.error?.code} ${row.error?.errors.map(({ field }) => field).join()}`,
    );
  };
}

test("with atomic=false a column that was added after the last write is known", async () => {
  const outcomes = await stock();
  assert.deepEqual(await outcomes({ sku: "b", code: "c" }), ["b"]);
});

test("with atomic=false a row that is refused takes no value from one that fits", async () => {
  const outcomes = await stock();
  assert.deepEqual(
    await outcomes(
      { sku: "held", code: "c" },
      { sku: "fits", code: "c" },
      { sku: "fits", code: "d" },
      { sku: "last", code: "d" },
    ),
    ["unique_violation rows.0.data.sku", "fits", "validation_failed rows.2.data.sku", "last"],
  );
});

/** A table with one row, a person who proposes batches to it, and the owner who approves. */
async function proposals() {
  const s = await sheet([{ name: "sku", type: "text", unique: true }], [{ sku: "held" }]);
  const person = (role: "member" | "owner") =>
    testCaller({
      team_id: s.caller.team_id,
      token_type: "human",
      member_id: randomUUID(),
      role,
      team: { ...s.caller.team, modules: { tables: true } },
    });
  return {
    ...s,
    propose: (skus: string[], atomic: boolean) =>
      door.call("BatchRows", {
        caller: person("member"),
        path: s.path,
        body: { rows: skus.map((sku) => ({ data: { sku } })), atomic },
      }),
    approve: (changeset_id: string) =>
      door.call("ApproveChangeset", { caller: person("owner"), path: { changeset_id } }),
  };
}

test("a proposed batch with atomic=false tells which rows it leaves out, and why", async () => {
  const { propose, approve, cells } = await proposals();
  const proposed = await propose(["a", "held", "b", "b"], false);
  assert.deepEqual([proposed.status, proposed.body.preview.length], [202, 2]);
  assert.deepEqual(
    proposed.body.errors.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`),
    ["rows.1.data.sku unique_violation", "rows.3.data.sku duplicate"],
  );
  assert.equal((await approve(proposed.body.changeset_id)).status, 200);
  assert.deepEqual(await cells("sku"), ["held", "a", "b"]);
  assert.equal("errors" in (await propose(["c"], false)).body, false);
});

test("a proposed row whose unique value was taken meanwhile is a conflict that names no row that never was", async () => {
  const { propose, approve, row } = await proposals();
  const { changeset_id } = (await propose(["a", "b"], true)).body;
  assert.equal((await row({ sku: "a" })).status, 201);
  const reply = await approve(changeset_id);
  assert.deepEqual(
    [reply.status, reply.body.code, reply.body.conflicts],
    [
      409,
      "changeset_conflict",
      [
        {
          resource: "rows",
          fields: [],
          reason: "Another row already has this value of sku. Send another value, or change that row.",
        },
      ],
    ],
  );
});
