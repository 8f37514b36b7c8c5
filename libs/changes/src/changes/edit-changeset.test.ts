import type { Caller } from "@jst/caller";
import { human, propose, testCaller, testNotes, testTeam, type TestTeam } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";

const { door, stored, audit } = await testNotes();
const body = { title: "Ada", slug: "ada" };

/** A signed-in owner, whose own writes run at once. */
function signedIn({ member }: TestTeam): Caller {
  return testCaller({
    team_id: member.team_id,
    token_type: "member",
    door: "console",
    member_id: randomUUID(),
    role: "owner",
  });
}

type Path = { changeset_id: string };
const approve = (caller: Caller, path: Path, edited?: object, headers: Record<string, string> = {}) =>
  door.call("ApproveChangeset", {
    caller,
    path,
    headers,
    body: edited === undefined ? {} : { body: edited },
  });
const shown = async (caller: Caller, path: Path, query = "") =>
  (await door.call("GetChangeset", { caller, path, query })).body;

test("an edit by someone whose own write would run at once is executed in the proposer's name", async () => {
  const team = testTeam();
  const editor = signedIn(team);
  const path = await propose(door, team.member, "CreateNote", { body });
  const reply = await approve(editor, path, { title: "Grace", slug: "grace" });
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  const { status, version, edited_by: by, result, approval, summary } = reply.body;
  assert.deepEqual([status, version, summary], ["executed", 2, "Create note Grace"]);
  assert.deepEqual(by, { type: "member", id: editor.member_id });
  assert.deepEqual([result.slug, result.created_by.id], ["grace", team.member.member_id]);
  assert.deepEqual(
    approval.approvals.map((one: { by: object }) => one.by),
    [by],
  );
  assert.equal((await stored(team.member.team_id)).notes, 1);
  const former = await shown(team.admin, path, "version=1");
  assert.deepEqual(
    [former.version, former.edited_by, former.status, former.operations[0].after.slug],
    [1, undefined, "executed", "ada"],
  );
  const acts = (await audit(team.member.team_id)).map(({ action }) => action);
  assert.deepEqual(acts, ["changeset.propose", "changeset.edit", "changeset.approve"]);
});

test("an edit by someone whose own write would queue waits for another person, and is not that one's to approve", async () => {
  const team = testTeam();
  const path = await propose(door, team.member, "CreateNote", { body });
  const reply = await approve(team.admin, path, { title: "Grace" });
  assert.deepEqual([reply.status, reply.body.status, reply.body.version], [200, "queued", 2]);
  assert.deepEqual([reply.body.approval.approvals, reply.body.operations[0].after.title], [[], "Grace"]);
  const own = await approve(team.admin, path);
  assert.deepEqual([own.status, own.body.code], [403, "insufficient_scope"]);
  const proposer = await approve(team.member, path);
  assert.equal(proposer.status, 403);
  assert.equal((await stored(team.member.team_id)).notes, 0);
  const other = await approve(human(team.member.team_id, "admin"), path);
  assert.deepEqual([other.status, other.body.status, other.body.result.title], [200, "executed", "Grace"]);
});

test("an edit that is not valid, or beyond the editor's rights, is refused and the version stands", async () => {
  const team = testTeam();
  const editor = signedIn(team);
  const path = await propose(door, team.member, "CreateNote", { body });
  await door.call("CreateNote", { caller: team.service, body: { title: "Taken", slug: "taken" } });
  const narrow: Caller = { ...team.admin, scopes: [{ resource: "audit", actions: ["read", "admin"] }] };
  const refused: [caller: Caller, body: object, status: number, code: string, field?: string][] = [
    [editor, { slug: "grace" }, 422, "validation_failed", "body.title"],
    [editor, { title: "Grace", nobody: 1 }, 422, "validation_failed", "body.nobody"],
    [editor, { title: 3 }, 422, "validation_failed", "body.title"],
    [editor, { title: "Grace", slug: "taken" }, 409, "slug_taken"],
    [narrow, { title: "Grace" }, 403, "insufficient_scope"],
  ];
  for (const [caller, edited, status, code, field] of refused) {
    const reply = await approve(caller, path, edited);
    assert.deepEqual([reply.status, reply.body.code], [status, code], JSON.stringify(reply.body));
    if (field !== undefined) assert.equal(reply.body.errors[0].field, field);
    const now = await shown(team.admin, path);
    assert.deepEqual([now.status, now.version, now.operations[0].after.slug], ["queued", 1, "ada"]);
  }
  assert.equal((await approve(editor, path)).status, 200);
});

test("a write without a body takes no other one, and one without effect is refused", async () => {
  const team = testTeam();
  const editor = signedIn(team);
  const { body: note } = await door.call("CreateNote", { caller: team.service, body });
  const archiving = await propose(door, team.member, "ArchiveNote", { path: { note_id: note.id } });
  const refused = await approve(editor, archiving, {});
  assert.deepEqual([refused.status, refused.body.errors[0].field], [422, "body"]);
  const path = await propose(door, team.member, "UpdateNote", {
    path: { note_id: note.id },
    body: { title: "Grace" },
  });
  for (const caller of [editor, team.admin]) {
    const reply = await approve(caller, path, { title: "Ada" });
    assert.deepEqual([reply.status, reply.body.errors[0].field], [422, "body"]);
  }
  assert.equal((await shown(team.admin, path)).version, 1);
});

