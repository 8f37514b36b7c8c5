import assert from "node:assert/strict";
import { test } from "node:test";
import type { Quote } from "../../gen/rpc.ts";
import { inTeam, testCommerce } from "../testing/test-commerce.ts";
import { quotesOf } from "../testing/test-documents.ts";

const { door, rewrite } = await testCommerce();
const { made, get, list, accept } = quotesOf(door);
const expire = (id: string) =>
  rewrite("update commerce.quotes set expires_at = now() - interval '1 second' where id = $1", [id]);

test("an open quote that is past its time is expired for every reader; a draft is not", async () => {
  const caller = inTeam();
  const [open, draft] = [await made(caller), await made(caller, { finalize: false })];
  await Promise.all([expire(open.id), expire(draft.id)]);
  const { body } = await get(caller, open.id);
  assert.deepEqual([body.status, body.status_transitions.expired_at], ["expired", body.expires_at]);
  const ids = async (query: string) =>
    ((await list(caller, query)).body.quotes as Quote[]).map(({ id }) => id);
  assert.deepEqual([await ids("status=expired"), await ids("status=open")], [[open.id], []]);
  assert.deepEqual(await ids("status=draft"), [draft.id]);
});

test("a quote is 304 to its version unless it is open, when the clock alone makes it expired", async () => {
  const caller = inTeam();
  const [open, draft] = [await made(caller), await made(caller, { finalize: false })];
  const known = (id: string, version: number) =>
    get(caller, id, { headers: { "if-none-match": `"${version}"` } });
  assert.equal((await known(draft.id, draft.version)).status, 304);
  assert.equal((await known(open.id, open.version)).status, 200);
  await expire(open.id);
  const expired = await known(open.id, open.version);
  assert.deepEqual([expired.status, expired.body.status], [200, "expired"]);
  const other = await made(caller);
  assert.equal((await accept(caller, other.id)).status, 200);
  const { version } = (await get(caller, other.id)).body as Quote;
  assert.equal((await known(other.id, version)).status, 304);
});
