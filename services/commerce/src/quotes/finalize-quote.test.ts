import assert from "node:assert/strict";
import { test } from "node:test";
import { inTeam, testCommerce } from "../testing/test-commerce.ts";
import { quotesOf } from "../testing/test-documents.ts";

const { door, rewrite } = await testCommerce();
const { made, get, finalize } = quotesOf(door);

test("a draft that is past its time is not finalized, stays a draft and takes no number", async () => {
  const caller = inTeam();
  const { id } = await made(caller, { finalize: false });
  await rewrite("update commerce.quotes set expires_at = now() - interval '1 second' where id = $1", [id]);
  const refused = await finalize(caller, id);
  const { code, from, to, allowed } = refused.body;
  assert.deepEqual([refused.status, code, from, to], [409, "invalid_state_transition", "draft", "open"]);
  assert.deepEqual(allowed, ["canceled"]);
  assert.equal((await get(caller, id)).body.status, "draft");
  assert.equal((await made(caller)).number, "QUO-000001");
});
