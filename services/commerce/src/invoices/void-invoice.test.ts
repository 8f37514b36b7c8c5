import assert from "node:assert/strict";
import { test } from "node:test";
import { inTeam, testCommerce } from "../testing/test-commerce.ts";
import { invoicesOf } from "../testing/test-documents.ts";

const { door, sql } = await testCommerce();
const { made, pay, declareVoid } = invoicesOf(door);

test("of twenty who pay and declare void at once one does, and it is one event", async () => {
  const caller = inTeam();
  const { id } = await made(caller);
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? pay(caller, id) : declareVoid(caller, id))),
  );
  const done = replies.filter(({ status }) => status === 200);
  assert.deepEqual([done.length, new Set(replies.map(({ status }) => status)).size], [1, 2]);
  const status = done[0]?.body.status;
  const [{ count } = { count: 0 }] = await sql<{ count: number }>(
    "select count(*)::int as count from commerce.outbox where team_id = $1 and type = 'invoice.paid'",
    [caller.team_id],
  );
  assert.equal(count, status === "paid" ? 1 : 0);
});
