import { expireChangesets, type Resource } from "@jst/changes";
import { Database, systemContext } from "@jst/db";
import {
  notesResources,
  propose,
  signedIn,
  testCaller,
  testNotes,
  testTeam,
  withClient,
  type NoticeFact,
} from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { noticeWaiting } from "./notices.ts";

const { door, database: testDatabase, notices } = await testNotes();
const database = new Database({
  connectionString: testDatabase.url,
  poolSize: 2,
  applicationName: "test",
  changesetPrefix: "crm",
});
after(() => database.close());
const body = { title: "Ada" };

/** Facts without the members that follow from the changeset. */
const shown = (facts: readonly NoticeFact[]) =>
  facts.map((fact) =>
    "over" in fact ? ["over", fact.over.subject.id] : [fact.wanted.kind, fact.wanted.to, fact.wanted.title],
  );
const toDeciders = (...except: (string | undefined)[]) => ({ roles: ["owner", "admin"], except });

test("a proposal asks for a notice to owners and admins but its proposer, which leads to it", async () => {
  const { member } = testTeam();
  const { changeset_id: id } = await propose(door, member, "CreateNote", { body });
  const [fact, ...more] = await notices(member.team_id);
  assert.deepEqual(more, []);
  assert.ok(fact !== undefined && "wanted" in fact);
  assert.deepEqual(fact.wanted, {
    kind: "proposal_waits",
    to: toDeciders(member.member_id),
    title: "Needs your approval: Create note Ada, by an API token over REST",
    path: `/console/approvals/${id}`,
    subject: { type: "changeset", id },
    actor: { type: "human", id: member.member_id },
  });
});

test("a decision ends the wait, and notifies the member of the proposer unless that member decides", async () => {
  const { member, admin } = testTeam();
  const to = { members: [member.member_id], except: [admin.member_id] };
  for (const [method, verdict] of [
    ["ApproveChangeset", "Approved"],
    ["RejectChangeset", "Rejected"],
  ] as const) {
    const path = await propose(door, member, "CreateNote", { body });
    assert.equal((await door.call(method, { caller: admin, path, body: {} })).status, 200);
    const facts = (await notices(member.team_id)).slice(-2);
    assert.deepEqual(shown(facts), [
      ["over", path.changeset_id],
      ["proposal_decided", to, `${verdict}: Create note Ada`],
    ]);
    const [, decided] = facts;
    assert.ok(decided !== undefined && "wanted" in decided);
    assert.deepEqual(decided.wanted.actor, { type: "human", id: admin.member_id });
  }
});

test("the proposer reads that a proposal was approved with changes, and by whom", async () => {
  const { member, admin } = testTeam();
  const path = await propose(door, member, "CreateNote", { body });
  const edit = { body: { body: { title: "Eve" } } };
  const { status, body: reply } = await door.call("ApproveChangeset", {
    caller: signedIn(admin),
    path,
    ...edit,
  });
  assert.deepEqual([status, reply.status], [200, "executed"], JSON.stringify(reply));
  const [fact] = (await notices(member.team_id)).slice(-1);
  assert.ok(fact !== undefined && "wanted" in fact);
  assert.deepEqual(
    [fact.wanted.title, fact.wanted.actor.id],
    ["Approved with changes: Create note Eve", admin.member_id],
  );
});

test("a withdrawal ends the wait and notifies nobody", async () => {
  const { member } = testTeam();
  const path = await propose(door, member, "CreateNote", { body });
  assert.equal((await door.call("WithdrawChangeset", { caller: member, path, body: {} })).status, 200);
  assert.deepEqual(shown((await notices(member.team_id)).slice(1)), [["over", path.changeset_id]]);
});

test("a conflict and an invalid proposal notify the proposer that they were not applied", async () => {
  const { member, admin, service } = testTeam();
  const { body: note } = await door.call("CreateNote", { caller: service, body: { title: "Bo" } });
  const note_id = (note as { id: string }).id;
  const path = await propose(door, member, "UpdateNote", { path: { note_id }, body: { text: "old" } });
  await door.call("UpdateNote", { caller: service, path: { note_id }, body: { text: "new" } });
  assert.equal((await door.call("ApproveChangeset", { caller: admin, path })).status, 409);
  const to = { members: [member.member_id], except: [admin.member_id] };
  assert.deepEqual(shown((await notices(member.team_id)).slice(1)), [
    ["over", path.changeset_id],
    ["proposal_conflicted", to, "Could not be applied: Update note Bo"],
  ]);
});

