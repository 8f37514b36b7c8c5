import assert from "node:assert/strict";
import { test } from "node:test";
import { testComms } from "../testing/test-comms.ts";
import { over, testNotices, testPeople, wanted } from "../testing/test-notices.ts";

const comms = await testComms();
const { take, list, titles } = testNotices(comms);

test("a notice goes once to each active member with one of the roles or ids, but those who are excepted", async () => {
  const { teamId, owner, second, admin, member, known } = testPeople(comms);
  const suspended = { id: "0198f0a0-0000-7000-8000-0000000000aa", role: "owner", suspended: true };
  known.push(suspended);
  const to = {
    roles: ["owner", "admin"],
    members: [member.member_id ?? ""],
    except: [owner.member_id ?? ""],
  } as const;
  await take(teamId, wanted(teamId, { to, kind: "trust_changed" }));
  for (const caller of [second, admin, member]) assert.equal((await list(caller)).unread_count, 1);
  assert.deepEqual(await titles(owner), []);
  const rows = await comms.sql("select from comms.notifications where team_id = $1", [teamId]);
  assert.equal(rows.length, 3);
});

test("a fact that comes again, ten times at once, makes no second notice, and none for members who came since", async () => {
  const { teamId, owner, known } = testPeople(comms);
  const facts = Array.from({ length: 20 }, () => wanted(teamId));
  await take(teamId, ...facts, ...facts);
  const newcomer = testPeople(comms).owner;
  known.push({ id: newcomer.member_id ?? "", role: "owner", suspended: false });
  await Promise.all(Array.from({ length: 10 }, () => take(teamId, ...facts)));
  assert.equal((await list(owner)).unread_count, 20);
  assert.deepEqual(await titles({ ...newcomer, team_id: teamId }), []);
});

test("the end of a subject turns what asks for something read, once, and leaves what informs", async () => {
  const { teamId, owner, second } = testPeople(comms);
  const subject = { type: "changeset", id: "crm_1" };
  const decided = { kind: "proposal_decided", title: "Approved: Create contact", subject } as const;
  const end = over(teamId, { subject });
  await take(teamId, wanted(teamId, { subject }), wanted(teamId), end, wanted(teamId, decided));
  for (const caller of [owner, second]) assert.equal((await list(caller)).unread_count, 2);
  await take(teamId, wanted(teamId, { subject, kind: "proposal_expires" }), end);
  assert.equal((await list(owner)).unread_count, 3);
});

test("the end for some members leaves the notices of the others unread", async () => {
  const { teamId, owner, second } = testPeople(comms);
  const subject = { type: "packet", id: "p1" };
  const members = [owner.member_id ?? ""];
  await take(teamId, wanted(teamId, { kind: "review_waits", subject }), over(teamId, { subject, members }));
  assert.deepEqual([(await list(owner)).unread_count, (await list(second)).unread_count], [0, 1]);
});

test("if nobody else can decide, the notice that a proposal waits goes to its proposer", async () => {
  const { teamId, owner, known } = testPeople(comms);
  known.splice(1);
  const to = { roles: ["owner", "admin"], except: [owner.member_id ?? ""] } as const;
  await take(teamId, wanted(teamId, { to }), wanted(teamId, { to, kind: "trust_changed", title: "Own" }));
  assert.deepEqual(await titles(owner), ["Create contact, by an API token over MCP"]);
});

test("if the proposer is the only approver, the notice goes to the other owners and admins", async () => {
  const { teamId, owner, second, admin, member } = testPeople(comms);
  const id = member.member_id ?? "";
  await take(teamId, wanted(teamId, { to: { roles: [], members: [id], except: [id] } }));
  for (const caller of [owner, second, admin]) assert.equal((await list(caller)).unread_count, 1);
  assert.deepEqual(await titles(member), []);
});

test("when others may decide, they get a notice, who has one gets no second, and the unread of the rest disappear", async () => {
  const { teamId, owner, second, admin, member } = testPeople(comms);
  const subject = { type: "changeset", id: "crm_1" };
  const idOf = ({ member_id: id = "" }: typeof owner) => id;
  const waits = (...people: (typeof owner)[]) =>
    wanted(teamId, { subject, to: { roles: [], members: people.map(idOf) } });
  const counts = async () => {
    const found: number[][] = [];
    for (const caller of [owner, second, admin, member]) {
      const { notifications, unread_count: unread } = await list(caller);
      found.push([notifications.length, unread]);
    }
    return found;
  };
  await take(teamId, waits(owner, second, admin), wanted(teamId, { to: { members: [idOf(second)] } }));
  await take(teamId, over(teamId, { subject, members: [idOf(owner)] }));
  const moved = waits(admin, member);
  await Promise.all([take(teamId, moved), take(teamId, moved)]);
  const one = [1, 1];
  assert.deepEqual(await counts(), [[1, 0], one, one, one]);
  await take(teamId, waits(owner, second, admin, member));
  assert.deepEqual(await counts(), [[1, 0], [2, 2], one, one]);
  const foreign = testPeople(comms);
  await take(foreign.teamId, wanted(foreign.teamId, { subject, to: { members: [idOf(foreign.owner)] } }));
  assert.deepEqual(await counts(), [[1, 0], [2, 2], one, one]);
});

test("a kind of a later release is stored", async () => {
  const { teamId, owner } = testPeople(comms);
  const later = JSON.parse(
    JSON.stringify(wanted(teamId, { title: "Later" })).replaceAll("proposal_waits", "later"),
  );
  await take(teamId, later);
  const { notifications } = await list(owner);
  assert.deepEqual(
    notifications.map(({ kind, title }) => [kind, title]),
    [["later", "Later"]],
  );
});

test("while auth is away nothing is stored, and the facts take effect when they come again", async () => {
  const { teamId, owner } = testPeople(comms);
  const facts = [wanted(teamId), wanted(teamId)];
  comms.auth.isUnavailable = true;
  await assert.rejects(take(teamId, ...facts));
  comms.auth.isUnavailable = false;
  assert.deepEqual(await titles(owner), []);
  await take(teamId, ...facts);
  assert.equal((await list(owner)).unread_count, 2);
});
