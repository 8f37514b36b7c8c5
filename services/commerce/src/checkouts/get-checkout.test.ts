import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { checkoutsOf } from "../testing/test-checkouts.ts";
import { inTeam, testCommerce } from "../testing/test-commerce.ts";

const { door } = await testCommerce();
const { made, get } = checkoutsOf(door);

test("a checkout is read by its team; a foreign id answers as an absent one, to the letter", async () => {
  const caller = inTeam();
  const checkout = await made(caller);
  const read = await get(caller, checkout.id);
  assert.deepEqual([read.status, read.body.id, read.body.status], [200, checkout.id, "open"]);
  const known = ({ status, body }: typeof read) => [status, body.code, body.detail];
  const foreign = await get(inTeam(), checkout.id);
  assert.deepEqual(known(foreign), known(await get(caller, randomUUID())));
  assert.equal(foreign.status, 404);
});
