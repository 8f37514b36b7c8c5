import assert from "node:assert/strict";
import { test } from "node:test";
import { inTeam, testCommerce } from "../testing/test-commerce.ts";
import { quotesOf } from "../testing/test-documents.ts";

const { door, sql } = await testCommerce();
const { made, decline } = quotesOf(door);

test("who declines leaves no invoice and tells nobody", async () => {
  const caller = inTeam();
  const { id, number } = await made(caller);
  const { status, body } = await decline(caller, id);
  assert.deepEqual([status, body.status, body.number, body.result_ref], [200, "declined", number, null]);
  const rows = await sql(
    "select from commerce.outbox where team_id = $1 and type like 'quote.%' union all select from commerce.invoices where team_id = $1",
    [caller.team_id],
  );
  assert.equal(rows.length, 0);
});
