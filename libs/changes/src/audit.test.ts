import assert from "node:assert/strict";
import { test } from "node:test";
import { type TestTeam, anotherToken, human, propose, testNotes, testTeam } from "@jst/testing";

const { door, stored, audit, breakOutbox } = await testNotes();
const body = { title: "Ada", slug: "ada" };

/** Action, outcome, what it was about and who did it, oldest first. */
async function entries({ member }: TestTeam) {
  return (await audit(member.team_id)).map((entry) => [
    entry["action"],
    entry["outcome"],
    entry["resource"],
    entry["resource_id"],
    entry["actor_id"],
  ]);
}

test("a proposal, its approval and its undo leave an entry each, of who did it", async () => {
  const team = testTeam();
  const { member, admin } = team;
  const path = await propose(door, member, "CreateNote", { body });
  const second = human(member.team_id, "owner");
  assert.equal((await door.call("ApproveChangeset", { caller: admin, path })).status, 200);
  const undone = await door.call("UndoChangeset", { caller: second, path, body: {} });
  assert.equal(undone.status, 200);
  const id = path.changeset_id;
  assert.deepEqual(await entries(team), [
    ["changeset.propose", "success", "changesets", id, member.member_id],
    ["changeset.approve", "success", "changesets", id, admin.member_id],
    ["changeset.undo", "success", "changesets", id, second.member_id],
  ]);
  assert.deepEqual(
    (await audit(member.team_id)).map((entry) => [entry["changeset_id"], entry["token_id"]]),
    [
      [id, member.token_id],
      [id, admin.token_id],
      [undone.body.id, second.token_id],
    ],
  );
});

test("a rejection leaves an entry with its reason, a withdrawal one of the proposer", async () => {
  const team = testTeam();
  const { member, admin } = team;
  const rejected = await propose(door, member, "CreateNote", { body });
  const withdrawn = await propose(door, member, "CreateNote", { body });
  await door.call("RejectChangeset", { caller: admin, path: rejected, body: { reason: "No." } });
  await door.call("WithdrawChangeset", { caller: anotherToken(member), path: withdrawn });
  assert.deepEqual((await entries(team)).slice(2), [
    ["changeset.reject", "success", "changesets", rejected.changeset_id, admin.member_id],
    ["changeset.withdraw", "success", "changesets", withdrawn.changeset_id, member.member_id],
  ]);
  assert.equal((await audit(member.team_id))[2]?.["reason"], "No.");
});

test("an approval that cannot be applied leaves an entry with the code", async () => {
  const team = testTeam();
  const { member, admin, service } = team;
  const path = await propose(door, member, "CreateNote", { body });
  await door.call("CreateNote", { caller: service, body });
  assert.equal((await door.call("ApproveChangeset", { caller: admin, path })).status, 409);
  assert.deepEqual(
    (await audit(member.team_id))
      .slice(1)
      .map((entry) => [entry["action"], entry["outcome"], entry["code"], entry["actor_id"]]),
    [["changeset.approve", "failed", "changeset_conflict", admin.member_id]],
  );
});

test("a decision that is refused or comes too late leaves no entry", async () => {
  const team = testTeam();
  const { member, admin, service } = team;
  const path = await propose(door, member, "CreateNote", { body });
  for (const method of ["ApproveChangeset", "RejectChangeset", "UndoChangeset"])
    for (const caller of [member, service]) {
      const isOwnUndo = method === "UndoChangeset" && caller === member;
      assert.equal(
        (await door.call(method, { caller, path, body: {} })).status,
        isOwnUndo ? 409 : 403,
        method,
      );
    }
  await door.call("RejectChangeset", { caller: admin, path, body: {} });
  assert.equal((await door.call("ApproveChangeset", { caller: admin, path })).status, 409);
  assert.deepEqual(
    (await entries(team)).map(([action]) => action),
    ["changeset.propose", "changeset.reject"],
  );
});

test("of two decisions at once the one that wins leaves an entry", async () => {
  for (let round = 0; round < 5; round += 1) {
    const team = testTeam();
    const { member, admin } = team;
    const path = await propose(door, member, "CreateNote", { body });
    const second = human(member.team_id, "owner");
    const replies = await Promise.all([
      door.call("ApproveChangeset", { caller: admin, path }),
      door.call("RejectChangeset", { caller: second, path, body: {} }),
    ]);
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409]);
    const won = replies[0].status === 200 ? "changeset.approve" : "changeset.reject";
    assert.deepEqual(
      (await entries(team)).map(([action]) => action),
      ["changeset.propose", won],
    );
  }
});

test("a decision that cannot be recorded is not made", async () => {
  const team = testTeam();
  const { member, admin } = team;
  const path = await propose(door, member, "CreateNote", { body });
  await breakOutbox(async () => {
    for (const method of ["ApproveChangeset", "RejectChangeset"])
      assert.ok((await door.call(method, { caller: admin, path, body: {} })).status >= 500, method);
    assert.ok((await door.call("WithdrawChangeset", { caller: member, path })).status >= 500);
    assert.ok((await door.call("CreateNote", { caller: member, body })).status >= 500);
  });
  const { body: still } = await door.call("GetChangeset", { caller: member, path });
  const { notes } = await stored(member.team_id);
  assert.deepEqual([still.status, notes, (await audit(member.team_id)).length], ["queued", 0, 1]);
  assert.equal((await door.call("ApproveChangeset", { caller: admin, path })).status, 200);
});
