import type { Caller } from "@jst/caller";
import {
  anotherToken,
  human,
  propose,
  ruled,
  signedIn,
  testNotes,
  testRule,
  testRules,
  testTeam,
} from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";

const { door, stored, audit } = await testNotes();
type Path = { changeset_id: string };

/** A team whose rule needs this many approvals of its three admins, who are signed in. */
function ruledTeam(needed: number) {
  const { member } = testTeam();
  const admins = [1, 2, 3].map(() => ruled(signedIn(human(member.team_id, "admin"))));
  for (const admin of admins) door.callers.remember(admin);
  door.callers.setRules(member.team_id, testRules({ needed }));
  const [first, second, third] = admins as [Caller, Caller, Caller];
  return { teamId: member.team_id, member: ruled(member), first, second, third };
}

const proposal = (caller: Caller, title = "Ada") =>
  propose(door, caller, "CreateNote", { body: { title, slug: randomUUID() } });
const approve = (caller: Caller, path: Path, body: object = {}, headers: Record<string, string> = {}) =>
  door.call("ApproveChangeset", { caller, path, body, headers });
const shown = async (caller: Caller, path: Path) => (await door.call("GetChangeset", { caller, path })).body;
const acts = async (teamId: string) => (await audit(teamId)).map(({ action }) => action);

test("an approval that is not the last is kept with an entry, and the last executes", async () => {
  const { teamId, member, first, second } = ruledTeam(2);
  const path = await proposal(member);
  const one = await approve(first, path);
  assert.deepEqual([one.status, one.body.status, one.body.result], [200, "queued", undefined]);
  const by = ({ member_id: id }: Caller) => ({ type: "member", id });
  const { approval } = await shown(member, path);
  assert.deepEqual(
    [approval.needed, approval.eligible, approval.approvals.map((vote: { by: object }) => vote.by)],
    [2, 3, [by(first)]],
  );
  assert.deepEqual([approval.rule.name, (await stored(teamId)).notes], ["rule", 0]);
  const two = await approve(second, path);
  assert.deepEqual([two.status, two.body.status, two.body.result.title], [200, "executed", "Ada"]);
  assert.deepEqual(two.body.decided_by, by(second));
  assert.deepEqual(
    two.body.approval.approvals.map((vote: { by: object }) => vote.by),
    [by(first), by(second)],
  );
  assert.deepEqual([two.body.approval.needed, two.body.approval.rule.name], [2, "rule"]);
  assert.equal((await stored(teamId)).notes, 1);
  assert.deepEqual(await acts(teamId), ["changeset.propose", "changeset.vote", "changeset.approve"]);
});

test("a proposal shows the message of its rule while it waits, and that of the decision later", async () => {
  const { teamId, member, first } = ruledTeam(1);
  door.callers.setRules(teamId, testRules({ message: "Ask Ada first." }));
  const path = await proposal(member);
  assert.equal((await shown(member, path)).approval.rule.message, "Ask Ada first.");
  assert.equal((await approve(first, path)).body.status, "executed");
  door.callers.setRules(teamId, testRules({ message: "Another one." }));
  assert.equal((await shown(member, path)).approval.rule.message, "Ask Ada first.");
});

test("of two approvers at once both get 200 where two are needed, and it is executed once", async () => {
  for (let round = 0; round < 10; round += 1) {
    const { teamId, member, first, second } = ruledTeam(2);
    const path = await proposal(member);
    const replies = await Promise.all([approve(first, path), approve(second, path)]);
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200],
    );
    assert.deepEqual(replies.map(({ body }) => body.status as string).sort(), ["executed", "queued"]);
    assert.equal((await stored(teamId)).notes, 1);
    assert.deepEqual((await acts(teamId)).slice(1).sort(), ["changeset.approve", "changeset.vote"]);
  }
});

test("of three approvers at once one comes too late where two are needed, and of two where one is", async () => {
  for (const needed of [1, 2]) {
    const { teamId, member, first, second, third } = ruledTeam(needed);
    const path = await proposal(member);
    const callers = needed === 1 ? [first, second] : [first, second, third];
    const replies = await Promise.all(callers.map((caller) => approve(caller, path)));
    const codes = replies.map(({ status, body }) =>
      status === 200 ? "200" : `${status} ${body.code as string}`,
    );
    assert.deepEqual(codes.sort(), [...callers.slice(1).map(() => "200"), "409 changeset_not_pending"]);
    assert.equal((await stored(teamId)).notes, 1);
  }
});

test("the same member approves once, in two tabs at once and by a token", async () => {
  const { teamId, member, first, second } = ruledTeam(2);
  const path = await proposal(member);
  const token: Caller = {
    ...first,
    token_id: randomUUID(),
    token_type: "human",
    door: "rest",
    minted_by: { type: "operator", id: null },
  };
  const tabs = [first, anotherToken(first), token, token];
  const replies = await Promise.all(tabs.map((caller) => approve(caller, path)));
  for (const { status, body } of replies)
    assert.deepEqual([status, body.status, body.approval.approvals.length], [200, "queued", 1]);
  assert.deepEqual(await acts(teamId), ["changeset.propose", "changeset.vote"]);
  assert.equal((await approve(second, path)).body.status, "executed");
});

