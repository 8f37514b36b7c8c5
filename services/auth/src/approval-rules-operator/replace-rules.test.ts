import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";
import { faultsOf, testRules } from "../testing/test-rules.ts";

const auth = await testAuth();
const { team, made, list, version, recorded } = testRules(auth);
const replace = (slug: string, rules: object[]) => auth.door.operate("ReplaceRules", { team: slug, rules });
const show = async (slug: string) => (await auth.door.operate("ShowRules", { team: slug })).body as object;

test("the list replaces the rules at once, and what is shown is a list", async () => {
  const { caller, slug, team_id } = await team();
  const kept = await made(caller, { name: "Kept", outcome: "queue", timeout_hours: 5 });
  await made(caller, { name: "Gone" });
  const same = await made(caller, { name: "Same", position: 9 });
  const before = await version(team_id);
  const rules = [
    { name: "New", outcome: "refuse", message: "No.", when: { ops: ["delete"] } },
    { name: "Kept", outcome: "queue", needed: 2 },
    { name: "Same", outcome: "run", position: 9 },
  ];
  const reply = await replace(slug, rules);
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  assert.deepEqual(await show(slug), reply.body);
  const listed = await list(caller);
  assert.deepEqual(
    listed.map(({ name, position, needed, timeout_hours }) => [name, position, needed, timeout_hours]),
    [
      ["New", 1, null, null],
      ["Kept", 2, 2, 336],
      ["Same", 9, null, null],
    ],
  );
  assert.deepEqual([listed[1]?.id, listed[2]?.id, listed[2]?.version], [kept.id, same.id, 1]);
  assert.deepEqual(listed[0]?.created_by, { type: "system", id: null });
  assert.notEqual(await version(team_id), before);
  const entries = (await recorded(team_id))
    .slice(3)
    .map(({ action, actor }) => `${String(action)} by ${String(actor)}`);
  assert.deepEqual(entries, ["delete by system", "create by system", "update by system"]);
  assert.deepEqual((await replace(slug, ((await show(slug)) as { rules: object[] }).rules)).body, reply.body);
  assert.equal((await recorded(team_id)).length, 6);
  assert.deepEqual((await replace(slug, [])).body, { rules: [] });
  assert.equal(await version(team_id), null);
});

test("each write that changes rules publishes the fact once with them, and one that changes none does not", async () => {
  const { caller, slug, team_id } = await team();
  const facts = async () =>
    (
      await auth.sql("select from auth.outbox where team_id = $1 and type = 'approval_rules.changed'", [
        team_id,
      ])
    ).length;
  const { id } = await made(caller, { name: "One" });
  assert.equal(await facts(), 1);
  const patch = (body: object) =>
    auth.door.call("UpdateApprovalRule", { caller, path: { approval_rule_id: id }, body });
  for (const message of ["No.", "No."]) assert.equal((await patch({ message })).status, 200);
  assert.equal((await patch({ needed: 3 })).status, 422);
  assert.equal(await facts(), 2);
  const whole = [1, 2, 3].map((n) => ({ name: `Rule ${n}`, outcome: "run" }));
  for (let n = 0; n < 2; n += 1) assert.equal((await replace(slug, whole)).status, 200);
  assert.equal(await facts(), 3);
  const [rule] = await list(caller);
  await auth.door.call("DeleteApprovalRule", { caller, path: { approval_rule_id: rule?.id ?? "" } });
  assert.equal(await facts(), 4);
});

test("a fault of one rule is named at its place, and no rule is replaced", async () => {
  const { caller, slug } = await team();
  await made(caller, { name: "Mine" });
  const good = { name: "Good", outcome: "run" };
  const refused: [rules: object[], fault: string][] = [
    [[good, { name: "Bad", outcome: "maybe" }], "rules.1.outcome invalid_value"],
    [[good, { ...good, needed: 1, name: "Bad" }], "rules.1.needed not_allowed"],
    [[good, good], "rules.1.name duplicate"],
    [[{ ...good, when: { token_ids: [randomUUID()] } }], "rules.0.when.token_ids.0 not_found"],
    [[good, { name: "Bad", outcome: "queue", needed: 9 }], "rules.1.needed too_large"],
    [[{ ...good, when: { operations: { gte: 2, lte: 1 } } }], "rules.0.when.operations.gte too_large"],
    [Array.from({ length: 51 }, (_, n) => ({ ...good, name: `Rule ${n}` })), "rules too_many"],
  ];
  for (const [rules, fault] of refused)
    assert.deepEqual(faultsOf(await replace(slug, rules)), [422, fault], fault);
  assert.deepEqual(
    (await list(caller)).map(({ name }) => name),
    ["Mine"],
  );
  assert.equal((await replace("nobody", [])).status, 404);
});

test("lists, changes and new rules that come at once leave one list after the other", async () => {
  const { caller, slug } = await team();
  const names = Array.from({ length: 20 }, (_, n) => `Rule ${n}`);
  const whole = names.map((name) => ({ name, outcome: "run" }));
  assert.equal((await replace(slug, whole)).status, 200);
  const rules = await list(caller);
  const replies = await Promise.all([
    ...["A", "B", "C"].map((message) =>
      replace(
        slug,
        whole.toReversed().map((one) => ({ ...one, message })),
      ),
    ),
    ...rules.map(({ id }, n) =>
      auth.door.call("UpdateApprovalRule", {
        caller,
        path: { approval_rule_id: id },
        body: { position: 900 + n },
      }),
    ),
  ]);
  assert.deepEqual([...new Set(replies.map(({ status }) => status))], [200]);
  assert.deepEqual(new Set((await list(caller)).map(({ name }) => name)), new Set(names));
});
