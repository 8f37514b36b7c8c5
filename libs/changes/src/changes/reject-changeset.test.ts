import assert from "node:assert/strict";
import { test } from "node:test";
import { anotherToken, human, propose, testNotes, testTeam } from "@jst/testing";

const { door, stored } = await testNotes();
const body = { title: "Ada", slug: "ada" };

test("a rejected proposal keeps its reason and is never applied", async () => {
  const { member, admin } = testTeam();
  const path = await propose(door, member, "CreateNote", { body });
  const reply = await door.call("RejectChangeset", { caller: admin, path, body: { reason: "No." } });
  assert.deepEqual([reply.status, reply.body.status, reply.body.reason], [200, "rejected", "No."]);
  const late = await door.call("ApproveChangeset", { caller: admin, path });
  assert.deepEqual([late.status, late.body.code], [409, "changeset_not_pending"]);
  assert.equal((await stored(member.team_id)).notes, 0);
});

test("neither the proposing member nor a token without the admin role rejects", async () => {
  const { member, admin, service } = testTeam();
  const own = await propose(door, admin, "CreateNote", { body });
  const path = await propose(door, member, "CreateNote", { body });
  const refused = [
    { caller: admin, path: own },
    { caller: anotherToken(admin), path: own },
    { caller: human(member.team_id, "member"), path },
    { caller: { ...admin, token_type: "break_glass" as const }, path },
    { caller: service, path },
  ];
  for (const call of refused) {
    const reply = await door.call("RejectChangeset", call);
    assert.deepEqual([reply.status, reply.body.code], [403, "insufficient_scope"]);
  }
  const { body: still } = await door.call("GetChangeset", { caller: member, path });
  assert.equal(still.status, "queued");
});
