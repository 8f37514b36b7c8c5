import type { Caller } from "@jst/caller";
import { human, propose, signedIn, testNotes, testTeam } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";

const { door, stored } = await testNotes();

const proposal = (caller: Caller) =>
  propose(door, caller, "CreateNote", { body: { title: "Ada", slug: randomUUID() } });

/** A team that approves with passkeys, its proposer, and an admin who is signed in. */
function teamOfPasskeys() {
  const { member, admin } = testTeam();
  const session = signedIn(admin);
  const standing = (facts: {
    isSteppedUp: boolean;
    hasPasskey: boolean;
    isAlone?: boolean;
    isFresh?: boolean;
  }) =>
    door.callers.setFacts(session.token_id, {
      role: "admin",
      provesMember: true,
      needsStepUp: true,
      ...facts,
    });
  return { member, admin, session, standing };
}

const outcome = ({ status, body }: { status: number; body: Record<string, unknown> }) =>
  status < 300 ? body.status : [status, body.code, body.methods];

test("approving needs a passkey that the session used in the last ten minutes; rejecting needs none", async () => {
  const { member, session, standing } = teamOfPasskeys();
  const path = await proposal(member);
  const approve = (body = {}) => door.call("ApproveChangeset", { caller: session, path, body });
  standing({ isSteppedUp: false, hasPasskey: true });
  assert.deepEqual(outcome(await approve()), [403, "step_up_required", ["passkey"]]);
  const edit = { body: { title: "Bo", slug: randomUUID() } };
  assert.deepEqual(outcome(await approve(edit)), [403, "step_up_required", ["passkey"]]);
  standing({ isSteppedUp: false, hasPasskey: false });
  assert.deepEqual(outcome(await approve()), [403, "step_up_required", []]);
  assert.equal((await stored(member.team_id)).notes, 0);
  assert.equal((await door.call("GetChangeset", { caller: session, path })).body.status, "queued");
  standing({ isSteppedUp: true, hasPasskey: true });
  assert.equal(outcome(await approve()), "executed");
  standing({ isSteppedUp: false, hasPasskey: true });
  const other = await proposal(member);
  assert.equal(outcome(await door.call("RejectChangeset", { caller: session, path: other })), "rejected");
});

test("of many decisions at once each approval needs the passkey", async () => {
  const { member, session, standing } = teamOfPasskeys();
  const items: { id: string }[] = [];
  for (let n = 0; n < 2; n += 1) items.push({ id: (await proposal(member)).changeset_id });
  standing({ isSteppedUp: false, hasPasskey: true });
  const decide = (decision: string) => door.callAs("agent", "DecideChangesets", { decision, items }, session);
  const codes = async (decision: string) =>
    ((await decide(decision)).body.results as { status: number; problem?: { code: string } }[]).map(
      ({ status, problem }) => [status, problem?.code],
    );
  assert.deepEqual(await codes("approve"), [
    [403, "step_up_required"],
    [403, "step_up_required"],
  ]);
  assert.deepEqual(await codes("reject"), [
    [200, undefined],
    [200, undefined],
  ]);
});

test("a human token approves nothing there, and rejects as before", async () => {
  const { member, admin } = teamOfPasskeys();
  const path = await proposal(member);
  door.callers.setFacts(admin.token_id, { role: "admin", provesMember: true, needsStepUp: true });
  assert.deepEqual(outcome(await door.call("ApproveChangeset", { caller: admin, path })), [
    403,
    "insufficient_scope",
    undefined,
  ]);
  assert.equal(outcome(await door.call("RejectChangeset", { caller: admin, path })), "rejected");
});

test("an owner who is alone approves with the passkey, which makes the sign-in fresh", async () => {
  const token = human(testTeam().member.team_id, "owner");
  const session = signedIn(token);
  const path = await proposal(token);
  const standing = (facts: object) =>
    door.callers.setFacts(session.token_id, {
      role: "owner",
      provesMember: true,
      isAlone: true,
      needsStepUp: true,
      hasPasskey: true,
      ...facts,
    });
  const approve = () => door.call("ApproveChangeset", { caller: session, path });
  standing({ isFresh: false, isSteppedUp: false });
  assert.deepEqual(outcome(await approve()), [403, "step_up_required", ["sign_in", "passkey"]]);
  standing({ isFresh: true, isSteppedUp: false });
  assert.deepEqual(outcome(await approve()), [403, "step_up_required", ["passkey"]]);
  standing({ isFresh: true, isSteppedUp: true });
  assert.equal(outcome(await approve()), "executed");
});
