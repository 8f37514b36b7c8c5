import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { TEST_BASE_URL, human, testNotes } from "@jst/testing";

const { door, stored } = await testNotes();
const ada = { title: "Ada", slug: "ada" };

test("a human's create is queued with a preview, and nothing of it is stored or sent", async () => {
  const caller = human(randomUUID());
  const reply = await door.call("CreateNote", { caller, body: ada });
  assert.equal(reply.status, 202);
  const { queued, changeset_id: id, changeset_url: url, expires_at: expires, preview } = reply.body;
  assert.equal(queued, true);
  assert.match(id, /^crm_[0-9a-f-]{36}$/);
  assert.equal(url, `${TEST_BASE_URL}/api/v1/changesets/${id}`);
  assert.match(expires, /Z$/);
  assert.equal(preview.length, 1);
  const [{ resource, op, before, after, ...rest }] = preview;
  assert.deepEqual([resource, op, before, rest], ["notes", "create", null, {}]);
  assert.deepEqual([after.slug, after.title, "team_id" in after], [ada.slug, "Ada", false]);
  assert.equal("x-changeset-id" in reply.headers, false);
  assert.deepEqual(await stored(caller.team_id), { notes: 0, events: [], changes: [] });
});

test("another admin approves it: the note exists under the same changeset, made by the proposer; undo archives it", async () => {
  const caller = human(randomUUID(), "member");
  const admin = human(caller.team_id, "admin");
  const proposed = await door.call("CreateNote", { caller, body: ada });
  const path = { changeset_id: proposed.body.changeset_id };
  const approved = await door.call("ApproveChangeset", { caller: admin, path });
  assert.equal(approved.status, 200, JSON.stringify(approved.body));
  assert.deepEqual(
    [approved.body.status, approved.body.decided_by, approved.body.proposed_by],
    ["executed", { type: "human", id: admin.member_id }, { type: "human", id: caller.member_id }],
  );
  const note = approved.body.result;
  assert.equal(approved.headers["x-changeset-id"], path.changeset_id);
  assert.deepEqual(note.created_by, { type: "human", id: caller.member_id });
  const after = await stored(caller.team_id);
  assert.deepEqual([after.notes, after.changes], [1, ["create"]]);
  assert.deepEqual(
    after.events.map((event) => [event.type, event.changeset_id]),
    [["contact.created", path.changeset_id]],
  );
  const undone = await door.call("UndoChangeset", { caller: admin, path });
  assert.equal(undone.status, 200, JSON.stringify(undone.body));
  assert.deepEqual([undone.body.status, undone.body.undo_of], ["executed", path.changeset_id]);
  const { body } = await door.call("GetNote", { caller: admin, path: { note_id: note.id } });
  assert.notEqual(body.archived_at, null);
  assert.deepEqual([note.version, body.version], [1, 2]);
  const shown = await door.call("GetChangeset", { caller, path });
  assert.equal(shown.body.status, "undone");
});
