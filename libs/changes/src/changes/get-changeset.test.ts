import assert from "node:assert/strict";
import { test } from "node:test";
import { anotherToken, human, propose, testCaller, testNotes, testTeam } from "@jst/testing";

const { door } = await testNotes();
const body = { title: "Ada", slug: "ada" };

test("a queued changeset shows who proposes what, to any token of the proposing member and to the audit's readers", async () => {
  const { member, admin } = testTeam();
  const path = await propose(door, member, "CreateNote", { body });
  for (const caller of [member, anotherToken(member), admin]) {
    const reply = await door.call("GetChangeset", { caller, path });
    assert.equal(reply.status, 200);
    const { status, source, proposed_by: by, summary, operations, reversible } = reply.body;
    assert.deepEqual(
      [status, by, summary, reversible],
      ["queued", { type: "human", id: member.member_id }, "Create note Ada", false],
    );
    assert.deepEqual(source, { door: "rest", token_id: member.token_id, token_type: "human" });
    assert.equal(operations.length, 1);
    assert.equal(operations[0].after.slug, body.slug);
  }
});

test("an executed write has a changeset nobody proposed", async () => {
  const { service } = testTeam();
  const created = await door.call("CreateNote", { caller: service, body });
  const path = { changeset_id: created.headers["x-changeset-id"] ?? "" };
  const { body: shown } = await door.call("GetChangeset", { caller: service, path });
  assert.deepEqual(
    [shown.id, shown.status, shown.expires_at, shown.reversible, shown.source.door],
    [path.changeset_id, "executed", null, true, "rest"],
  );
  assert.deepEqual(
    shown.operations.map((one: { op: string; id: string }) => [one.op, one.id]),
    [["create", created.body.id]],
  );
});

test("to other members, other teams and under other names it is absent", async () => {
  const { member } = testTeam();
  const { changeset_id: id } = await propose(door, member, "CreateNote", { body });
  const strangers = [human(member.team_id, "member"), testCaller(), human(testCaller().team_id)];
  for (const caller of strangers) {
    const reply = await door.call("GetChangeset", { caller, path: { changeset_id: id } });
    assert.deepEqual([reply.status, reply.body.code], [404, "not_found"]);
  }
  for (const changeset_id of [id.replace("crm_", "data_"), id.slice(4), "crm_", "crm_x", "", `${id}0`]) {
    const reply = await door.call("GetChangeset", { caller: member, path: { changeset_id } });
    assert.deepEqual([reply.status, reply.body.code], [404, "not_found"], changeset_id);
  }
});
