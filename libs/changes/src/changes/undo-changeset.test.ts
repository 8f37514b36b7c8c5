import type { Caller } from "@jst/caller";
import assert from "node:assert/strict";
import { test } from "node:test";
import { type TestTeam, human, propose, testNotes, testTeam } from "@jst/testing";

const { door } = await testNotes();
const body = { title: "Ada", slug: "ada" };

/** Executes a write; returns its changeset and the note that it changed. */
async function executed(
  { service }: TestTeam,
  method: string,
  call: { path?: Record<string, string>; body?: unknown },
): Promise<{ changeset: { changeset_id: string }; note: { note_id: string } }> {
  const reply = await door.call(method, { caller: service, ...call });
  assert.ok(reply.status < 300, JSON.stringify(reply.body));
  return {
    changeset: { changeset_id: reply.headers["x-changeset-id"] ?? "" },
    note: { note_id: reply.body.id },
  };
}

test("an undone change has its former values back, in a new version, under a changeset of its own", async () => {
  const team = testTeam();
  const { note } = await executed(team, "CreateNote", { body });
  const patch = { text: "Countess", slug: "lovelace", color: "red" };
  const { changeset } = await executed(team, "UpdateNote", { path: note, body: patch });
  const undo = await door.call("UndoChangeset", { caller: team.admin, path: changeset });
  assert.equal(undo.status, 200, JSON.stringify(undo.body));
  assert.deepEqual(
    [undo.body.status, undo.body.undo_of, undo.headers["x-changeset-id"]],
    ["executed", changeset.changeset_id, undo.body.id],
  );
  const { body: now } = await door.call("GetNote", { caller: team.service, path: note });
  assert.deepEqual([now.text, now.slug, now.color, now.version], [null, body.slug, null, 3]);
});

test("edits of other fields stay; of the same field they are a conflict unless forced", async () => {
  const team = testTeam();
  const { note } = await executed(team, "CreateNote", { body });
  const { changeset } = await executed(team, "UpdateNote", { path: note, body: { text: "C" } });
  await executed(team, "UpdateNote", { path: note, body: { text: "D", color: "A" } });
  const refused = await door.call("UndoChangeset", { caller: team.admin, path: changeset });
  assert.deepEqual([refused.status, refused.body.code], [409, "changeset_conflict"]);
  assert.deepEqual(refused.body.conflicts, [{ resource: "notes", id: note.note_id, fields: ["text"] }]);
  const forced = await door.call("UndoChangeset", {
    caller: team.admin,
    path: changeset,
    body: { force: true },
  });
  assert.equal(forced.status, 200);
  const { body: now } = await door.call("GetNote", { caller: team.service, path: note });
  assert.deepEqual([now.text, now.color], [null, "A"]);
});

test("of two undos at once one wins", async () => {
  for (let round = 0; round < 10; round += 1) {
    const team = testTeam();
    const { note, changeset } = await executed(team, "CreateNote", { body });
    const second = human(team.admin.team_id, "owner");
    const replies = await Promise.all(
      [team.admin, second].map((caller) => door.call("UndoChangeset", { caller, path: changeset })),
    );
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409]);
    assert.equal(replies.find(({ status }) => status === 409)?.body.code, "not_undoable");
    const { body: now } = await door.call("GetNote", { caller: team.service, path: note });
    assert.equal(now.version, 2);
  }
});

test("what is queued, undone or an undo is not undone", async () => {
  const team = testTeam();
  const queued = await propose(door, team.member, "CreateNote", { body });
  const { changeset } = await executed(team, "CreateNote", { body });
  const { body: undo } = await door.call("UndoChangeset", { caller: team.admin, path: changeset });
  const second = human(team.admin.team_id, "owner");
  for (const path of [queued, changeset, { changeset_id: undo.id }]) {
    const reply = await door.call("UndoChangeset", { caller: second, path });
    assert.deepEqual([reply.status, reply.body.code], [409, "not_undoable"]);
  }
});

test("of a service token's changes an owner or admin undoes; to other members and teams they are absent", async () => {
  const team = testTeam();
  const { changeset: path } = await executed(team, "CreateNote", { body });
  const outcomeOf = async (caller: Caller) => {
    const reply = await door.call("UndoChangeset", { caller, path });
    return [reply.status, reply.body.code];
  };
  assert.deepEqual(await outcomeOf(team.service), [403, "insufficient_scope"]);
  assert.deepEqual(await outcomeOf(team.member), [404, "not_found"]);
  assert.equal((await door.call("UndoChangeset", { caller: testTeam().admin, path })).status, 404);
});
