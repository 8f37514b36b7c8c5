import type { Caller, Scope } from "@jst/caller";
import { anotherToken, human, propose, signedIn, testCaller, testNotes, testTeam } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";

const { door, audit } = await testNotes();
const body = { title: "Ada", slug: "ada" };

type Path = { changeset_id: string };

/** A write of the caller that is in force, and the note that it made. */
async function written(caller: Caller) {
  const team = { ...caller.team, trust_rest: "execute" as const, agent_write_mode: "direct" as const };
  const slug = randomUUID();
  const made = await door.call("CreateNote", { caller: { ...caller, team }, body: { ...body, slug } });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const path: Path = { changeset_id: made.headers["x-changeset-id"] ?? "" };
  return { path, note: { note_id: (made.body as { id: string }).id } };
}

async function undo(caller: Caller, path: Path, more: object = {}) {
  const { status, body: answer } = await door.call("UndoChangeset", { caller, path, body: more });
  return status < 300 ? status : `${status} ${answer.code as string}`;
}

const isArchived = async (caller: Caller, path: { note_id: string }) => {
  const reader = testCaller({ team_id: caller.team_id });
  return (await door.call("GetNote", { caller: reader, path })).body.archived_at !== null;
};

/** Another kind of token of the same member. */
const breakGlass = (caller: Caller): Caller => ({ ...anotherToken(caller), token_type: "break_glass" });
const appOf = (caller: Caller): Caller => ({
  ...anotherToken(caller),
  token_type: "oauth_app",
  oauth_app: { client_id: "jst_cl_sample", client_name: "Sample", issuer: "https://base.test" },
});

test("a member who is signed in takes back at once what the member did by any hand, the own app's too", async () => {
  const { member } = testTeam();
  const session = signedIn(member);
  for (const maker of [session, signedIn(member), member, anotherToken(member), appOf(member)]) {
    const { path, note } = await written(maker);
    assert.equal(await undo(session, path), 200, maker.token_type);
    assert.equal(await isArchived(member, note), true);
    assert.equal(await undo(session, path), "409 not_undoable");
  }
});

test("what an owner approved is its proposer's to take back", async () => {
  const { member, admin } = testTeam();
  const path = await propose(door, breakGlass(member), "CreateNote", { body });
  assert.equal((await door.call("ApproveChangeset", { caller: admin, path })).status, 200);
  assert.equal(await undo(signedIn(member), path), 200);
});

test("an owner and an admin take back everything at once, their own changes too", async () => {
  const { member, admin, service } = testTeam();
  const owner = human(member.team_id, "owner");
  for (const caller of [admin, signedIn(admin), owner])
    for (const maker of [member, service, admin, owner, appOf(owner)])
      assert.equal(await undo(caller, (await written(maker)).path), 200);
});

test("nobody takes back by force but an owner or admin", async () => {
  const { member, admin } = testTeam();
  const session = signedIn(member);
  const { path, note } = await written(session);
  await door.call("UpdateNote", {
    caller: testCaller({ team_id: member.team_id }),
    path: note,
    body: { title: "B" },
  });
  assert.equal(await undo(session, path), "409 changeset_conflict");
  assert.equal(await undo(session, path, { force: true }), "403 insufficient_scope");
  assert.equal(await undo(member, path, { force: true }), "403 insufficient_scope");
  assert.equal(await isArchived(member, note), false);
  assert.equal(await undo(admin, path, { force: true }), 200);
});

test("service tokens and apps take nothing back, nor do others what is not theirs", async () => {
  const { member, service } = testTeam();
  const session = signedIn(member);
  const { path } = await written(session);
  const stranger = human(member.team_id, "member");
  const reading: Scope[] = [{ resource: "audit", actions: ["read"] }];
  const auditor = { ...human(member.team_id, "owner"), scopes: reading };
  for (const caller of [service, anotherToken(service), { ...appOf(member), scopes: reading }, auditor])
    assert.equal(await undo({ ...caller, role: "owner" }, path), "403 insufficient_scope", caller.token_type);
  assert.equal(await undo(stranger, path), "404 not_found");
  const app = appOf(member);
  assert.equal(await undo(app, (await written(app)).path), "403 insufficient_scope");
  assert.equal(
    await undo(signedIn(human(member.team_id, "member")), (await written(app)).path),
    "404 not_found",
  );
  assert.equal(await undo(member, (await written(app)).path), "404 not_found");
  assert.equal(await undo(testTeam().admin, path), "404 not_found");
});

test("the right to write all that was changed is needed now", async () => {
  const { member } = testTeam();
  const { path, note } = await written(member);
  const viewer = signedIn({ ...member, role: "viewer" });
  assert.equal(await undo(viewer, path), "403 viewer_read_only");
  const reading: Caller = { ...anotherToken(member), scopes: [{ resource: "articles", actions: ["read"] }] };
  const refused = await door.call("UndoChangeset", { caller: reading, path });
  assert.deepEqual([refused.status, refused.body.required_scope], [403, "articles:write"]);
  const elsewhere: Caller = { ...reading, scopes: [{ resource: "tables", actions: ["read", "write"] }] };
  assert.equal(await undo(elsewhere, path), "404 not_found");
  assert.equal(await isArchived(member, note), false);
});

