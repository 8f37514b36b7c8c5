import assert from "node:assert/strict";
import { test } from "node:test";
import { inTeam, testCommerce } from "../testing/test-commerce.ts";
import { quotesOf } from "../testing/test-documents.ts";

const { door } = await testCommerce();
const { made, cancel } = quotesOf(door);

test("an open quote that is taken back keeps its number, a draft has none", async () => {
  const caller = inTeam();
  const [open, draft] = [await made(caller), await made(caller, { finalize: false })];
  const numbers = [];
  for (const { id } of [open, draft]) {
    const { status, body } = await cancel(caller, id);
    assert.deepEqual([status, body.status], [200, "canceled"]);
    numbers.push(body.number);
  }
  assert.deepEqual(numbers, ["QUO-000001", null]);
});
