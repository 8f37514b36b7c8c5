import assert from "node:assert/strict";
import { test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";
import { outcome } from "../testing/test-members.ts";
import { testRules } from "../testing/test-rules.ts";

const auth = await testAuth();
const { team, made, patch, remove, get, recorded } = testRules(auth);

test("the outcome of a rule changes with what only one that queues has", async () => {
  const { caller } = await team();
  const { id } = await made(caller, { outcome: "queue", needed: 1, timeout_hours: 5 });
  const run = await patch(caller, id, { outcome: "refuse", message: "No." });
  assert.deepEqual([run.status, run.body.approvers, run.body.timeout_hours], [200, null, null]);
  assert.equal((await patch(caller, id, { timeout_hours: 6 })).status, 422);
  const queue = await patch(caller, id, { outcome: "queue" });
  assert.deepEqual([queue.body.needed, queue.body.timeout_hours, queue.body.message], [1, 336, "No."]);
});

test("each change of a rule is on record with what was before and after", async () => {
  const { caller, team_id } = await team();
  const { id } = await made(caller, { name: "First", when: { ops: ["delete"] } });
  assert.equal((await patch(caller, id, { enabled: false, name: "Second" })).status, 200);
  assert.equal((await patch(caller, id, { enabled: false })).status, 200);
  assert.deepEqual((await remove(caller, id)).body, { id, deleted: true });
  const rule = {
    ...{
      name: "First",
      position: 1,
      enabled: true,
      when: { ops: ["delete"] },
      outcome: "run",
      message: null,
    },
    ...{ approvers: null, needed: null, allow_self: null, timeout_hours: null },
  };
  const entries = (await recorded(team_id)).map(({ action, actor, reason }) => [
    `${String(action)} by ${String(actor)}`,
    String(reason)
      .split(" became ")
      .map((side) => JSON.parse(side) as unknown),
  ]);
  assert.deepEqual(entries, [
    ["create by member", [null, rule]],
    [
      "update by member",
      [
        { enabled: true, name: "First" },
        { enabled: false, name: "Second" },
      ],
    ],
    ["delete by member", [{ ...rule, enabled: false, name: "Second" }, null]],
  ]);
});

test("of two who change the rule that both have read, one gets 412; so does a deletion", async () => {
  const { caller } = await team();
  const { id } = await made(caller);
  const headers = { "if-match": '"1"' };
  const replies = await Promise.all(["X", "Y"].map((message) => patch(caller, id, { message }, headers)));
  assert.deepEqual(replies.map(outcome).sort(), ["200", "412 version_conflict"]);
  assert.equal(outcome(await remove(caller, id, headers)), "412 version_conflict");
  assert.equal(outcome(await remove(caller, id, { "if-match": '"2"' })), "200");
  for (const reply of [await remove(caller, id), await get(caller, id), await patch(caller, id, {})])
    assert.equal(outcome(reply), "404 not_found");
});
