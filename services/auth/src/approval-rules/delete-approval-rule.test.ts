import assert from "node:assert/strict";
import { test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";
import { testRules } from "../testing/test-rules.ts";

const auth = await testAuth();
const { team, made, remove, list, recorded } = testRules(auth);

test("a rule is deleted once, by ten at once, and only that one", async () => {
  const { caller, team_id } = await team();
  const [{ id }, kept] = [await made(caller), await made(caller, { name: "Kept" })];
  const replies = await Promise.all(Array.from({ length: 10 }, () => remove(caller, id)));
  assert.deepEqual(replies.map(({ status }) => status).sort(), [
    200,
    ...Array.from({ length: 9 }, () => 404),
  ]);
  assert.deepEqual(await list(caller), [kept]);
  const deletions = (await recorded(team_id)).filter(({ action }) => action === "delete");
  assert.equal(deletions.length, 1);
});
