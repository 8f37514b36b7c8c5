import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import {
  anotherToken,
  propose,
  ruled,
  signedIn,
  testCaller,
  testNotes,
  testRule,
  testTeam,
} from "@jst/testing";
import { withClient } from "@jst/testing";
import type { ApprovalRule, RuleCondition } from "./rule.ts";

const { door, stored, database } = await testNotes();

function setRules({ team_id: teamId }: Caller, ...rules: ApprovalRule[]): void {
  door.callers.setRules(teamId, { version: 1, rules });
}

const create = async (caller: Caller): Promise<number> =>
  (await door.call("CreateNote", { caller, body: { title: "N" } })).status;

/** Limit of a day for creates. */
const limit = (operations: number, more: RuleCondition = {}): RuleCondition => ({
  actor_types: ["service", "member", "human"],
  ops: ["create"],
  over_per_day: { operations },
  ...more,
});

test("of 64 writes at once under a limit of 10, exactly 10 run and 54 are refused", async () => {
  const caller = ruled(testTeam().service);
  setRules(caller, testRule({ outcome: "refuse", when: limit(10) }));
  const statuses = await Promise.all(Array.from({ length: 64 }, () => create(caller)));
  const by = Map.groupBy(statuses, (status) => status);
  assert.deepEqual([by.get(201)?.length, by.get(403)?.length], [10, 54]);
  assert.equal((await stored(caller.team_id)).notes, 10);
});

test("the same with a rule that queues: 10 run and 54 wait", async () => {
  const caller = ruled(testTeam().service);
  setRules(caller, testRule({ outcome: "queue", when: limit(10) }));
  const statuses = await Promise.all(Array.from({ length: 64 }, () => create(caller)));
  const by = Map.groupBy(statuses, (status) => status);
  assert.deepEqual([by.get(201)?.length, by.get(202)?.length], [10, 54]);
  assert.equal((await stored(caller.team_id)).notes, 10);
});

test("each hand has its own count; all sessions of a member are one hand, and so are the tokens of a sign-in", async () => {
  const { member, service } = testTeam();
  setRules(member, testRule({ outcome: "refuse", when: limit(1) }));
  const session = ruled(signedIn(member));
  assert.deepEqual(
    [await create(session), await create(anotherToken(session)), await create(ruled(service))],
    [201, 403, 201],
  );
  const family_id = randomUUID();
  const first = ruled(testCaller({ team_id: member.team_id, family_id }));
  assert.deepEqual([await create(first), await create(anotherToken(first))], [201, 403]);
});

test("what failed, waited or was refused counts nothing, and an undo gives nothing back", async () => {
  const { member } = testTeam();
  const session = ruled(signedIn(member));
  setRules(member, testRule({ outcome: "refuse", when: limit(2) }));
  const invalid = await door.call("CreateNote", { caller: session, body: { title: "" } });
  await propose(door, ruled(member), "CreateNote", { body: { title: "Waits" } });
  const preview = { caller: session, body: { title: "P" }, headers: { "x-internal-preview": "1" } };
  const shown = await door.call("CreateNote", preview);
  assert.deepEqual([invalid.status, shown.status], [422, 200]);
  const made = await door.call("CreateNote", { caller: session, body: { title: "One" } });
  const path = { changeset_id: String(made.headers["x-changeset-id"]) };
  assert.equal((await door.call("UndoChangeset", { caller: session, path, body: {} })).status, 200);
  assert.deepEqual([await create(session), await create(session)], [201, 403]);
});

test("an edited limit counts what the hand executed before the edit", async () => {
  const caller = ruled(testTeam().service);
  const rule = testRule({ outcome: "refuse", when: limit(5) });
  setRules(caller, rule);
  for (let n = 0; n < 3; n += 1) assert.equal(await create(caller), 201);
  setRules(caller, { ...rule, when: limit(3) });
  assert.equal(await create(caller), 403);
});

test("a day is that of the team's zone, and counts of days long past are removed", async () => {
  const caller = ruled(testTeam().service);
  const rule = testRule({ outcome: "refuse", when: limit(1) });
  setRules(caller, rule);
  assert.deepEqual([await create(caller), await create(caller)], [201, 403]);
  const move = (days: number) =>
    withClient(database.superuserUrl, (client) =>
      client.query("update crm.rule_counts set day = day - $2::int where team_id = $1", [
        caller.team_id,
        days,
      ]),
    );
  await move(1);
  assert.equal(await create(caller), 201);
  await move(3);
  assert.equal(await create(caller), 201);
  const left = await withClient(database.superuserUrl, async (client) => {
    const sql = `select (day - (now() at time zone $2)::date)::int as day, value::int from crm.rule_counts
      where team_id = $1`;
    return (await client.query(sql, [caller.team_id, caller.team.timezone])).rows;
  });
  assert.deepEqual(left, [{ day: 0, value: 1 }]);
  // A zone in which another day has begun than in UTC.
  const ahead = new Date().getUTCHours() >= 12 ? "Pacific/Kiritimati" : "Pacific/Pago_Pago";
  const moved = { ...caller, team: { ...caller.team, timezone: ahead } };
  assert.equal(await create(moved), 201);
});

test("a preview and a proposal show the rule of a limit that is reached", async () => {
  const caller = ruled(testTeam().service);
  const rule = testRule({ outcome: "queue", when: limit(0) });
  setRules(caller, rule);
  const headers = { "x-internal-preview": "1" };
  const preview = await door.call("CreateNote", { caller, body: { title: "N" }, headers });
  assert.deepEqual([preview.body.outcome, preview.body.rule], ["queue", { id: rule.id, name: rule.name }]);
});

test("a count stops where no limit is higher, and the writes of its hand go on", async () => {
  const caller = ruled(testTeam().service);
  setRules(caller, testRule({ outcome: "refuse", when: limit(Number.MAX_SAFE_INTEGER - 1) }));
  assert.equal(await create(caller), 201);
  const set = (value: string) =>
    withClient(database.superuserUrl, (client) =>
      client.query("update crm.rule_counts set value = $2 where team_id = $1", [caller.team_id, value]),
    );
  await set("9223372036854775807");
  assert.equal(await create(caller), 403);
  setRules(caller, testRule({ outcome: "run", when: limit(Number.MAX_SAFE_INTEGER) }));
  assert.equal(await create(caller), 201);
});
