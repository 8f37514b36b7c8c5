import type { Caller } from "@jst/caller";
import { human, propose, signedIn, testCaller, testNotes, testTeam, withClient } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { RulesJudged, TrialRule } from "../../gen/rpc.ts";

const { door, database, stored, audit } = await testNotes();
const monthAgo = () => new Date(Date.now() - 30 * 86_400_000).toISOString();

const attempt = async (caller: Caller, rules: TrialRule[], since = monthAgo()): Promise<RulesJudged> => {
  const { status, body } = await door.callAs("agent", "TryRules", { rules, since }, caller);
  assert.equal(status, 200, JSON.stringify(body));
  return body as RulesJudged;
};
const numbers = ({ changesets, run, queue, refuse }: RulesJudged) => [changesets, run, queue, refuse];
const note = (more: object = {}) => ({ body: { title: "Ada", slug: randomUUID(), ...more } });
const pathOf = ({ headers }: { headers: Record<string, string> }) => ({
  changeset_id: headers["x-changeset-id"] ?? "",
});

/** A team in which a token has written twice, a member proposed twice, and an admin approved one of these. */
async function team() {
  const { member, admin, service } = testTeam();
  const session = signedIn(admin);
  const one = pathOf(await door.call("CreateNote", { caller: service, ...note({ color: "red" }) }));
  await door.call("CreateNote", { caller: service, ...note() });
  const open = await propose(door, member, "CreateNote", note({ color: "red" }));
  const approved = await propose(door, member, "CreateNote", note());
  await door.call("ApproveChangeset", { caller: session, path: approved });
  return { member, admin, service, session, one, open, approved };
}

test("what was executed or proposed is judged by rules and matrix, and an undo is not; nothing is stored", async () => {
  const { member, session, service, one, open, approved } = await team();
  await door.call("UndoChangeset", { caller: session, path: one });
  const before = [await stored(member.team_id), await audit(member.team_id)];
  assert.deepEqual(
    numbers(await attempt(session, [{ when: { ops: ["delete"] }, outcome: "refuse" }])),
    [4, 2, 2, 0],
  );
  const result = await attempt(session, [
    { when: { fields: ["color"] }, outcome: "refuse" },
    { when: {}, outcome: "run" },
  ]);
  assert.deepEqual(numbers(result), [4, 3, 0, 1]);
  assert.deepEqual(result.by_rule, [
    { matched: 1, run: 0, queue: 0, refuse: 1 },
    { matched: 1, run: 1, queue: 0, refuse: 0 },
  ]);
  assert.deepEqual(result.examples, [
    { changeset_id: approved.changeset_id, outcome: "run", rule: 1 },
    { changeset_id: open.changeset_id, outcome: "refuse", rule: 0 },
  ]);
  assert.equal(result.complete, true);
  const all = { when: { actor_types: ["service" as const], fields: ["color"] }, outcome: "queue" as const };
  assert.deepEqual(numbers(await attempt(session, [all])), [4, 1, 3, 0]);
  assert.deepEqual([await stored(service.team_id), await audit(service.team_id)], before);
});

test("a limit of a day counts the same hand, oldest first", async () => {
  const { service } = testTeam();
  const session = signedIn(human(service.team_id, "owner"));
  const others = testCaller({ team_id: service.team_id });
  for (const caller of [service, service, service, others])
    await door.call("CreateNote", { caller, ...note() });
  const limit: TrialRule = {
    when: { actor_types: ["service"], over_per_day: { operations: 2 } },
    outcome: "refuse",
  };
  assert.deepEqual(numbers(await attempt(session, [limit])), [4, 3, 0, 1]);
});

test("roles are those of today: what an admin wrote is a member's after a demotion", async () => {
  const { admin } = testTeam();
  const session = signedIn(admin);
  await door.call("CreateNote", { caller: session, ...note() });
  const rules: TrialRule[] = [{ when: { actor_types: ["member"] }, outcome: "queue" }];
  assert.deepEqual(numbers(await attempt(session, rules)), [1, 1, 0, 0]);
  door.callers.setRole(admin.member_id ?? "", "member");
  assert.deepEqual(numbers(await attempt(signedIn(human(admin.team_id)), rules)), [1, 0, 1, 0]);
});

test("run does not free an emergency token, and another team's history is not judged", async () => {
  const { member } = testTeam();
  const token: Caller = { ...member, token_id: randomUUID(), token_type: "break_glass" };
  await propose(door, token, "CreateNote", note());
  const session = signedIn(human(member.team_id));
  const result = await attempt(session, [{ when: {}, outcome: "run" }]);
  assert.deepEqual(numbers(result), [1, 0, 1, 0]);
  assert.deepEqual(result.by_rule, [{ matched: 1, run: 0, queue: 1, refuse: 0 }]);
  const stranger = signedIn(human(randomUUID()));
  assert.deepEqual(numbers(await attempt(stranger, [{ when: {}, outcome: "run" }])), [0, 0, 0, 0]);
});

test("only what was made since then is judged", async () => {
  const { member, session } = await team();
  await withClient(database.superuserUrl, (client) =>
    client.query("update crm.changesets set created_at = now() - interval '2 days' where team_id = $1", [
      member.team_id,
    ]),
  );
  const dayAgo = new Date(Date.now() - 86_400_000).toISOString();
  assert.deepEqual(numbers(await attempt(session, [{ when: {}, outcome: "run" }], dayAgo)), [2, 2, 0, 0]);
});

test("a service token of a member is judged as it writes: as a human token, while it is there", async () => {
  const { admin } = testTeam();
  const session = signedIn(admin);
  const sponsored = testCaller({ team_id: admin.team_id, role: "member", sponsor_id: randomUUID() });
  await propose(door, sponsored, "CreateNote", note());
  const rules: TrialRule[] = [{ when: { actor_types: ["human"] }, outcome: "refuse" }];
  assert.deepEqual(numbers(await attempt(session, rules)), [1, 0, 0, 1]);
  door.callers.revoke(sponsored.token_id);
  assert.deepEqual(numbers(await attempt(session, rules)), [1, 1, 0, 0]);
});
