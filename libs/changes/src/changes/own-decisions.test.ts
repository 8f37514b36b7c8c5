import type { Caller } from "@jst/caller";
import { human, propose, signedIn, testCaller, testNotes, testTeam } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";

const { door, audit, stored } = await testNotes();
const decisions = ["ApproveChangeset", "RejectChangeset"] as const;
type Decision = (typeof decisions)[number];

/** A lone owner, signed in, and proposals of the owner's token. */
function loneOwner() {
  const token = human(testTeam().member.team_id, "owner");
  const session = signedIn(token);
  const standing = (facts: { isFresh?: boolean; isAlone?: boolean }) =>
    door.callers.setFacts(session.token_id, { role: "owner", provesMember: true, ...facts });
  standing({ isAlone: true });
  return { token, session, standing };
}

const proposal = (caller: Caller) =>
  propose(door, caller, "CreateNote", { body: { title: "Ada", slug: randomUUID() } });

const decide = async (decision: Decision, caller: Caller, path: { changeset_id: string }) => {
  const { status, body } = await door.call(decision, { caller, path });
  return status < 300 ? "decided" : `${status} ${body.code as string}`;
};

for (const decision of decisions)
  test(`${decision}: an owner who is alone decides with a fresh sign-in on what own tokens proposed, and it is on record`, async () => {
    const { token, session } = loneOwner();
    for (const proposer of [
      token,
      { ...token, token_type: "break_glass" as const, token_id: randomUUID() },
    ]) {
      const path = await proposal(proposer);
      const { status, body } = await door.call(decision, { caller: session, path });
      assert.deepEqual([status, body.self], [200, true], JSON.stringify(body));
      const shown = await door.call("GetChangeset", { caller: session, path });
      assert.equal(shown.body.self, true);
      const [propose, act] = (await audit(token.team_id)).slice(-2);
      assert.deepEqual(
        [propose?.["self"], act?.["self"], act?.["actor_id"]],
        [undefined, true, token.member_id],
      );
    }
  });

test("the decision of another, and a withdrawal, are not of the proposer's own", async () => {
  const { member, admin } = testTeam();
  const path = await proposal(member);
  assert.equal((await door.call("ApproveChangeset", { caller: signedIn(admin), path })).body.self, undefined);
  const withdrawn = await proposal(member);
  const { body } = await door.call("WithdrawChangeset", { caller: signedIn(member), path: withdrawn });
  assert.deepEqual([body.status, body.self], ["withdrawn", undefined]);
  assert.ok((await audit(member.team_id)).every((entry) => !("self" in entry)));
});

for (const decision of decisions)
  test(`${decision}: without a fresh sign-in it is step_up_required, with a second person a matter for that one`, async () => {
    const { token, session, standing } = loneOwner();
    const path = await proposal(token);
    standing({ isAlone: true, isFresh: false });
    const { status, body } = await door.call(decision, { caller: session, path });
    assert.deepEqual([status, body.code, body.methods], [403, "step_up_required", ["sign_in"]]);
    standing({ isAlone: false, isFresh: true });
    assert.equal(await decide(decision, session, path), "403 insufficient_scope");
    assert.equal((await stored(token.team_id)).notes, 0);
    assert.equal((await door.call("GetChangeset", { caller: session, path })).body.status, "queued");
    assert.equal(await decide(decision, signedIn(human(token.team_id, "admin")), path), "decided");
  });

test("no token of a lone proposer decides, and no lone admin decides by a role of before", async () => {
  const { token, session, standing } = loneOwner();
  const path = await proposal(token);
  for (const caller of [token, { ...token, token_id: randomUUID() }]) {
    door.callers.setFacts(caller.token_id, {
      role: "owner",
      provesMember: true,
      isAlone: true,
      isFresh: true,
    });
    for (const decision of decisions)
      assert.equal(await decide(decision, caller, path), "403 insufficient_scope");
  }
  door.callers.setFacts(session.token_id, {
    role: "member",
    provesMember: true,
    isAlone: true,
    isFresh: true,
  });
  assert.equal(await decide("ApproveChangeset", session, path), "403 insufficient_scope");
  standing({ isAlone: true });
  assert.equal(await decide("ApproveChangeset", session, path), "decided");
});

test("of 40 decisions of a lone owner, as a second admin joins, each comes before the admin or is refused", async () => {
  const { token, session, standing } = loneOwner();
  const paths = await Promise.all(Array.from({ length: 40 }, () => proposal(token)));
  const sent = paths.slice(0, 32).map((path) => decide("ApproveChangeset", session, path));
  await Promise.race(sent);
  standing({ isAlone: false });
  const late = await Promise.all(paths.slice(32).map((path) => decide("ApproveChangeset", session, path)));
  assert.deepEqual([...new Set(late)], ["403 insufficient_scope"]);
  const outcomes = await Promise.all(sent);
  const count = outcomes.filter((one) => one === "decided").length;
  assert.equal(count + outcomes.filter((one) => one === "403 insufficient_scope").length, 32);
  assert.equal((await stored(token.team_id)).notes, count);
  assert.equal((await audit(token.team_id)).filter((entry) => entry["self"] === true).length, count);
});

test("a signed-in owner decides on an own app's proposal as before, alone or not, fresh or not", async () => {
  const { token, session, standing } = loneOwner();
  const app = testCaller({
    ...token,
    token_id: randomUUID(),
    token_type: "oauth_app",
    oauth_app: { client_id: "jst_cl_sample", client_name: "Sample", issuer: "https://base.test" },
    door: "mcp",
  });
  standing({ isAlone: false, isFresh: false });
  const path = await proposal({ ...app, team: { ...app.team, mcp_export: true } });
  const { status, body } = await door.call("ApproveChangeset", { caller: session, path });
  assert.deepEqual([status, body.self], [200, undefined], JSON.stringify(body));
});
