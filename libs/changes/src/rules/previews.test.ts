import assert from "node:assert/strict";
import { test } from "node:test";
import { PREVIEW_HEADER } from "@jst/rpc";
import { ruled, testNotes, testRule, testTeam } from "@jst/testing";
import type { ApprovalRule } from "./rule.ts";

const { door, stored, audit } = await testNotes();
const { service, member } = testTeam();
const setRules = (...rules: ApprovalRule[]) => door.callers.setRules(service.team_id, { version: 1, rules });
const preview = (caller = ruled(member)) =>
  door.call("CreateNote", { caller, body: { title: "N" }, headers: { [PREVIEW_HEADER]: "1" } });

test("a preview shows what the matrix says where no rule matches", async () => {
  for (const caller of [member, ruled(member)])
    assert.deepEqual((({ outcome, rule }) => [outcome, rule])((await preview(caller)).body), ["queue", null]);
  assert.equal((await preview(service)).body.outcome, "run");
});

test("a preview names the rule by which the write would run, wait or be refused, and leaves nothing", async () => {
  for (const outcome of ["run", "queue"] as const) {
    const rule = testRule({ outcome });
    setRules(rule);
    const { body } = await preview();
    assert.deepEqual([body.outcome, body.rule], [outcome, { id: rule.id, name: rule.name }]);
  }
  setRules(testRule({ outcome: "refuse", message: "Not today." }));
  const refused = await preview();
  assert.deepEqual(
    [refused.status, refused.body.code, refused.body.detail],
    [403, "rule_refused", "Not today."],
  );
  const glass = ruled({ ...member, token_type: "break_glass" });
  setRules(testRule({ outcome: "run" }));
  assert.deepEqual([(await preview(glass)).body.outcome, (await preview(glass)).body.rule], ["queue", null]);
  assert.deepEqual(await stored(service.team_id), { notes: 0, events: [], changes: [] });
  assert.deepEqual(await audit(service.team_id), []);
});
