import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCrm } from "../testing/test-crm.ts";
import { human } from "../testing/test-people.ts";

const { door, stored } = await testCrm();
const ada = { first_name: "Ada", email: "ada@example.com" };

test("an approved proposal is a contact under the same changeset, made by the proposer; undo archives it", async () => {
  const caller = human(randomUUID(), "member");
  const admin = human(caller.team_id, "admin");
  const proposed = await door.call("CreateContact", { caller, body: ada });
  const path = { changeset_id: proposed.body.changeset_id };
  const approved = await door.call("ApproveChangeset", { caller: admin, path });
  assert.equal(approved.status, 200, JSON.stringify(approved.body));
  assert.deepEqual(
    [approved.body.status, approved.body.decided_by, approved.body.proposed_by],
    ["executed", { type: "human", id: admin.member_id }, { type: "human", id: caller.member_id }],
  );
  const contact = approved.body.result;
  assert.equal(approved.headers["x-changeset-id"], path.changeset_id);
  assert.deepEqual(contact.created_by, { type: "human", id: caller.member_id });
  const after = await stored(caller.team_id);
  assert.deepEqual([after.contacts, after.changes], [1, ["create"]]);
  assert.deepEqual(
    after.events.map((event) => [event.type, event.changeset_id]),
    [["contact.created", path.changeset_id]],
  );
  const undone = await door.call("UndoChangeset", { caller: admin, path });
  assert.equal(undone.status, 200, JSON.stringify(undone.body));
  assert.deepEqual([undone.body.status, undone.body.undo_of], ["executed", path.changeset_id]);
  const { body } = await door.call("GetContact", { caller: admin, path: { contact_id: contact.id } });
  assert.notEqual(body.archived_at, null);
  assert.deepEqual([contact.version, body.version], [1, 2]);
  const events = (await stored(caller.team_id)).events;
  assert.deepEqual(
    [events.at(-1)?.type, events.at(-1)?.data.previous],
    ["contact.updated", { archived_at: null }],
  );
  const shown = await door.call("GetChangeset", { caller, path });
  assert.equal(shown.body.status, "undone");
});
