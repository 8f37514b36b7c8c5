import { expireChangesets } from "@jst/changes";
import { Database } from "@jst/db";
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { notesResources, propose, testNotes, testTeam } from "@jst/testing";

const { door, database: testDatabase, audit, stored } = await testNotes();
const body = { title: "Ada" };
const database = new Database({
  connectionString: testDatabase.url,
  poolSize: 4,
  applicationName: "test",
  changesetPrefix: "crm",
});
after(() => database.close());

const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000);
const expire = (now?: Date) =>
  expireChangesets(
    { service: "crm", resources: notesResources, database, relayUrl: testDatabase.urlOf("crm_relay") },
    now,
  );

test("a proposal waits fourteen days, then it is stored as expired with an entry of the platform's own", async () => {
  const { member, admin } = testTeam();
  const path = await propose(door, member, "CreateNote", { body });
  const rejected = await propose(door, member, "CreateNote", { body });
  assert.equal((await door.call("RejectChangeset", { caller: admin, path: rejected, body: {} })).status, 200);
  await expire();
  await expire(daysFromNow(13.99));
  const before = await door.call("GetChangeset", { caller: member, path });
  assert.deepEqual([before.body.status, (await audit(member.team_id)).length], ["queued", 3]);

  assert.ok((await expire(daysFromNow(14.01))) > 0);
  const { body: shown } = await door.call("GetChangeset", { caller: member, path });
  assert.deepEqual([shown.status, shown.decided_by], ["expired", undefined]);
  const entries = (await audit(member.team_id)).slice(3);
  assert.deepEqual(
    entries.map((entry) => [entry["action"], entry["outcome"], entry["resource_id"], entry["actor_type"]]),
    [["changeset.expire", "success", path.changeset_id, "system"]],
  );
  for (const method of ["ApproveChangeset", "RejectChangeset", "WithdrawChangeset"]) {
    const caller = method === "WithdrawChangeset" ? member : admin;
    const late = await door.call(method, { caller, path, body: {} });
    assert.deepEqual([late.status, late.body.code], [409, "changeset_not_pending"], method);
  }
  const { body: decided } = await door.call("GetChangeset", { caller: member, path: rejected });
  assert.deepEqual([decided.status, (await stored(member.team_id)).notes], ["rejected", 0]);
});

test("of an approval and the end of its time at once one wins, and the log says which", async () => {
  for (let round = 0; round < 10; round += 1) {
    const { member, admin } = testTeam();
    const path = await propose(door, member, "CreateNote", { body });
    const [approval] = await Promise.all([
      door.call("ApproveChangeset", { caller: admin, path }),
      expire(daysFromNow(15)),
    ]);
    await expire(daysFromNow(15));
    const won = approval.status === 200 ? "changeset.approve" : "changeset.expire";
    const actions = (await audit(member.team_id)).map((entry) => entry["action"]);
    assert.deepEqual(actions, ["changeset.propose", won]);
    assert.equal((await stored(member.team_id)).notes, approval.status === 200 ? 1 : 0);
  }
});

test("several passes at once leave one entry for each, whatever number of teams and proposals there is", async () => {
  const teams = Array.from({ length: 5 }, () => testTeam());
  for (const { member } of teams)
    for (let n = 0; n < 3; n += 1) await propose(door, member, "CreateNote", { body });
  await Promise.all([1, 2, 3].map(() => expire(daysFromNow(15))));
  await expire(daysFromNow(15));
  for (const { member } of teams) {
    const expired = (await audit(member.team_id)).filter((entry) => entry["action"] === "changeset.expire");
    assert.deepEqual([expired.length, new Set(expired.map((entry) => entry["resource_id"])).size], [3, 3]);
  }
});
