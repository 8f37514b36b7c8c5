import { notifyDeciders, notifyStored } from "@jst/changes";
import { Database } from "@jst/db";
import { AppError } from "@jst/errors";
import {
  human,
  notesResources,
  propose,
  ruled,
  signedIn,
  testNotes,
  testRules,
  testTeam,
  withClient,
} from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";

const { door, database: testDatabase, notices } = await testNotes();
const database = new Database({
  connectionString: testDatabase.url,
  poolSize: 4,
  applicationName: "test",
  changesetPrefix: "crm",
});
after(() => database.close());
const { callers } = door;
const parts = {
  service: "crm" as const,
  resources: notesResources,
  database,
  callerOf: callers.find.bind(callers),
  membersNow: callers.membersOf.bind(callers),
  rulesNow: callers.rulesNow.bind(callers),
};
const goOn = () => Promise.resolve();
const follow = (teamId: string) => notifyDeciders(parts, teamId, "rules", goOn);
const followStored = () => notifyStored({ ...parts, relayUrl: testDatabase.urlOf("crm_relay") });
const to = (member: string) => ({ approvers: { roles: [], members: [member] } });

/** A team whose rule names one member, and proposals that wait. */
async function waiting(count = 1) {
  const { member: token } = testTeam();
  const teamId = token.team_id;
  const [proposer, admin] = [ruled(token), ruled(signedIn(human(teamId, "admin")))];
  const [one, other] = [randomUUID(), randomUUID()];
  callers.setRules(teamId, testRules(to(one)));
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1)
    ids.push(
      (await propose(door, proposer, "CreateNote", { body: { title: "Ada", slug: randomUUID() } }))
        .changeset_id,
    );
  /** Notices that a proposal waits since it was made: subject and recipients. */
  const moved = async () =>
    (await notices(teamId))
      .flatMap((fact) => ("wanted" in fact && fact.wanted.kind === "proposal_waits" ? [fact.wanted] : []))
      .slice(count)
      .map((wanted) => [wanted.subject.id, wanted.to]);
  const except = [proposer.member_id];
  const toMember = (member: string) => ({ roles: [], members: [member], except });
  return { teamId, proposer, admin, one, other, ids, moved, toMember, except };
}

test("a change of rules notifies who may decide now, once, and one that changes nobody notifies nobody", async () => {
  const { teamId, other, one, ids, moved, toMember, except } = await waiting();
  await follow(teamId);
  callers.setRules(teamId, testRules({ ...to(one), name: "Renamed", needed: 2 }));
  await follow(teamId);
  assert.deepEqual(await moved(), []);
  callers.setRules(teamId, testRules(to(other)));
  for (let n = 0; n < 3; n += 1) await follow(teamId);
  const expected: unknown[] = [[ids[0], toMember(other)]];
  assert.deepEqual(await moved(), expected);
  callers.setRules(teamId, testRules());
  await follow(teamId);
  expected.push([ids[0], { roles: ["owner", "admin"], except }]);
  assert.deepEqual(await moved(), expected);
  callers.setRules(teamId, testRules({ outcome: "refuse" }));
  await follow(teamId);
  assert.deepEqual(await moved(), expected);
  callers.setRules(teamId, testRules(to(one)));
  await follow(teamId);
  assert.deepEqual(await moved(), [...expected, [ids[0], toMember(one)]]);
});

test("what was decided, and what another team proposed, is left alone", async () => {
  const [own, foreign] = [await waiting(2), await waiting()];
  callers.setRules(own.teamId, testRules());
  const path = { changeset_id: own.ids[0] ?? "" };
  const { status } = await door.call("RejectChangeset", { caller: own.admin, path, body: {} });
  assert.equal(status, 200);
  callers.setRules(foreign.teamId, testRules());
  await follow(own.teamId);
  assert.deepEqual(
    (await own.moved()).map(([id]) => id),
    [own.ids[1]],
  );
  assert.deepEqual(await foreign.moved(), []);
});

test("of a decision and a change of rules at once, no notice follows the end of the proposal", async () => {
  for (let round = 0; round < 20; round += 1) {
    const { teamId, admin, ids } = await waiting();
    callers.setRules(teamId, testRules());
    const path = { changeset_id: ids[0] ?? "" };
    const [, { status }] = await Promise.all([
      follow(teamId),
      door.call("RejectChangeset", { caller: admin, path, body: {} }),
    ]);
    assert.equal(status, 200);
    const kinds = (await notices(teamId)).map((fact) => ("over" in fact ? "over" : fact.wanted.kind));
    const end = kinds.indexOf("over");
    assert.ok(end > 0 && !kinds.slice(end).includes("proposal_waits"), kinds.join());
  }
});