test("an undo notifies the member who made the change, and nobody when a person takes back an own change", async () => {
  const { member, admin } = testTeam();
  const maker = signedIn({ ...member, team: { ...member.team, trust_console: "execute" } });
  const write = async () =>
    (await door.call("CreateNote", { caller: maker, body })).headers["x-changeset-id"] ?? "";
  const own = { changeset_id: await write() };
  assert.equal((await door.call("UndoChangeset", { caller: maker, path: own, body: {} })).status, 200);
  assert.deepEqual(await notices(member.team_id), []);
  const path = { changeset_id: await write() };
  assert.equal((await door.call("UndoChangeset", { caller: admin, path, body: {} })).status, 200);
  const [fact] = await notices(member.team_id);
  assert.ok(fact !== undefined && "wanted" in fact);
  assert.deepEqual(fact.wanted, {
    kind: "change_undone",
    to: { members: [member.member_id] },
    title: "Undone: Create note Ada",
    path: `/console/approvals/${path.changeset_id}`,
    subject: { type: "changeset", id: path.changeset_id },
    actor: { type: "human", id: admin.member_id },
  });
});

test("an app is named, its member may decide, and it is the member who hears of the decision", async () => {
  const { admin } = testTeam();
  const app = testCaller({
    team_id: admin.team_id,
    token_type: "oauth_app",
    member_id: "0198f0a0-0000-7000-8000-00000000000a",
    role: "owner",
    oauth_app: { client_id: "jst_cl_sample", client_name: "Sample", issuer: "https://base.test" },
    door: "mcp",
  });
  const path = await propose(door, app, "CreateNote", { body });
  assert.equal((await door.call("RejectChangeset", { caller: admin, path, body: {} })).status, 200);
  assert.deepEqual(shown(await notices(admin.team_id)), [
    ["proposal_waits", toDeciders(), "Needs your approval: Create note Ada, by the app Sample over MCP"],
    ["over", path.changeset_id],
    [
      "proposal_decided",
      { members: [app.member_id], except: [admin.member_id] },
      "Rejected: Create note Ada",
    ],
  ]);
});

test("deciders are notified once a day before a proposal expires, at half of a shorter wait, and its end ends all", async () => {
  const { member } = testTeam();
  const relayUrl = testDatabase.urlOf("crm_relay");
  const parts = { service: "crm" as const, resources: notesResources, database, relayUrl };
  const expireAfter = (hours: number) => expireChangesets(parts, new Date(Date.now() + hours * 3_600_000));
  const { changeset_id: id } = await propose(door, member, "CreateNote", { body });
  const kinds = async () => shown((await notices(member.team_id)).slice(1));
  await expireAfter(14 * 24 - 25);
  assert.deepEqual(await kinds(), []);
  await expireAfter(14 * 24 - 23);
  await expireAfter(14 * 24 - 22);
  const title = "Expires soon and needs your approval: Create note Ada, by an API token over REST";
  const reminded = ["proposal_expires", toDeciders(member.member_id), title];
  assert.deepEqual(await kinds(), [reminded]);
  await withClient(testDatabase.superuserUrl, (client) =>
    client.query(
      `update crm.changesets set reminded_at = null, expires_at = created_at + interval '40 hours' where team_id = $1`,
      [member.team_id],
    ),
  );
  await expireAfter(19);
  assert.deepEqual(await kinds(), [reminded]);
  await expireAfter(21);
  assert.deepEqual(await kinds(), [reminded, reminded]);
  await expireAfter(41);
  assert.deepEqual(await kinds(), [reminded, reminded, ["over", id]]);
});

test("a title has no name of a resource of which each look is on record", async () => {
  const { member } = testTeam();
  const { notes } = notesResources;
  const resources = { notes: { ...notes, isOnRecord: true } as Resource };
  const stored = {
    ...{ id: randomUUID(), summary: "Create note Ada", door: "rest", token_type: "human", actor_id: "a" },
    oauth_app: null,
    timeout_rule: null,
    notified: null,
    operations: [{ resource: "notes", op: "create" as const, id: randomUUID() }],
  };
  await database.write(systemContext(member.team_id), (tx) => {
    noticeWaiting(tx, { service: "crm", resources }, stored);
    return Promise.resolve();
  });
  const [fact] = shown(await notices(member.team_id));
  assert.equal(fact?.[2], "Needs your approval: Create note, by an API token over REST");
});

test("a title says that a person was signed in, whatever the role", async () => {
  const { member } = testTeam();
  const stored = {
    ...{ id: randomUUID(), summary: "Create note Ada", door: "console", token_type: "member", actor_id: "a" },
    oauth_app: null,
    timeout_rule: null,
    notified: null,
    operations: [{ resource: "notes", op: "create" as const, id: randomUUID() }],
  };
  await database.write(systemContext(member.team_id), (tx) => {
    noticeWaiting(tx, { service: "crm", resources: notesResources }, stored);
    return Promise.resolve();
  });
  const [fact] = shown(await notices(member.team_id));
  assert.equal(fact?.[2], "Needs your approval: Create note Ada, by a signed-in person over the console");
});
