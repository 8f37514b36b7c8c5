import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testAuth, PUSH_MS } from "../testing/test-auth.ts";
import { testRules } from "../testing/test-rules.ts";

const auth = await testAuth();
const { door } = auth;
const { team, made, patch, remove, version } = testRules(auth);
const rulesOf = async (team_id: string) => (await door.callAs("crm", "GetRules", { team_id })).body;

test("services get the enabled rules in the order in which they are tried, with their version and the zone of the team", async () => {
  const { caller, team_id } = await team();
  assert.deepEqual(await rulesOf(team_id), { version: 0, rules: [] });
  const queue = await made(caller, {
    name: "Q",
    outcome: "queue",
    needed: 1,
    position: 9,
    when: { ops: ["delete"] },
  });
  await made(caller, { name: "Off", enabled: false });
  const run = await made(caller, { name: "R", position: 2, message: "Fine." });
  const defaults = { needed: 1, allow_self: false, timeout_hours: 336 };
  const common = { ...defaults, approvers: { roles: ["owner", "admin"], members: [] } };
  assert.deepEqual(await rulesOf(team_id), {
    version: await version(team_id),
    timezone: "UTC",
    rules: [
      { id: run.id, name: "R", when: {}, outcome: "run", message: "Fine.", ...common },
      { id: queue.id, name: "Q", when: { ops: ["delete"] }, outcome: "queue", message: null, ...common },
    ],
  });
  assert.deepEqual(await rulesOf((await team()).team_id), { version: 0, rules: [] });
  const unknown = await door.callAs("crm", "GetRules", { team_id: randomUUID() });
  assert.equal(unknown.status, 404);
});

test("a rule that names a token names its sign-in too, so that it concerns the tokens of each refresh", async () => {
  const { caller, team_id, slug } = await team();
  const [plain, signedIn] = [
    await auth.mint({ team: slug, type: "service" }),
    await auth.mint({ team: slug, type: "service" }),
  ];
  const family = randomUUID();
  await auth.sql("update auth.tokens set family_id = $2 where id = $1", [signedIn.id, family]);
  await made(caller, { when: { token_ids: [plain.id, signedIn.id] } });
  const [rule] = (await rulesOf(team_id)).rules as { when: { token_ids: string[] } }[];
  assert.deepEqual(rule?.when.token_ids, [plain.id, signedIn.id, family]);
});

test("the version reaches every caller that Check signs, also one who is remembered", async () => {
  const { caller, team_id, slug } = await team();
  const { value } = await auth.mint({ team: slug, type: "service" });
  const seen = async () => (await auth.callerOf(value)).team.rules;
  const until = async (expected: number | null) => {
    const end = Date.now() + PUSH_MS;
    while ((await seen()) !== (expected ?? undefined)) assert.ok(Date.now() < end, String(expected));
  };
  await until(null);
  const { id } = await made(caller, { outcome: "refuse" });
  await until(await version(team_id));
  assert.notEqual(await version(team_id), null);
  await patch(caller, id, { when: { ops: ["delete"] } });
  await until(await version(team_id));
  await remove(caller, id);
  await until(null);
});
