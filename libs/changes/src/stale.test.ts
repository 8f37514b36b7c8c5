import assert from "node:assert/strict";
import { test } from "node:test";
import { propose, testNotes, testTeam, type TestTeam } from "@jst/testing";

const { door } = await testNotes();

async function noteOf({ service }: TestTeam, slug = "ada"): Promise<{ note_id: string }> {
  const { body } = await door.call("CreateNote", { caller: service, body: { title: "Ada", slug } });
  return { note_id: body.id };
}

/** Whether GET and the list show the proposal as stale; both always say the same. */
async function isStale({ admin }: TestTeam, path: { changeset_id: string }): Promise<boolean> {
  const { body } = await door.call("GetChangeset", { caller: admin, path });
  const { body: page } = await door.callAs("agent", "ListChangesets", { limit: 501 }, admin);
  const { changesets } = page as { changesets: { id: string; stale?: boolean }[] };
  assert.equal(changesets.find(({ id }) => id === path.changeset_id)?.stale, body.stale);
  return body.stale === true;
}

const change = (team: TestTeam, path: { note_id: string }, body: object) =>
  door.call("UpdateNote", { caller: team.service, path, body });

test("a proposal is stale once what it changes was changed, and its approval is a conflict", async () => {
  const team = testTeam();
  const [note, other] = [await noteOf(team), await noteOf(team, "bea")];
  await change(team, note, { color: "red" });
  const path = await propose(door, team.member, "UpdateNote", { path: note, body: { text: "Countess" } });
  await change(team, other, { color: "blue" });
  assert.equal(await isStale(team, path), false);
  await change(team, note, { color: "green" });
  assert.equal(await isStale(team, path), true);
  const { status } = await door.call("ApproveChangeset", { caller: team.admin, path });
  assert.equal(status, 409);
  assert.equal(await isStale(team, path), false, "it waits no longer");
});

test("a change back does not end it, and a removal makes a proposal stale", async () => {
  const team = testTeam();
  const [back, gone] = [await noteOf(team), await noteOf(team, "bea")];
  const paths = [];
  for (const note of [back, gone])
    paths.push(await propose(door, team.member, "UpdateNote", { path: note, body: { text: "C" } }));
  for (const color of ["red", null]) await change(team, back, { color });
  await door.call("ArchiveNote", { caller: team.service, path: gone });
  for (const path of paths) assert.equal(await isStale(team, path), true);
});

test("a proposal to create something, and one of which nothing has moved, are approved as they say", async () => {
  const team = testTeam();
  const note = await noteOf(team);
  const creates = await propose(door, team.member, "CreateNote", { body: { title: "B", slug: "b" } });
  const updates = await propose(door, team.member, "UpdateNote", { path: note, body: { text: "C" } });
  for (const path of [creates, updates]) {
    assert.equal(await isStale(team, path), false);
    assert.equal((await door.call("ApproveChangeset", { caller: team.admin, path })).status, 200);
  }
});