test("an own undo that waits shows the inverse and undo_of, and its approval takes back", async () => {
  const { member, admin } = testTeam();
  const { path, note } = await written(member);
  const proposed = await door.call("UndoChangeset", { caller: member, path });
  assert.equal(proposed.status, 202, JSON.stringify(proposed.body));
  const [operation] = proposed.body.preview as { op: string; id: string }[];
  assert.deepEqual([operation?.op, operation?.id], ["delete", note.note_id]);
  assert.equal(await isArchived(member, note), false);
  const own = { changeset_id: (proposed.body as Path).changeset_id };
  const shown = (await door.call("GetChangeset", { caller: member, path: own })).body;
  assert.deepEqual(
    [shown.status, shown.undo_of, shown.summary, shown.reversible],
    ["queued", path.changeset_id, "Undo: Create note Ada", false],
  );
  const approved = await door.call("ApproveChangeset", { caller: admin, path: own });
  assert.equal(approved.status, 200, JSON.stringify(approved.body));
  const { result } = approved.body as { result: { id: string; status: string; undo_of: string } };
  assert.deepEqual(
    [approved.body.status, approved.body.undo_of, result.id, result.status, result.undo_of],
    ["executed", path.changeset_id, own.changeset_id, "executed", path.changeset_id],
  );
  assert.equal(await isArchived(member, note), true);
  const of = async (id: Path) => (await door.call("GetChangeset", { caller: admin, path: id })).body.status;
  assert.deepEqual([await of(path), await of(own)], ["undone", "executed"]);
  assert.equal(await undo(admin, own), "409 not_undoable");
  const acts = (await audit(member.team_id)).map((entry) => [entry["action"], entry["actor_id"]]);
  assert.deepEqual(acts.slice(-3), [
    ["changeset.propose", member.member_id],
    ["changeset.undo", member.member_id],
    ["changeset.approve", admin.member_id],
  ]);
});

test("of two proposed undos of one changeset the second is not_undoable, also when both are approved at once", async () => {
  for (let round = 0; round < 8; round += 1) {
    const { member, admin } = testTeam();
    const { path } = await written(member);
    const undos = [
      await propose(door, member, "UndoChangeset", { path }),
      await propose(door, breakGlass(member), "UndoChangeset", { path }),
    ];
    const approvers = [admin, human(member.team_id, "owner")];
    const replies = await Promise.all(
      undos.map((own, place) =>
        door.call("ApproveChangeset", { caller: approvers[place] ?? admin, path: own }),
      ),
    );
    assert.deepEqual(replies.map(({ status, body: { code } }) => `${status} ${code ?? ""}`).sort(), [
      "200 ",
      "409 not_undoable",
    ]);
    const states = await Promise.all(
      undos.map(
        async (own) => (await door.call("GetChangeset", { caller: admin, path: own })).body.status as string,
      ),
    );
    assert.deepEqual(states.sort(), ["conflicted", "executed"]);
  }
});

test("the approval of an undo finds what was edited meanwhile, and a proposer who may no longer write", async () => {
  const { member, admin, service } = testTeam();
  const edited = await written(member);
  const own = await propose(door, member, "UndoChangeset", { path: edited.path });
  await door.call("UpdateNote", { caller: service, path: edited.note, body: { title: "Bo" } });
  const conflicted = await door.call("ApproveChangeset", { caller: admin, path: own });
  assert.deepEqual([conflicted.status, conflicted.body.code], [409, "changeset_conflict"]);
  const { path, note } = await written(member);
  const waiting = await propose(door, member, "UndoChangeset", { path });
  door.callers.remember({ ...member, role: "viewer" });
  const refused = await door.call("ApproveChangeset", { caller: admin, path: waiting });
  assert.deepEqual([refused.status, refused.body.code], [403, "viewer_read_only"]);
  assert.equal((await door.call("GetChangeset", { caller: admin, path: waiting })).body.status, "queued");
  door.callers.remember(member);
  assert.equal((await door.call("ApproveChangeset", { caller: admin, path: waiting })).status, 200);
  assert.equal(await isArchived(member, note), true);
});

test("an undo with a key is made, and proposed, once", async () => {
  const { member } = testTeam();
  const session = signedIn(member);
  for (const caller of [session, member]) {
    const { path } = await written(session);
    const headers = { "idempotency-key": randomUUID() };
    const [first, second] = [
      await door.call("UndoChangeset", { caller, path, headers, body: {} }),
      await door.call("UndoChangeset", { caller, path, headers, body: {} }),
    ];
    assert.deepEqual([second.status, second.body], [first.status, first.body]);
  }
});
