import type { Caller } from "@jst/caller";
import { human, propose, testCaller, testNotes, testTeam, withClient } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";

const { door, database } = await testNotes();
const body = { title: "Ada" };
const client = { client_id: "jst_cl_sample", client_name: "Sample" };

/** An owner of a team, signed in and with an API token, and the app that the owner connected. */
function owning() {
  const token = human(testTeam().member.team_id, "owner");
  const session: Caller = { ...token, token_type: "member", token_id: randomUUID(), door: "console" };
  const app = testCaller({
    team_id: token.team_id,
    token_type: "oauth_app",
    member_id: token.member_id ?? "",
    role: "owner",
    oauth_app: { ...client, issuer: "https://base.test" },
    door: "mcp",
  });
  return { token, session, app };
}

/** Lists the change sets of the team, and compares each with what is shown of it alone, but for its request. */
async function listed(caller: Caller) {
  const wanted = { limit: 501 };
  const { body } = await door.callAs("agent", "ListChangesets", wanted, caller);
  const { changesets } = body as { changesets: { id: string; status: string; source: object }[] };
  for (const one of changesets) {
    const shown = await door.call("GetChangeset", { caller, path: { changeset_id: one.id } });
    delete shown.body.request;
    assert.deepEqual(shown.body, { ...one, comment_count: 0, comments: [] });
  }
  return changesets.map(({ status, source }) => ({ status, source }));
}

test("what an app proposes names it, also once it is done and undone; the undo is the person's", async () => {
  const { session, app } = owning();
  const source = {
    door: "mcp",
    token_id: app.token_id,
    token_type: "oauth_app",
    oauth_app: { id: app.token_id, ...client },
  };
  const path = await propose(door, app, "CreateNote", { body });
  assert.deepEqual(await listed(session), [{ status: "queued", source }]);
  const approved = await door.call("ApproveChangeset", { caller: session, path });
  assert.equal(approved.status, 200, JSON.stringify(approved.body));
  assert.deepEqual(approved.body.source, source);
  const undone = await door.call("UndoChangeset", { caller: session, path });
  assert.equal(undone.status, 200, JSON.stringify(undone.body));
  assert.deepEqual(await listed(session), [
    {
      status: "executed",
      source: { door: "console", token_id: session.token_id, token_type: "member" },
    },
    { status: "undone", source },
  ]);
});

test("what an app does at once names it too, before and after it is undone", async () => {
  const { session, app } = owning();
  const direct = { ...app, team: { ...app.team, agent_write_mode: "direct" as const } };
  const done = await door.call("CreateNote", { caller: direct, body });
  assert.equal(done.status, 201, JSON.stringify(done.body));
  const oauth_app = { id: app.token_id, ...client };
  const [{ source } = { source: {} }] = await listed(session);
  assert.deepEqual({ ...source }, { ...source, oauth_app });
  const path = { changeset_id: done.headers["x-changeset-id"] ?? "" };
  assert.equal((await door.call("UndoChangeset", { caller: session, path })).status, 200);
  const [, undone] = await listed(session);
  assert.deepEqual(undone, { status: "undone", source });
});

test("no API token of its member decides on what an app made; the signed-in member and another owner do", async () => {
  const { token, session, app } = owning();
  const path = await propose(door, app, "CreateNote", { body });
  for (const method of ["ApproveChangeset", "RejectChangeset"]) {
    const { status, body: problem } = await door.call(method, { caller: token, path });
    assert.deepEqual([status, problem.code], [403, "insufficient_scope"]);
  }
  assert.equal((await door.call("GetChangeset", { caller: session, path })).body.status, "queued");
  assert.equal((await door.call("ApproveChangeset", { caller: session, path })).status, 200);
  assert.equal((await door.call("UndoChangeset", { caller: token, path })).status, 200);
});

test("where nobody kept whose app it was, no API token decides, and a session does", async () => {
  const { token, session, app } = owning();
  const path = await propose(door, app, "CreateNote", { body });
  await withClient(database.superuserUrl, (client) =>
    client.query("update crm.changesets set oauth_app = null"),
  );
  for (const caller of [token, human(token.team_id, "owner")])
    assert.equal((await door.call("ApproveChangeset", { caller, path })).status, 403);
  assert.equal((await door.call("ApproveChangeset", { caller: session, path })).status, 200);
});
