import { expireChangesets } from "@jst/changes";
import { Database } from "@jst/db";
import {
  human,
  notesResources,
  propose,
  ruled,
  testNotes,
  testRules,
  testTeam,
  withClient,
} from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";

const { door, database: testDatabase, audit, notices, stored } = await testNotes();
const database = new Database({
  connectionString: testDatabase.url,
  poolSize: 4,
  applicationName: "test",
  changesetPrefix: "crm",
});
after(() => database.close());
const parts = {
  service: "crm" as const,
  resources: notesResources,
  database,
  relayUrl: testDatabase.urlOf("crm_relay"),
};
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000);
const expireAfter = (hours: number) => expireChangesets(parts, hoursFromNow(hours));

/** A team whose rule has these approvers and waits for two hours, and a proposal of a member's token. */
async function waiting() {
  const { member: token } = testTeam();
  const [member, admin] = [ruled(token), ruled(human(token.team_id, "admin"))];
  const approver = randomUUID();
  const approvers = { roles: ["owner" as const], members: [approver] };
  door.callers.setRules(
    token.team_id,
    testRules({ name: "Two hours", message: "Ask Ada.", timeout_hours: 2, approvers }),
  );
  const path = await propose(door, member, "CreateNote", { body: { title: "Ada", slug: randomUUID() } });
  return { teamId: token.team_id, member, admin, approver, path };
}

const wanted = async (teamId: string) =>
  (await notices(teamId)).flatMap((fact) => ("wanted" in fact ? [fact.wanted] : []));

test("a proposal waits for the time of its rule, which then rejects it by the platform, and says so", async () => {
  const { teamId, member, path } = await waiting();
  const { expires_at: expiresAt } = (await door.call("GetChangeset", { caller: member, path })).body;
  const wait = Date.parse(expiresAt as string) - Date.now();
  assert.ok(wait > 1.9 * 3_600_000 && wait <= 2 * 3_600_000, String(wait));
  await expireAfter(1.9);
  assert.equal((await door.call("GetChangeset", { caller: member, path })).body.status, "queued");
  assert.ok((await expireAfter(2.1)) > 0);
  const { body } = await door.call("GetChangeset", { caller: member, path });
  const reason = 'Nobody decided in the time of the rule "Two hours".';
  assert.deepEqual(
    [body.status, body.decided_by, body.reason],
    ["rejected", { type: "system", id: null }, reason],
  );
  assert.deepEqual(
    [body.decided_at, body.approval.rule.name, body.approval.rule.message, body.self],
    [expiresAt, "Two hours", "Ask Ada.", undefined],
  );
  const entry = (await audit(teamId)).at(-1);
  assert.deepEqual(
    [entry?.["action"], entry?.["actor_type"], entry?.["actor_id"], entry?.["reason"]],
    ["changeset.reject", "system", null, reason],
  );
  const last = (await wanted(teamId)).at(-1);
  assert.deepEqual([last?.kind, last?.to], ["proposal_decided", { members: [member.member_id], except: [] }]);
});

test("answers and decisions know the end of the time before it is stored", async () => {
  const { teamId, member, admin, path } = await waiting();
  await withClient(testDatabase.superuserUrl, (client) =>
    client.query("update crm.changesets set expires_at = created_at where team_id = $1", [teamId]),
  );
  const { body } = await door.call("GetChangeset", { caller: member, path });
  assert.deepEqual([body.status, body.decided_by], ["rejected", { type: "system", id: null }]);
  const late = await door.call("ApproveChangeset", { caller: { ...admin, role: "owner" }, path });
  assert.deepEqual([late.status, late.body.code], [409, "changeset_not_pending"]);
  for (const [status, count] of [
    ["rejected", 1],
    ["expired", 0],
    ["queued", 0],
  ] as const) {
    const page = await door.callAs("agent", "ListChangesets", { limit: 10, status }, member);
    assert.equal((page.body as { changesets: object[] }).changesets.length, count, status);
  }
  assert.equal((await stored(teamId)).notes, 0);
});

test("the approvers of the rule are notified of what waits, and at half of its time that it ends soon", async () => {
  const { teamId, member, approver } = await waiting();
  const to = { roles: ["owner"], members: [approver], except: [member.member_id] };
  await expireAfter(0.9);
  assert.deepEqual(
    (await wanted(teamId)).map((notice) => [notice.kind, notice.to]),
    [["proposal_waits", to]],
  );
  await expireAfter(1.1);
  assert.deepEqual((await wanted(teamId)).at(-1)?.kind, "proposal_expires");
  assert.deepEqual((await wanted(teamId)).at(-1)?.to, to);
});

test("a later change of the rule does not move the time of what waits", async () => {
  const { teamId, member, path } = await waiting();
  const before = (await door.call("GetChangeset", { caller: member, path })).body.expires_at;
  door.callers.setRules(teamId, testRules({ timeout_hours: 300 }));
  const { body } = await door.call("GetChangeset", { caller: member, path });
  assert.equal(body.expires_at, before);
});
