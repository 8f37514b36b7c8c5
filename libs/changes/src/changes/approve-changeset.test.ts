import assert from "node:assert/strict";
import { test } from "node:test";
import { type TestTeam, anotherToken, human, propose, testNotes, testTeam } from "@jst/testing";

const { door, stored } = await testNotes();
const body = { title: "Ada", slug: "ada" };

async function noteOf({ service }: TestTeam): Promise<{ note_id: string }> {
  return { note_id: (await door.call("CreateNote", { caller: service, body })).body.id };
}

test("of two approvals at once one applies it, and it is applied once", async () => {
  for (let round = 0; round < 10; round += 1) {
    const { member, admin } = testTeam();
    const second = human(member.team_id, "owner");
    const path = await propose(door, member, "CreateNote", { body });
    const replies = await Promise.all(
      [admin, second].map((caller) => door.call("ApproveChangeset", { caller, path })),
    );
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409]);
    const after = await stored(member.team_id);
    assert.deepEqual([after.notes, after.changes, after.events.length], [1, ["create"], 1]);
  }
});

test("what was edited meanwhile is a conflict that names the fields, and stays conflicted", async () => {
  const team = testTeam();
  const note = await noteOf(team);
  const path = await propose(door, team.member, "UpdateNote", {
    path: note,
    body: { text: "Countess" },
  });
  await door.call("UpdateNote", { caller: team.service, path: note, body: { color: "Analytical" } });
  const reply = await door.call("ApproveChangeset", { caller: team.admin, path });
  assert.deepEqual([reply.status, reply.body.code], [409, "changeset_conflict"]);
  assert.deepEqual(reply.body.conflicts, [{ resource: "notes", id: note.note_id, fields: ["color"] }]);
  const { body: now } = await door.call("GetNote", { caller: team.service, path: note });
  assert.deepEqual([now.text, now.color, now.version], [null, "Analytical", 2]);
  const { body: shown } = await door.call("GetChangeset", { caller: team.member, path });
  assert.equal(shown.status, "conflicted");
});

test("what was edited meanwhile and back again is a conflict that says so", async () => {
  const team = testTeam();
  const note = await noteOf(team);
  const path = await propose(door, team.member, "UpdateNote", { path: note, body: { text: "C" } });
  for (const color of ["Analytical", null])
    await door.call("UpdateNote", { caller: team.service, path: note, body: { color } });
  const reply = await door.call("ApproveChangeset", { caller: team.admin, path });
  assert.deepEqual([reply.status, reply.body.code], [409, "changeset_conflict"]);
  const reason = "This was changed, and changed back, after the proposal was made.";
  assert.deepEqual(reply.body.conflicts, [{ resource: "notes", id: note.note_id, fields: [], reason }]);
});

test("of an approval and an edit at once no half is lost: both are stored, or the approval is a conflict", async () => {
  for (let round = 0; round < 10; round += 1) {
    const team = testTeam();
    const note = await noteOf(team);
    const path = await propose(door, team.member, "UpdateNote", { path: note, body: { text: "C" } });
    const [approved, edited] = await Promise.all([
      door.call("ApproveChangeset", { caller: team.admin, path }),
      door.call("UpdateNote", { caller: team.service, path: note, body: { color: "A" } }),
    ]);
    assert.equal(edited.status, 200);
    const { body: now } = await door.call("GetNote", { caller: team.service, path: note });
    assert.deepEqual(
      [now.color, now.text, now.version],
      ["A", approved.status === 200 ? "C" : null, approved.status === 200 ? 3 : 2],
    );
  }
});

test("what cannot be applied any more is a conflict: the address was taken", async () => {
  const team = testTeam();
  const path = await propose(door, team.member, "CreateNote", { body });
  await noteOf(team);
  const reply = await door.call("ApproveChangeset", { caller: team.admin, path });
  assert.deepEqual([reply.status, reply.body.code], [409, "changeset_conflict"]);
  assert.equal((await stored(team.member.team_id)).notes, 1);
});

test("what has been done meanwhile is a conflict: nothing of the preview would happen", async () => {
  const team = testTeam();
  const note = await noteOf(team);
  const path = await propose(door, team.member, "ArchiveNote", { path: note });
  await door.call("ArchiveNote", { caller: team.service, path: note });
  const reply = await door.call("ApproveChangeset", { caller: team.admin, path });
  assert.deepEqual([reply.status, reply.body.code], [409, "changeset_conflict"]);
});

test("a revoked token, a smaller role and a module that is off keep it from being applied; it stays queued", async () => {
  const { member, admin } = testTeam();
  const path = await propose(door, member, "CreateNote", { body });
  const lesser: [now: typeof member, status: number, detail: RegExp][] = [
    [
      { ...member, role: "viewer" as const },
      403,
      /^The proposer now has the role viewer.* reject the proposal\.$/,
    ],
    [
      { ...member, scopes: [{ resource: "tables", actions: ["write" as const] }] },
      403,
      /^The proposer no longer has the right articles:write\. .* reject the proposal\.$/,
    ],
    [{ ...member, team: { ...member.team, modules: { contacts: false } } }, 404, /^This item does not exist/],
  ];
  for (const [now, status, detail] of lesser) {
    door.callers.remember(now);
    const reply = await door.call("ApproveChangeset", { caller: admin, path });
    assert.equal(reply.status, status);
    assert.match(reply.body.detail as string, detail);
  }
  door.callers.revoke(member.token_id);
  assert.equal((await door.call("ApproveChangeset", { caller: admin, path })).status, 403);
  assert.equal((await stored(member.team_id)).notes, 0);
  door.callers.remember(member);
  assert.equal((await door.call("ApproveChangeset", { caller: admin, path })).status, 200);
});

test("nobody approves his own, and none but a human token of an owner or admin approves", async () => {
  const { member, admin, service } = testTeam();
  const own = await propose(door, admin, "CreateNote", { body });
  const path = await propose(door, member, "CreateNote", { body });
  for (const [caller, which] of [
    [admin, own],
    [anotherToken(admin), own],
    [human(member.team_id, "member"), path],
    [{ ...admin, token_type: "break_glass" as const }, path],
    [service, path],
  ] as const) {
    const reply = await door.call("ApproveChangeset", { caller, path: which });
    assert.deepEqual([reply.status, reply.body.code], [403, "insufficient_scope"]);
  }
  assert.equal((await stored(member.team_id)).notes, 0);
});

test("approving again under the same key answers as before, without applying twice", async () => {
  const { member, admin } = testTeam();
  const path = await propose(door, member, "CreateNote", { body });
  const headers = { "idempotency-key": "once" };
  const first = await door.call("ApproveChangeset", { caller: admin, path, headers });
  const second = await door.call("ApproveChangeset", { caller: admin, path, headers });
  assert.deepEqual([first.status, second.status, second.body.status], [200, 200, "executed"]);
  assert.equal(second.headers["idempotency-replayed"], "true");
  assert.equal("result" in second.body, false);
});
