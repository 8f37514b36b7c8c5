import assert from "node:assert/strict";
import { test } from "node:test";
import { inTeam, testCommerce } from "../testing/test-commerce.ts";
import { quotesOf } from "../testing/test-documents.ts";

const { door, sql } = await testCommerce();
const { made, decline } = quotesOf(door);

test("a decline publishes quote.declined with the former state, and leaves no invoice", async () => {
  const caller = inTeam();
  const { id, number } = await made(caller);
  const { status, body } = await decline(caller, id);
  assert.deepEqual([status, body.status, body.number, body.result_ref], [200, "declined", number, null]);
  const invoices = await sql("select from commerce.invoices where team_id = $1", [caller.team_id]);
  assert.equal(invoices.length, 0);
  const events = await sql<{ type: string; previous: string }>(
    `select type, payload #>> '{data,previous,status}' as previous from commerce.outbox
     where team_id = $1 and type like 'quote.%' order by seq`,
    [caller.team_id],
  );
  assert.deepEqual(events.at(-1), { type: "quote.declined", previous: "open" });
});
