import { human, propose, ruled, testNotes, testRules, testTeam } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";

const { door, stored } = await testNotes();
const LIMIT = 3;
const PROPOSALS = 12;

/** A team whose members' tokens create so many notes a day, with proposals beyond that and two admins. */
async function limited() {
  const { member } = testTeam();
  const teamId = member.team_id;
  const when = { resources: ["notes"], over_per_day: { operations: LIMIT } };
  const team = {
    teamId,
    admins: [ruled(human(teamId, "admin")), ruled(human(teamId, "admin"))],
    paths: [] as { changeset_id: string }[],
  };
  for (const caller of team.admins) door.callers.remember(caller);
  door.callers.setRules(teamId, testRules({ outcome: "refuse", when }));
  for (let n = 0; n < PROPOSALS; n += 1)
    team.paths.push(
      await propose(door, ruled(member), "CreateNote", { body: { title: "Ada", slug: randomUUID() } }),
    );
  const approve = async (path: { changeset_id: string }, n: number) => {
    const caller = team.admins[n % team.admins.length] ?? assert.fail();
    const { status, body } = await door.call("ApproveChangeset", { caller, path, body: {} });
    return status === 200 ? (body.status as string) : (body.code as string);
  };
  return { ...team, approve };
}

const expected = [
  ...Array<string>(LIMIT).fill("executed"),
  ...Array<string>(PROPOSALS - LIMIT).fill("rule_refused"),
];

test("approvals one after the other execute as much as the limit of a day allows, and no more", async () => {
  const { teamId, paths, approve } = await limited();
  const answers: string[] = [];
  for (const [n, path] of paths.entries()) answers.push(await approve(path, n));
  assert.deepEqual(answers, expected);
  assert.equal((await stored(teamId)).notes, LIMIT);
});

test("approvals at once execute exactly as much as the limit of a day allows: each is counted in its transaction", async () => {
  const { teamId, paths, approve } = await limited();
  const answers = await Promise.all(paths.map(approve));
  assert.deepEqual(answers.sort(), expected);
  assert.equal((await stored(teamId)).notes, LIMIT);
});