test("what the proposal would change has changed since: an edit of it is a conflict, and the version stands", async () => {
  const team = testTeam();
  const { body: note } = await door.call("CreateNote", { caller: team.service, body });
  const path = await propose(door, team.member, "UpdateNote", {
    path: { note_id: note.id },
    body: { title: "Grace" },
  });
  await door.call("UpdateNote", { caller: team.service, path: { note_id: note.id }, body: { color: "red" } });
  const reply = await approve(signedIn(team), path, { title: "Hopper" });
  assert.deepEqual([reply.status, reply.body.code], [409, "changeset_conflict"]);
  assert.deepEqual(reply.body.conflicts[0].fields, ["color"]);
  assert.equal((await shown(team.admin, path)).status, "queued");
});

test("If-Match of another version refuses approval, rejection and edit with 412; the ETag is the version", async () => {
  const team = testTeam();
  const editor = signedIn(team);
  const path = await propose(door, team.member, "CreateNote", { body });
  const before = await door.call("GetChangeset", { caller: team.admin, path });
  assert.equal(before.headers["etag"], '"1"');
  await approve(team.admin, path, { title: "Grace" });
  const old = { "if-match": '"1"' };
  const replies = [
    await approve(editor, path, undefined, old),
    await approve(editor, path, { title: "Hopper" }, old),
    await door.call("RejectChangeset", { caller: editor, path, headers: old, body: {} }),
  ];
  for (const { status, body: problem } of replies)
    assert.deepEqual([status, problem.code], [412, "version_conflict"]);
  const headers = { "if-none-match": '"2"' };
  const now = await door.call("GetChangeset", { caller: team.admin, path, headers });
  assert.deepEqual([now.status, now.headers["etag"], now.body.status], [200, '"2"', "queued"]);
  assert.equal((await approve(editor, path, undefined, { "if-match": '"2"' })).status, 200);
});

test("of an edit and an approval of the version before, one is done: no version is executed unseen", async () => {
  for (let round = 0; round < 10; round += 1) {
    const team = testTeam();
    const path = await propose(door, team.member, "CreateNote", { body });
    const other = human(team.member.team_id, "owner");
    const [edited, approved] = await Promise.all([
      approve(team.admin, path, { title: "Grace" }),
      approve(other, path, undefined, { "if-match": '"1"' }),
    ]);
    const outcome = [edited.status, approved.status].join();
    assert.ok(["200,412", "409,200"].includes(outcome), outcome);
    const { notes } = await stored(team.member.team_id);
    assert.equal(notes, approved.status === 200 ? 1 : 0);
    if (approved.status === 200) assert.equal(approved.body.result.title, "Ada");
  }
});

test("a proposal has at most 20 versions, and each stays readable", async () => {
  const team = testTeam();
  const path = await propose(door, team.member, "CreateNote", { body });
  for (let version = 2; version <= 20; version += 1)
    assert.equal((await approve(team.admin, path, { title: `v${version}` })).body.version, version);
  const last = await approve(team.admin, path, { title: "v21" });
  assert.deepEqual([last.status, last.body.code], [422, "limit_reached"]);
  for (const version of [1, 2, 19, 20]) {
    const { operations, version: is } = await shown(team.admin, path, `version=${version}`);
    assert.deepEqual([is, operations[0].after.title], [version, version === 1 ? "Ada" : `v${version}`]);
  }
  const unknown = await door.call("GetChangeset", { caller: team.admin, path, query: "version=21" });
  assert.equal(unknown.status, 400);
});

test("who may decide sees the request and how it is decided on; others see no request", async () => {
  const team = testTeam();
  const path = await propose(door, team.member, "CreateNote", { body });
  const { request, approval, version } = await shown(team.admin, path);
  assert.deepEqual(request, { action: "createNote", path: {}, query: {}, body, editable: true });
  assert.deepEqual(approval, {
    needed: 1,
    eligible: 1,
    approvals: [],
    approvers: { roles: ["owner", "admin"], members: [] },
    rule: null,
    self: false,
  });
  assert.equal(version, 1);
  assert.equal((await shown(team.member, path)).request, undefined);
  const unknown = await door.call("GetChangeset", { caller: team.admin, path, query: "version=2" });
  assert.equal(unknown.status, 404);
  await approve(team.admin, path);
  const after = await shown(team.admin, path);
  assert.deepEqual(
    [after.request, after.approval.eligible, after.approval.approvals.length],
    [undefined, undefined, 1],
  );
});

test("what nobody proposed has no version and no approval", async () => {
  const { service } = testTeam();
  const { headers } = await door.call("CreateNote", { caller: service, body });
  const path = { changeset_id: headers["x-changeset-id"] ?? "" };
  const reply = await door.call("GetChangeset", { caller: service, path });
  assert.deepEqual(
    [reply.body.version, reply.body.approval, reply.headers["etag"]],
    [undefined, undefined, undefined],
  );
  const former = await door.call("GetChangeset", { caller: service, path, query: "version=1" });
  assert.equal(former.status, 404);
});
