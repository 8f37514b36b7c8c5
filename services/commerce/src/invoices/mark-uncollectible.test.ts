import assert from "node:assert/strict";
import { test } from "node:test";
import { inTeam, testCommerce } from "../testing/test-commerce.ts";
import { invoicesOf } from "../testing/test-documents.ts";

const { door } = await testCommerce();
const { made, get, giveUp, declareVoid } = invoicesOf(door);

test("what will hardly be paid is owed still, keeps its number, and says when it was given up, void too", async () => {
  const caller = inTeam();
  const { id, number } = await made(caller);
  const { status, body, headers } = await giveUp(caller, id);
  assert.deepEqual([status, body.status, body.number, body.amount_due], [200, "uncollectible", number, 1000]);
  assert.deepEqual([headers["etag"], (await get(caller, id)).body], ['"2"', body]);
  const voided = (await declareVoid(caller, id)).body;
  const { marked_uncollectible_at: time } = body.status_transitions;
  assert.deepEqual([voided.status_transitions.marked_uncollectible_at, voided.amount_due], [time, 0]);
});
