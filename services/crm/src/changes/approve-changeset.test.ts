import assert from "node:assert/strict";
import { test } from "node:test";
import { testCrm } from "../testing/test-crm.ts";
import { anotherToken, human, propose, testTeam, type TestTeam } from "../testing/test-people.ts";

const { door, stored } = await testCrm();
const body = { first_name: "Ada", email: "ada@example.com" };

async function contactOf({ service }: TestTeam): Promise<{ contact_id: string }> {
  return { contact_id: (await door.call("CreateContact", { caller: service, body })).body.id };
}

test("of two approvals at once one applies it, and it is applied once", async () => {
  for (let round = 0; round < 10; round += 1) {
    const { member, admin } = testTeam();
    const second = human(member.team_id, "owner");
    const path = await propose(door, member, "CreateContact", { body });
    const replies = await Promise.all(
      [admin, second].map((caller) => door.call("ApproveChangeset", { caller, path })),
    );
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409]);
    const after = await stored(member.team_id);
    assert.deepEqual([after.contacts, after.changes, after.events.length], [1, ["create"], 1]);
  }
});

test("what was edited meanwhile is a conflict that names the fields, and stays conflicted", async () => {
  const team = testTeam();
  const contact = await contactOf(team);
  const path = await propose(door, team.member, "UpdateContact", {
    path: contact,
    body: { title: "Countess" },
  });
  await door.call("UpdateContact", { caller: team.service, path: contact, body: { company: "Analytical" } });
  const reply = await door.call("ApproveChangeset", { caller: team.admin, path });
  assert.deepEqual([reply.status, reply.body.code], [409, "changeset_conflict"]);
  assert.deepEqual(reply.body.conflicts, [
    { resource: "contacts", id: contact.contact_id, fields: ["company"] },
  ]);
  const { body: now } = await door.call("GetContact", { caller: team.service, path: contact });
  assert.deepEqual([now.title, now.company, now.version], [null, "Analytical", 2]);
  const { body: shown } = await door.call("GetChangeset", { caller: team.member, path });
  assert.equal(shown.status, "conflicted");
});

test("what was edited meanwhile and back again is a conflict that says so", async () => {
  const team = testTeam();
  const contact = await contactOf(team);
  const path = await propose(door, team.member, "UpdateContact", { path: contact, body: { title: "C" } });
  for (const company of ["Analytical", null])
    await door.call("UpdateContact", { caller: team.service, path: contact, body: { company } });
  const reply = await door.call("ApproveChangeset", { caller: team.admin, path });
  assert.deepEqual([reply.status, reply.body.code], [409, "changeset_conflict"]);
  const reason = "It was changed since, and back.";
  assert.deepEqual(reply.body.conflicts, [
    { resource: "contacts", id: contact.contact_id, fields: [], reason },
  ]);
});

test("of an approval and an edit at once no half is lost: both are stored, or the approval is a conflict", async () => {
  for (let round = 0; round < 10; round += 1) {
    const team = testTeam();
    const contact = await contactOf(team);
    const path = await propose(door, team.member, "UpdateContact", { path: contact, body: { title: "C" } });
    const [approved, edited] = await Promise.all([
      door.call("ApproveChangeset", { caller: team.admin, path }),
      door.call("UpdateContact", { caller: team.service, path: contact, body: { company: "A" } }),
    ]);
    assert.equal(edited.status, 200);
    const { body: now } = await door.call("GetContact", { caller: team.service, path: contact });
    assert.deepEqual(
      [now.company, now.title, now.version],
      ["A", approved.status === 200 ? "C" : null, approved.status === 200 ? 3 : 2],
    );
  }
});

test("what cannot be applied any more is a conflict: the address was taken", async () => {
  const team = testTeam();
  const path = await propose(door, team.member, "CreateContact", { body });
  await contactOf(team);
  const reply = await door.call("ApproveChangeset", { caller: team.admin, path });
  assert.deepEqual([reply.status, reply.body.code], [409, "changeset_conflict"]);
  assert.equal((await stored(team.member.team_id)).contacts, 1);
});

test("what has been done meanwhile is a conflict: nothing of the preview would happen", async () => {
  const team = testTeam();
  const contact = await contactOf(team);
  const path = await propose(door, team.member, "ArchiveContact", { path: contact });
  await door.call("ArchiveContact", { caller: team.service, path: contact });
  const reply = await door.call("ApproveChangeset", { caller: team.admin, path });
  assert.deepEqual([reply.status, reply.body.code], [409, "changeset_conflict"]);
});

test("a revoked token, a smaller role and a module that is off keep it from being applied; it stays queued", async () => {
  const { member, admin } = testTeam();
  const path = await propose(door, member, "CreateContact", { body });
  const lesser: [now: typeof member, status: number, detail: RegExp][] = [
    [{ ...member, role: "viewer" as const }, 403, /^The proposer is a viewer now .* reject the proposal\.$/],
    [
      { ...member, scopes: [{ resource: "tables", actions: ["write" as const] }] },
      403,
      /^The proposer no longer has the right contacts:write\. .* reject the proposal\.$/,
    ],
    [{ ...member, team: { ...member.team, modules: { contacts: false } } }, 404, /^No such resource/],
  ];
  for (const [now, status, detail] of lesser) {
    door.callers.remember(now);
    const reply = await door.call("ApproveChangeset", { caller: admin, path });
    assert.equal(reply.status, status);
    assert.match(reply.body.detail as string, detail);
  }
  door.callers.revoke(member.token_id);
  assert.equal((await door.call("ApproveChangeset", { caller: admin, path })).status, 403);
  assert.equal((await stored(member.team_id)).contacts, 0);
  door.callers.remember(member);
  assert.equal((await door.call("ApproveChangeset", { caller: admin, path })).status, 200);
});

test("nobody approves his own, and none but a human token of an owner or admin approves", async () => {
  const { member, admin, service } = testTeam();
  const own = await propose(door, admin, "CreateContact", { body });
  const path = await propose(door, member, "CreateContact", { body });
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
  assert.equal((await stored(member.team_id)).contacts, 0);
});

test("approving again under the same key answers as before, without applying twice", async () => {
  const { member, admin } = testTeam();
  const path = await propose(door, member, "CreateContact", { body });
  const headers = { "idempotency-key": "once" };
  const first = await door.call("ApproveChangeset", { caller: admin, path, headers });
  const second = await door.call("ApproveChangeset", { caller: admin, path, headers });
  assert.deepEqual([first.status, second.status, second.body.status], [200, 200, "executed"]);
  assert.equal(second.headers["idempotency-replayed"], "true");
  assert.equal("result" in second.body, false);
});
