import assert from "node:assert/strict";
import { test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";
import { testRules } from "../testing/test-rules.ts";

const auth = await testAuth();
const { team, made, get } = testRules(auth);

test("a rule is read with its version, and 304 for who has that version", async () => {
  const { caller } = await team();
  const { id } = await made(caller);
  const path = { approval_rule_id: id };
  const again = (version: string) =>
    auth.door.call("GetApprovalRule", { caller, path, headers: { "if-none-match": version } });
  assert.deepEqual([(await again('"1"')).status, (await again('"2"')).status], [304, 200]);
  assert.equal((await get((await team()).caller, id)).status, 404);
});
