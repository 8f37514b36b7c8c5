import type { Caller, Minter } from "@jst/caller";
import { AppError } from "@jst/errors";
import { anotherToken, propose, testNotes, testTeam, type TestTeam } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";

const { door, stored } = await testNotes();
const body = { title: "Ada", slug: "ada" };
const decisions = ["ApproveChangeset", "RejectChangeset", "UndoChangeset"] as const;
type Decision = (typeof decisions)[number];

/** A changeset that the decision is for: a proposal, or what a service token wrote. */
async function pathFor(decision: Decision, { member, service }: TestTeam, slug: string) {
  if (decision !== "UndoChangeset") return propose(door, member, "CreateNote", { body: { ...body, slug } });
  const { headers } = await door.call("CreateNote", { caller: service, body: { ...body, slug } });
  return { changeset_id: headers["x-changeset-id"] ?? "" };
}
const decide = async (decision: Decision, caller: Caller, path: { changeset_id: string }) => {
  const { status, body: answer } = await door.call(decision, { caller, path });
  return status < 300 ? "decided" : `${status} ${answer.code as string}`;
};

/** Returns the caller with another minter; undefined stands for an unknown one. */
function mintedBy(caller: Caller, minter: Minter | undefined): Caller {
  const minted: Caller = { ...caller, token_id: randomUUID() };
  delete minted.minted_by;
  return minter === undefined ? minted : { ...minted, minted_by: minter };
}

for (const decision of decisions)
  test(`${decision}: a human token decides if the operator or its own member minted it`, async () => {
    const team = testTeam();
    const id = team.admin.member_id ?? "";
    const minters: [minter: Minter | undefined, outcome: string][] = [
      [{ type: "operator", id: null }, "decided"],
      [{ type: "member", id }, "decided"],
      [{ type: "member", id: randomUUID() }, "403 insufficient_scope"],
      [{ type: "service", id: randomUUID() }, "403 insufficient_scope"],
      [undefined, "403 insufficient_scope"],
    ];
    for (const [place, [minter, outcome]] of minters.entries()) {
      const path = await pathFor(decision, team, `n${place}`);
      assert.equal(await decide(decision, mintedBy(team.admin, minter), path), outcome);
    }
  });

const gone = new AppError("revoked_token", "This token is revoked.");
const away = new AppError("unavailable", "A service that this request needs cannot answer now.");
for (const decision of decisions)
  test(`${decision}: auth's database has the last word on who decides, and without it nothing changes`, async () => {
    const team = testTeam();
    const path = await pathFor(decision, team, "ada");
    const before = await stored(team.member.team_id);
    for (const [facts, outcome] of [
      [{ role: "viewer", provesMember: true }, "403 insufficient_scope"],
      [{ role: null, provesMember: true }, "403 insufficient_scope"],
      [{ role: "owner", provesMember: false }, "403 insufficient_scope"],
      [gone, "401 revoked_token"],
      [away, "503 unavailable"],
    ] as const) {
      const caller = anotherToken(team.admin);
      door.callers.setFacts(caller.token_id, facts);
      assert.equal(await decide(decision, caller, path), outcome);
    }
    assert.deepEqual(await stored(team.member.team_id), before);
    assert.equal(await decide(decision, team.admin, path), "decided");
  });

test("of 64 approvals while the role goes each is done or refused, and none that begins afterwards", async () => {
  const team = testTeam();
  const paths = await Promise.all(
    Array.from({ length: 64 }, (_, n) =>
      propose(door, team.member, "CreateNote", { body: { ...body, slug: `n${n}` } }),
    ),
  );
  const sent = paths.slice(0, 56).map((path) => decide("ApproveChangeset", team.admin, path));
  await Promise.race(sent);
  door.callers.setFacts(team.admin.token_id, { role: "member", provesMember: true });
  const late = await Promise.all(paths.slice(56).map((path) => decide("ApproveChangeset", team.admin, path)));
  assert.deepEqual([...new Set(late)], ["403 insufficient_scope"]);
  const outcomes = await Promise.all(sent);
  const count = outcomes.filter((one) => one === "decided").length;
  assert.equal(count + outcomes.filter((one) => one === "403 insufficient_scope").length, 56);
  assert.equal((await stored(team.member.team_id)).notes, count);
});
