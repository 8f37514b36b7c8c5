import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { checkoutsOf } from "../testing/test-documents.ts";
import { inTeam, testCommerce } from "../testing/test-commerce.ts";

const { door, rewrite } = await testCommerce();
const { made, list, expire } = checkoutsOf(door);

test("a list is found by state, contact, currency, time and memo, newest first, a page at a time", async () => {
  const caller = inTeam();
  const contact_id = randomUUID();
  const [first, second, third] = [
    await made(caller, { contact_id, memo: "Spring sale" }),
    await made(caller, { currency: "JPY" }),
    await made(caller),
  ];
  await expire(caller, second.id);
  await rewrite("update commerce.checkouts set expires_at = now() where id = $1", [third.id]);
  const ids = async (query = "") =>
    (await list(caller, query)).body.checkouts.map(({ id }: { id: string }) => id);
  assert.deepEqual(await ids(), [third.id, second.id, first.id]);
  assert.deepEqual(await ids("status=open"), [first.id]);
  assert.deepEqual(await ids("status=expired"), [third.id, second.id]);
  assert.deepEqual(await ids(`contact_id=${contact_id}`), [first.id]);
  assert.deepEqual(await ids("currency=JPY"), [second.id]);
  assert.deepEqual(await ids("q=spring"), [first.id]);
  assert.deepEqual(await ids(`created_from=${third.created_at}`), [third.id]);
  assert.deepEqual(await ids("sort=expires_at:asc&limit=1"), [third.id]);
  const page = (await list(caller, "limit=2")).body;
  assert.deepEqual(await ids(`limit=2&cursor=${page.next_cursor}`), [first.id]);
  assert.ok(page.checkouts[0].url.startsWith("http://gateway.test/p/checkout/"));
  assert.deepEqual((await list(inTeam())).body.checkouts, []);
  assert.equal((await list(caller, "status=paid")).status, 400);
});
