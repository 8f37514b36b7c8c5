import type { Caller } from "@jst/caller";
import type { ApprovalRule } from "@jst/changes";
import {
  human,
  propose,
  ruled,
  signedIn,
  testCaller,
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

/** A team with an admin, two members who are signed in, and a proposing token of a third; all are known to auth. */
function ruledTeam(...rules: Partial<ApprovalRule>[]) {
  const { member: token } = testTeam();
  const teamId = token.team_id;
  const session = (role: "admin" | "member") => ruled(signedIn(human(teamId, role)));
  const team = {
    teamId,
    token: ruled(token),
    admin: session("admin"),
    one: session("member"),
    other: session("member"),
  };
  for (const caller of [team.token, team.admin, team.one, team.other]) door.callers.remember(caller);
  door.callers.setRules(teamId, testRules(...rules));
  return team;
}

const idOf = ({ member_id: id }: Caller) => id ?? "";
const named = (...callers: Caller[]) => ({ approvers: { roles: [], members: callers.map(idOf) } });
const proposal = (caller: Caller) =>
  propose(door, caller, "CreateNote", { body: { title: "Ada", slug: randomUUID() } });
const decide = async (method: "ApproveChangeset" | "RejectChangeset", caller: Caller, path: Path) => {
  const { status, body } = await door.call(method, { caller, path, body: {} });
  return status < 300 ? (body.status as string) : `${status} ${body.code as string}`;
};
const approve = (caller: Caller, path: Path) => decide("ApproveChangeset", caller, path);
const listed = async (caller: Caller, decidable = false): Promise<string[]> => {
  const wanted = { limit: 501, ...(decidable && { decidable }) };
  const { body } = await door.callAs("agent", "ListChangesets", wanted, caller);
  return (body as { changesets: { id: string }[] }).changesets.map(({ id }) => id);
};

test("the approvers of a rule decide and nobody else, a member among them signed in", async () => {
  const { teamId, token, admin, one, other } = ruledTeam();
  door.callers.setRules(teamId, testRules(named(one)));
  const path = await proposal(token);
  assert.equal(await approve(admin, path), "403 insufficient_scope");
  assert.equal(await decide("RejectChangeset", admin, path), "403 insufficient_scope");
  assert.equal(await approve(other, path), "404 not_found");
  assert.equal(await decide("RejectChangeset", other, path), "404 not_found");
  const byToken = { ...human(teamId, "member"), member_id: idOf(one) };
  assert.equal(await approve(ruled(byToken), path), "403 insufficient_scope");
  assert.equal((await stored(teamId)).notes, 0);
  assert.equal(await approve(one, path), "executed");
  assert.equal(await decide("RejectChangeset", one, await proposal(token)), "rejected");
});

test("decisions of a member who does not approve are 404, in every state of the proposal", async () => {
  const { token, admin, other } = ruledTeam({});
  const path = await proposal(token);
  const absent = { changeset_id: `crm_${randomUUID()}` };
  for (const method of ["ApproveChangeset", "RejectChangeset"] as const) {
    assert.equal(await decide(method, other, path), "404 not_found");
    assert.equal(await decide(method, other, absent), "404 not_found");
  }
  assert.equal(await approve(admin, path), "executed");
  for (const method of ["ApproveChangeset", "RejectChangeset"] as const)
    assert.equal(await decide(method, other, path), "404 not_found");
});

test("without rules a signed-in member decides nothing, and owners and admins do as before", async () => {
  const { teamId, token, admin, one } = ruledTeam();
  door.callers.setRules(teamId, testRules());
  const path = await proposal(token);
  assert.equal(await approve(one, path), "404 not_found");
  assert.deepEqual(await listed(one, true), []);
  assert.equal(await approve(admin, path), "executed");
});

test("a decision reads the rules from auth, also where the service remembers others, alone and among many", async () => {
  const { teamId, token, admin } = ruledTeam({});
  const decideMany = async ({ changeset_id: id }: Path) => {
    const call = { caller: admin, body: { decision: "approve", items: [{ id }] } };
    const { body } = await door.callAs("agent", "DecideChangesets", call.body, admin);
    return JSON.stringify(body);
  };
  const [first, second] = [await proposal(token), await proposal(token)];
  door.callers.setFormerRules(teamId, testRules({}));
  door.callers.setRules(teamId, testRules({ outcome: "refuse" }));
  assert.equal(await approve(admin, first), "403 rule_refused");
  assert.match(await decideMany(second), /rule_refused/);
  assert.equal((await stored(teamId)).notes, 0);
  door.callers.setFormerRules(teamId, testRules({ outcome: "refuse" }));
  door.callers.setRules(teamId, testRules({}));
  assert.equal(await approve(admin, first), "executed");
  assert.match(await decideMany(second), /executed/);
});

test("viewers, service tokens and apps do not decide, even if the rule names them", async () => {
  const { teamId, token, admin, one } = ruledTeam({
    approvers: { roles: ["owner", "admin", "member"], members: [] },
  });
  const path = await proposal(token);
  const viewer = ruled(signedIn(human(teamId, "viewer")));
  const app: Caller = { ...one, token_id: randomUUID(), token_type: "oauth_app", door: "rest" };
  for (const caller of [viewer, testCaller({ team_id: teamId }), ruled(app)])
    assert.match(await approve(caller, path), /^403 /);
  door.callers.setRules(teamId, testRules(named(viewer, admin)));
  assert.equal((await door.call("GetChangeset", { caller: admin, path })).body.approval.eligible, 1);
});

test("where none but the proposer is active among the approvers, owners and admins decide", async () => {
  const { teamId, admin, one, other } = ruledTeam();
  door.callers.setRules(teamId, testRules({ ...named(one, other), when: { actor_types: ["member"] } }));
  door.callers.setRole(idOf(other), null);
  const path = await proposal({ ...one, team: { ...one.team, trust_console: "queue" } });
  const shown = (await door.call("GetChangeset", { caller: admin, path })).body.approval;
  assert.deepEqual([shown.approvers, shown.eligible], [{ roles: ["owner", "admin"], members: [] }, 1]);
  assert.equal(await approve(one, path), "403 insufficient_scope");
  assert.equal(await approve(admin, path), "executed");
});

test("a rule that allows it lets its proposer approve, signed in with a fresh sign-in, and it is on record", async () => {
  const { teamId, one, other } = ruledTeam();
  door.callers.setRules(teamId, testRules({ ...named(one, other), allow_self: true, needed: 2 }));
  const own = ruled({ ...human(teamId, "member"), member_id: idOf(one) });
  const path = await proposal(own);
  assert.equal(await approve(own, path), "403 insufficient_scope");
  door.callers.setFacts(one.token_id, { role: "member", provesMember: true, isFresh: false });
  assert.equal(await approve(one, path), "403 step_up_required");
  door.callers.setFacts(one.token_id, { role: "member", provesMember: true, isFresh: true });
  assert.equal(await approve(other, path), "queued");
  const { status, body } = await door.call("ApproveChangeset", { caller: one, path });
  assert.deepEqual([status, body.status, body.self], [200, "executed", true]);
  assert.equal((await audit(teamId)).at(-1)?.["self"], true);
  door.callers.setRules(teamId, testRules({ ...named(one, other), needed: 1 }));
  assert.equal(await approve(one, await proposal(own)), "403 insufficient_scope");
});

test("a lone owner decides under a rule too, and no longer once a second approver is there", async () => {
  const { teamId, admin, one } = ruledTeam({});
  const own = ruled({ ...human(teamId, "admin"), member_id: idOf(admin) });
  const [first, second] = [await proposal(own), await proposal(own)];
  assert.equal(await approve(admin, first), "executed");
  door.callers.setRole(idOf(one), "owner");
  assert.equal(await approve(admin, second), "403 insufficient_scope");
  assert.equal(await approve({ ...one, role: "owner" }, second), "executed");
});

test("of 30 decisions of a lone admin, as a second one joins, each is done or refused", async () => {
  const { teamId, admin, one } = ruledTeam({});
  const own = ruled({ ...human(teamId, "admin"), member_id: idOf(admin) });
  const paths = await Promise.all(Array.from({ length: 30 }, () => proposal(own)));
  const sent = paths.slice(0, 24).map((path) => approve(admin, path));
  await Promise.race(sent);
  door.callers.setRole(idOf(one), "admin");
  const late = await Promise.all(paths.slice(24).map((path) => approve(admin, path)));
  assert.deepEqual([...new Set(late)], ["403 insufficient_scope"]);
  const done = (await Promise.all(sent)).filter((outcome) => outcome === "executed").length;
  assert.equal((await stored(teamId)).notes, done);
});

test("a rule saved since that refuses is 403 on approval, and the proposal stays queued for a rejection", async () => {
  const { teamId, token, admin } = ruledTeam({});
  const paths = await Promise.all(Array.from({ length: 20 }, () => proposal(token)));
  door.callers.setRules(teamId, testRules({ name: "Stop", outcome: "refuse", message: "Not this week" }));
  for (const path of paths) {
    const { status, body } = await door.call("ApproveChangeset", { caller: admin, path });
    assert.deepEqual(
      [status, body.code, body.detail, body.rule.name],
      [403, "rule_refused", "Not this week", "Stop"],
    );
    assert.equal((await door.call("GetChangeset", { caller: admin, path })).body.status, "queued");
  }
  assert.equal((await stored(teamId)).notes, 0);
  assert.equal(await decide("RejectChangeset", admin, paths[0] as Path), "rejected");
  door.callers.setRules(teamId, testRules({ outcome: "run" }));
  assert.equal(await approve(admin, paths[1] as Path), "executed");
});

test("an approver reads and lists what waits and what they decided on; others of the role do not", async () => {
  const { teamId, token, one, other } = ruledTeam();
  door.callers.setRules(teamId, testRules({ ...named(one), when: { fields: ["color"] } }));
  const body = { title: "Ada", color: "red" };
  const path = await propose(door, token, "CreateNote", { body });
  const plain = await proposal(token);
  const read = (caller: Caller, at = path) => door.call("GetChangeset", { caller, path: at });
  const { status, body: shown } = await read(one);
  assert.deepEqual([status, shown.operations[0].after.title, shown.request.body], [200, "Ada", body]);
  assert.deepEqual([await listed(one), await listed(one, true)], [[path.changeset_id], [path.changeset_id]]);
  for (const [caller, at] of [
    [other, path],
    [one, plain],
  ] as const)
    assert.equal((await read(caller, at)).status, 404);
  assert.deepEqual([await listed(other), await listed(other, true)], [[], []]);
  assert.equal(await approve(one, path), "executed");
  assert.deepEqual(
    [(await read(one)).status, await listed(one), await listed(one, true)],
    [200, [path.changeset_id], []],
  );
});

test("an approver who is not shown all of it sees the rest, and cannot approve", async () => {
  const { teamId, token } = ruledTeam({});
  const narrow = ruled({
    ...human(teamId, "admin"),
    scopes: [{ resource: "audit", actions: ["read", "admin"] }],
  });
  const path = await proposal(token);
  const { body } = await door.call("GetChangeset", { caller: narrow, path });
  assert.deepEqual([body.operations[0].after, body.operations[0].redacted], [null, true]);
  const refused = await door.call("ApproveChangeset", { caller: narrow, path });
  assert.deepEqual([refused.status, refused.body.required_scope], [403, "articles:read"]);
  assert.equal(await decide("RejectChangeset", narrow, path), "rejected");
});

test("decidable lists follow the rules of now, by whom and with what they were proposed", async () => {
  const { teamId, token, admin, one } = ruledTeam();
  const path = await proposal(token);
  const lists = async () => [await listed(admin, true), await listed(one, true)];
  const all = [path.changeset_id];
  for (const [rules, expected] of [
    [[], [all, []]],
    [[testRule(named(one))], [[], all]],
    [[testRule({ ...named(one), when: { actor_types: ["oauth_app"] } })], [all, []]],
    [[testRule({ ...named(one), when: { token_ids: [token.token_id] } })], [[], all]],
    [
      [testRule({ when: { ops: ["delete"] }, outcome: "refuse" }), testRule(named(one))],
      [[], all],
    ],
  ] as const) {
    door.callers.setRules(teamId, { version: 1, rules });
    assert.deepEqual(await lists(), expected);
  }
});

test("approvers read and list what a service token proposes whose sponsor is a member, as they decide on it", async () => {
  const { teamId, admin, one } = ruledTeam();
  door.callers.setRules(teamId, testRules({ ...named(one), when: { actor_types: ["human"] } }));
  const sponsored = ruled(testCaller({ team_id: teamId, role: "member", sponsor_id: randomUUID() }));
  const path = await proposal(sponsored);
  const read = await door.call("GetChangeset", { caller: one, path });
  assert.deepEqual([read.status, read.body.approval?.rule?.name], [200, "rule"]);
  assert.deepEqual(await listed(one), [path.changeset_id]);
  assert.deepEqual([await listed(one, true), await listed(admin, true)], [[path.changeset_id], []]);
  assert.equal(await approve(one, path), "executed");
  const unknown = await proposal(sponsored);
  door.callers.revoke(sponsored.token_id);
  assert.equal((await door.call("GetChangeset", { caller: admin, path: unknown })).status, 200);
});