test("one rejection ends a proposal with approvals, and later approvals are 409", async () => {
  const { teamId, member, first, second, third } = ruledTeam(3);
  const path = await proposal(member);
  await approve(first, path);
  await approve(second, path);
  const rejected = await door.call("RejectChangeset", { caller: third, path, body: { reason: "No" } });
  assert.deepEqual([rejected.status, rejected.body.status], [200, "rejected"]);
  assert.equal(rejected.body.approval.approvals.length, 2);
  const late = await approve(third, path);
  assert.deepEqual([late.status, late.body.code], [409, "changeset_not_pending"]);
  assert.equal((await stored(teamId)).notes, 0);
});

test("needed counts as at most the number of members who may decide", async () => {
  const { member, first, second, third } = ruledTeam(9);
  const path = await proposal(member);
  assert.equal((await shown(first, path)).approval.needed, 3);
  door.callers.setRole(third.member_id ?? "", null);
  assert.equal((await approve(first, path)).body.approval.needed, 2);
  assert.equal((await approve(second, path)).body.status, "executed");
});

test("approvals of members who were demoted or removed since do not count", async () => {
  for (const role of ["viewer", null] as const) {
    const { teamId, member, first, second, third } = ruledTeam(2);
    const path = await proposal(member);
    await approve(first, path);
    door.callers.setRole(first.member_id ?? "", role);
    const { approval } = await shown(second, path);
    assert.deepEqual([approval.approvals, approval.eligible], [[], 2]);
    assert.equal((await approve(second, path)).body.status, "queued");
    const last = await approve(third, path);
    const ids = last.body.approval.approvals.map((vote: { by: { id: string } }) => vote.by.id);
    assert.deepEqual([last.body.status, ids], ["executed", [second.member_id, third.member_id]]);
    assert.equal((await stored(teamId)).notes, 1);
  }
});

test("an edit clears all approvals, and the editor's own counts where that one's write runs at once", async () => {
  const { member, first, second, third } = ruledTeam(2);
  const path = await proposal(member);
  await approve(first, path);
  const edited = await approve(second, path, { body: { title: "Grace" } });
  assert.deepEqual([edited.status, edited.body.status, edited.body.version], [200, "queued", 2]);
  assert.deepEqual(
    edited.body.approval.approvals.map((vote: { by: { id: string } }) => vote.by.id),
    [second.member_id],
  );
  const old = await approve(third, path, {}, { "if-match": '"1"' });
  assert.deepEqual([old.status, old.body.code], [412, "version_conflict"]);
  const last = await approve(third, path, {}, { "if-match": '"2"' });
  assert.deepEqual([last.body.status, last.body.result.title], ["executed", "Grace"]);
});

test("an edit by an approver whose own write would wait leaves the decision to others", async () => {
  const { member, first, second, third } = ruledTeam(2);
  door.callers.setRules(member.team_id, testRules({ needed: 2, when: { actor_types: ["human", "admin"] } }));
  const path = await proposal(member);
  await approve(second, path);
  const edited = await approve(first, path, { body: { title: "Grace" } });
  assert.deepEqual([edited.body.status, edited.body.approval.approvals], ["queued", []]);
  const own = await approve(first, path);
  assert.deepEqual([own.status, own.body.code], [403, "insufficient_scope"]);
  assert.equal((await approve(second, path)).body.status, "queued");
  assert.equal((await approve(third, path)).body.status, "executed");
});

test("an edit that a rule of now refuses is 403, and the version with its approvals stands", async () => {
  const { member, first, second } = ruledTeam(2);
  const path = await proposal(member);
  await approve(first, path);
  const refusing = testRule({ name: "No colors", outcome: "refuse", when: { fields: ["color"] } });
  door.callers.setRules(member.team_id, testRules(refusing, { needed: 2 }));
  const edited = await approve(second, path, { body: { title: "Grace", color: "red" } });
  assert.deepEqual(
    [edited.status, edited.body.code, edited.body.rule.name],
    [403, "rule_refused", "No colors"],
  );
  const { version, approval } = await shown(first, path);
  assert.deepEqual([version, approval.approvals.length], [1, 1]);
});

test("a last approval that cannot be applied keeps no approval of its own", async () => {
  const { member, first, second } = ruledTeam(2);
  const taken = randomUUID();
  const path = await propose(door, member, "CreateNote", { body: { title: "Ada", slug: taken } });
  await approve(first, path);
  await door.call("CreateNote", { caller: first, body: { title: "Other", slug: taken } });
  const last = await approve(second, path);
  assert.deepEqual([last.status, last.body.code], [409, "changeset_conflict"]);
  const { status, approval } = await shown(first, path);
  assert.deepEqual([status, approval.approvals.length], ["conflicted", 1]);
});

test("an approval that is repeated under its key is answered as the first time", async () => {
  const { teamId, member, first, second } = ruledTeam(2);
  const path = await proposal(member);
  const headers = { "idempotency-key": randomUUID() };
  const one = await approve(first, path, {}, headers);
  assert.equal((await approve(second, path)).body.status, "executed");
  const again = await approve(first, path, {}, headers);
  assert.deepEqual([again.status, again.body], [one.status, one.body]);
  assert.equal((await stored(teamId)).notes, 1);
});
