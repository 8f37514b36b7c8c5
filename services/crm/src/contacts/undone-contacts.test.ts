import assert from "node:assert/strict";
import { test } from "node:test";
import { testCrm } from "../testing/test-crm.ts";
import { testTeam, type TestTeam } from "../testing/test-people.ts";

const { door, stored } = await testCrm();
const body = { first_name: "Ada", email: "ada@example.com" };

/** An executed write: the changeset it made, and the contact it was about. */
async function executed(
  { service }: TestTeam,
  method: string,
  call: { path?: Record<string, string>; body?: unknown },
): Promise<{ changeset: { changeset_id: string }; contact: { contact_id: string } }> {
  const reply = await door.call(method, { caller: service, ...call });
  assert.ok(reply.status < 300, JSON.stringify(reply.body));
  return {
    changeset: { changeset_id: reply.headers["x-changeset-id"] ?? "" },
    contact: { contact_id: reply.body.id },
  };
}

test("an undone change has its former values back, in a new version, under a changeset of its own", async () => {
  const team = testTeam();
  const { contact } = await executed(team, "CreateContact", { body });
  const patch = { title: "Countess", email: "lovelace@example.com", tags: ["math"] };
  const { changeset } = await executed(team, "UpdateContact", { path: contact, body: patch });
  const undo = await door.call("UndoChangeset", { caller: team.admin, path: changeset });
  assert.equal(undo.status, 200, JSON.stringify(undo.body));
  assert.deepEqual(
    [undo.body.status, undo.body.undo_of, undo.headers["x-changeset-id"]],
    ["executed", changeset.changeset_id, undo.body.id],
  );
  const { body: now } = await door.call("GetContact", { caller: team.service, path: contact });
  assert.deepEqual([now.title, now.email, now.tags, now.version], [null, body.email, [], 3]);
  const last = (await stored(team.admin.team_id)).events.at(-1);
  assert.deepEqual(
    [last?.type, last?.changeset_id, last?.data.previous],
    ["contact.updated", undo.body.id, { title: "Countess", email: "lovelace@example.com", tags: ["math"] }],
  );
});

test("an undone archiving brings the contact back, unless its address was taken meanwhile", async () => {
  const team = testTeam();
  const { contact } = await executed(team, "CreateContact", { body });
  const { changeset } = await executed(team, "ArchiveContact", { path: contact });
  const { contact: other } = await executed(team, "CreateContact", { body });
  const taken = await door.call("UndoChangeset", { caller: team.admin, path: changeset });
  assert.deepEqual([taken.status, taken.body.code], [409, "changeset_conflict"]);
  await executed(team, "ArchiveContact", { path: other });
  assert.equal((await door.call("UndoChangeset", { caller: team.admin, path: changeset })).status, 200);
  const { body: now } = await door.call("GetContact", { caller: team.service, path: contact });
  assert.equal(now.archived_at, null);
});

test("a name that nobody set follows what an undo takes back, and is itself no edit", async () => {
  const team = testTeam();
  const { contact } = await executed(team, "CreateContact", { body: { first_name: "A", last_name: "L" } });
  const patch = (body: object) => executed(team, "UpdateContact", { path: contact, body });
  const { changeset } = await patch({ first_name: "B" });
  await patch({ last_name: "M" });
  const undo = await door.call("UndoChangeset", { caller: team.admin, path: changeset });
  assert.equal(undo.status, 200, JSON.stringify(undo.body));
  const { body: now } = await door.call("GetContact", { caller: team.service, path: contact });
  assert.deepEqual([now.first_name, now.last_name, now.display_name], ["A", "M", "A M"]);
  const last = (await stored(team.admin.team_id)).events.at(-1);
  assert.deepEqual(last?.data, { object: now, previous: { first_name: "B", display_name: "B M" } });
  const after = undo.body.operations.at(-1).after;
  assert.deepEqual([after.display_name, after.version, now.version], ["A M", 4, 4]);
});

test("a name set by hand goes back to what is derived now, and one set later stays, or is a conflict", async () => {
  const team = testTeam();
  const { contact } = await executed(team, "CreateContact", { body: { first_name: "A", last_name: "L" } });
  const patch = (body: object) => executed(team, "UpdateContact", { path: contact, body });
  const undo = (path: { changeset_id: string }) => door.call("UndoChangeset", { caller: team.admin, path });
  const name = async () =>
    (await door.call("GetContact", { caller: team.service, path: contact })).body.display_name as string;
  const { changeset: set } = await patch({ display_name: "Ada" });
  await patch({ last_name: "M" });
  assert.deepEqual([(await undo(set)).status, await name()], [200, "A M"]);
  const { changeset: first } = await patch({ first_name: "B" });
  await patch({ display_name: "Bea" });
  assert.deepEqual([(await undo(first)).status, await name()], [200, "Bea"]);
  const { changeset: again } = await patch({ display_name: "Cy" });
  await patch({ display_name: "Di" });
  const refused = await undo(again);
  assert.deepEqual(
    [refused.status, refused.body.conflicts?.[0]?.fields, await name()],
    [409, ["display_name"], "Di"],
  );
});

test("a name that was cleared is given back, though the derived one has moved since", async () => {
  const team = testTeam();
  const { contact } = await executed(team, "CreateContact", {
    body: { first_name: "A", display_name: "Ada" },
  });
  const { changeset } = await executed(team, "UpdateContact", {
    path: contact,
    body: { display_name: null },
  });
  await executed(team, "UpdateContact", { path: contact, body: { first_name: "B" } });
  const undo = await door.call("UndoChangeset", { caller: team.admin, path: changeset });
  assert.equal(undo.status, 200, JSON.stringify(undo.body));
  const { body: now } = await door.call("GetContact", { caller: team.service, path: contact });
  assert.deepEqual([now.first_name, now.display_name, now.version], ["B", "Ada", 4]);
});
