import assert from "node:assert/strict";
import { test } from "node:test";
import { anotherToken, human, propose, testNotes, testTeam } from "@jst/testing";

const { door, stored } = await testNotes();
const body = { title: "Ada", slug: "ada" };

test("any token of the proposing member takes it back, once", async () => {
  const { member } = testTeam();
  const path = await propose(door, member, "CreateNote", { body });
  const reply = await door.call("WithdrawChangeset", { caller: anotherToken(member), path });
  assert.deepEqual([reply.status, reply.body.status], [200, "withdrawn"]);
  const again = await door.call("WithdrawChangeset", { caller: member, path });
  assert.deepEqual([again.status, again.body.code], [409, "changeset_not_pending"]);
});

test("who may only read it is told so, a stranger is not", async () => {
  const { member, admin } = testTeam();
  const path = await propose(door, member, "CreateNote", { body });
  assert.equal((await door.call("WithdrawChangeset", { caller: admin, path })).status, 403);
  const stranger = human(member.team_id, "member");
  assert.equal((await door.call("WithdrawChangeset", { caller: stranger, path })).status, 404);
});

test("of approval and withdrawal at once one wins, and the note exists just when it was the approval", async () => {
  for (let round = 0; round < 10; round += 1) {
    const { member, admin } = testTeam();
    const path = await propose(door, member, "CreateNote", { body });
    const [approved, withdrawn] = await Promise.all([
      door.call("ApproveChangeset", { caller: admin, path }),
      door.call("WithdrawChangeset", { caller: member, path }),
    ]);
    assert.deepEqual([approved.status, withdrawn.status].sort(), [200, 409]);
    const loser = approved.status === 409 ? approved : withdrawn;
    assert.equal(loser.body.code, "changeset_not_pending");
    assert.equal((await stored(member.team_id)).notes, approved.status === 200 ? 1 : 0);
  }
});

test("more decisions at once than the pool has connections: one wins, all are answered, and so is another team", async () => {
  const { member, admin } = testTeam();
  const path = await propose(door, member, "CreateNote", { body });
  const decisions = Array.from({ length: 30 }, (_, n) =>
    n % 2 === 0
      ? door.call("WithdrawChangeset", { caller: member, path })
      : door.call("RejectChangeset", { caller: admin, path }),
  );
  const other = await door.call("ListNotes", { caller: testTeam().service });
  const statuses = (await Promise.all(decisions)).map(({ status }) => status);
  assert.deepEqual(statuses.sort(), [200, ...Array.from({ length: 29 }, () => 409)]);
  assert.equal(other.status, 200);
});
