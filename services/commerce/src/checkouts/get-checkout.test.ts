import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { checkoutsOf } from "../testing/test-documents.ts";
import { inTeam, testCommerce } from "../testing/test-commerce.ts";

const { door } = await testCommerce();
const { made, get, expire } = checkoutsOf(door);

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

test("a checkout is 304 to its version unless it is open, when the clock alone makes it expired", async () => {
  const caller = inTeam();
  const { id, version } = await made(caller);
  const known = (one: number) => get(caller, id, { headers: { "if-none-match": `"${one}"` } });
  assert.equal((await known(version)).status, 200);
  const { body: ended } = await expire(caller, id);
  const again = await known(ended.version as number);
  assert.deepEqual([again.status, again.body], [304, undefined]);
});