test("work that ends between batches goes on behind them: each of many proposals is notified of once", async () => {
  const { teamId, other, moved } = await waiting();
  await withClient(testDatabase.superuserUrl, (client) =>
    client.query(
      `insert into crm.changesets
       select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid()))).*
       from crm.changesets c, generate_series(1, 899) where c.team_id = $1`,
      [teamId],
    ),
  );
  callers.setRules(teamId, testRules(to(other)));
  let steps = 0;
  const ending = () => ((steps += 1) > 2 ? Promise.reject(new Error("killed")) : Promise.resolve());
  await assert.rejects(notifyDeciders(parts, teamId, "rules", ending), /killed/);
  const before = (await moved()).length;
  assert.equal(before, 400);
  await Promise.all([follow(teamId), follow(teamId)]);
  const ids = (await moved()).map(([id]) => id);
  assert.equal(ids.length, 900);
  assert.equal(new Set(ids).size, 900);
});

test("while auth is away nothing is stored, and the work is done when it comes again", async () => {
  const { teamId, other, ids, moved, toMember } = await waiting();
  callers.setRules(teamId, new AppError("unavailable", "auth is away"));
  await assert.rejects(follow(teamId), /auth is away/);
  assert.deepEqual(await moved(), []);
  callers.setRules(teamId, testRules(to(other)));
  await follow(teamId);
  assert.deepEqual(await moved(), [[ids[0], toMember(other)]]);
});

/** Proposals that rules of before a change judged, stored after those who may decide were notified of the change. */
async function judgedLate() {
  const made = await waiting();
  const { teamId, proposer, admin, one, other, ids } = made;
  callers.setRules(teamId, testRules(to(other)));
  await follow(teamId);
  callers.setFormerRules(teamId, testRules(to(one)));
  const slug = randomUUID();
  const proposed = await propose(door, proposer, "CreateNote", { body: { title: "Ada", slug } });
  callers.setFormerRules(teamId, testRules(to(other)));
  const late = proposed.changeset_id;
  /** Notices of the late proposal since it was stored. */
  const movedLate = async () => (await made.moved()).filter(([id]) => id === late).slice(1);
  return { ...made, admin, late, movedLate, first: ids[0] };
}

test("a proposal that rules of before a change judged is judged again, and who may decide is notified once", async () => {
  const { other, toMember, late, movedLate, moved, first } = await judgedLate();
  await waiting(2);
  for (let n = 0; n < 3; n += 1) await followStored();
  assert.deepEqual(await movedLate(), [[late, toMember(other)]]);
  assert.equal((await moved()).filter(([id]) => id === first).length, 1);
});

test("an edit that another rule queues notifies who may decide on the new version", async () => {
  const { teamId, admin, other, ids, moved, toMember } = await waiting();
  const second = ruled(signedIn(human(teamId, "member")));
  const path = { changeset_id: ids[0] ?? "" };
  // Auth knows members who have called.
  await door.call("GetChangeset", { caller: second, path });
  const approver = second.member_id ?? "";
  const rules = testRules(
    { ...to(approver), when: { fields: ["text"] } },
    { approvers: { roles: ["admin"], members: [other] } },
  );
  callers.setRules(teamId, rules);
  await follow(teamId);
  const body = { body: { title: "Ada", text: "More", slug: randomUUID() } };
  const edited = await door.call("ApproveChangeset", { caller: admin, path, body });
  assert.deepEqual([edited.body.status, edited.body.version], ["queued", 2], JSON.stringify(edited.body));
  await followStored();
  await followStored();
  assert.deepEqual((await moved()).slice(1), [[ids[0], toMember(approver)]]);
});

test("of a change of rules and a late judgement at once, the newer rules say who is notified", async () => {
  const { teamId, one, late, movedLate, toMember } = await judgedLate();
  const rulesNow = async () => {
    const former = await callers.rulesNow(teamId);
    callers.setRules(teamId, testRules(to(one)));
    await follow(teamId);
    return former;
  };
  await notifyDeciders({ ...parts, rulesNow }, teamId, "stored", goOn);
  await followStored();
  assert.deepEqual(await movedLate(), []);
  callers.setRules(teamId, testRules());
  await follow(teamId);
  assert.deepEqual(
    (await movedLate()).map(([id]) => id),
    [late],
  );
  assert.notDeepEqual((await movedLate())[0]?.[1], toMember(one));
});

test("a team whose rules auth cannot answer does not delay the others", async () => {
  const [away, late] = [await waiting(), await judgedLate()];
  callers.setRules(away.teamId, new AppError("unavailable", "auth is away"));
  await assert.rejects(followStored(), AggregateError);
  assert.equal((await late.movedLate()).length, 1);
  callers.setRules(away.teamId, testRules(to(away.one)));
  await followStored();
});

test("a change of members notifies of each open proposal under the approvers of now", async () => {
  const { teamId, one, ids, moved, toMember } = await waiting(2);
  await notifyDeciders(parts, teamId, "members", goOn);
  const expected = ids.map((id) => [id, toMember(one)]);
  assert.deepEqual((await moved()).sort(), expected.sort());
});
