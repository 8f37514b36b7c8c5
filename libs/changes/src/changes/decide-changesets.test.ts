import type { Caller } from "@jst/caller";
import { human, propose, testCaller, testNotes, testTeam } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Deps } from "../deps.ts";
import { decideChangesets } from "./decide-changesets.ts";

const { door, stored } = await testNotes();

interface Result {
  id: string;
  status: number;
  changeset?: { status: string; result?: { slug: string }; operations: unknown[]; reason?: string };
  problem?: { code: string; status: number };
}

async function decide(caller: Caller, ids: readonly string[], more: object = {}): Promise<Result[]> {
  door.callers.remember(caller);
  const items = ids.map((id) => ({ id }));
  const wanted = { decision: "approve", items, ...more };
  const { status, body } = await door.callAs("agent", "DecideChangesets", wanted, caller);
  assert.equal(status, 200, JSON.stringify(body));
  return (body as { results: Result[] }).results;
}

const outcomes = (results: readonly Result[]) =>
  results.map(({ status, changeset, problem }) => [status, changeset?.status ?? problem?.code]);

async function proposals(member: Caller, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const body = { title: `n${n}`, slug: `n${n}` };
    ids.push((await propose(door, member, "CreateNote", { body })).changeset_id);
  }
  return ids;
}

test("each is decided on as if alone: done ones stay done when others are refused", async () => {
  const { member, admin, service } = testTeam();
  const [first = "", taken = "", last = ""] = await proposals(member, 3);
  await door.call("CreateNote", { caller: service, body: { title: "Other", slug: "n1" } });
  const absent = `crm_${randomUUID()}`;
  const results = await decide(admin, [last, taken, absent, "crm_x", first]);
  assert.deepEqual(
    results.map(({ id }) => id),
    [last, taken, absent, "crm_x", first],
  );
  assert.deepEqual(outcomes(results), [
    [200, "executed"],
    [409, "changeset_conflict"],
    [404, "not_found"],
    [404, "not_found"],
    [200, "executed"],
  ]);
  assert.equal(results[0]?.changeset?.result?.slug, "n2");
  assert.equal((await stored(member.team_id)).notes, 3);
});

test("a decision by somebody who may not is 403 in each place, and nothing changes", async () => {
  const { member, admin, service } = testTeam();
  const ids = await proposals(member, 2);
  for (const caller of [service, member, human(member.team_id, "member")])
    assert.deepEqual(outcomes(await decide(caller, ids)), [
      [403, "insufficient_scope"],
      [403, "insufficient_scope"],
    ]);
  const stranger = testCaller({ token_type: "human", member_id: randomUUID(), role: "owner" });
  assert.deepEqual(outcomes(await decide(stranger, ids)), [
    [404, "not_found"],
    [404, "not_found"],
  ]);
  assert.equal((await stored(member.team_id)).notes, 0);
  assert.deepEqual(outcomes(await decide(admin, ids)), [
    [200, "executed"],
    [200, "executed"],
  ]);
});

test("each decision reads who decides from auth's database", async () => {
  const { member, admin } = testTeam();
  const ids = await proposals(member, 2);
  door.callers.setFacts(admin.token_id, { role: "member", provesMember: true });
  assert.deepEqual(outcomes(await decide(admin, ids)), [
    [403, "insufficient_scope"],
    [403, "insufficient_scope"],
  ]);
  assert.equal((await stored(member.team_id)).notes, 0);
});

test("a rejection of many gives its reason to each", async () => {
  const { member, admin } = testTeam();
  const ids = await proposals(member, 2);
  const results = await decide(admin, ids, { decision: "reject", reason: "Not now." });
  assert.deepEqual(
    results.map(({ changeset }) => [changeset?.status, changeset?.reason]),
    [
      ["rejected", "Not now."],
      ["rejected", "Not now."],
    ],
  );
});

test("a key holds for each item: what was done is answered as before, what was not is done", async () => {
  const { member, admin } = testTeam();
  const ids = await proposals(member, 3);
  const once = { idempotency_key: "once" };
  const [first] = await decide(admin, ids.slice(0, 1), once);
  const again = await decide(admin, ids, once);
  assert.deepEqual(outcomes(again), [
    [200, "executed"],
    [200, "executed"],
    [200, "executed"],
  ]);
  assert.deepEqual({ ...again[0]?.changeset, result: first?.changeset?.result }, first?.changeset);
  assert.equal((await stored(member.team_id)).notes, 3);
});

test("an item of another version than the present is 412 in its place", async () => {
  const { member, admin } = testTeam();
  const [one = "", other = ""] = await proposals(member, 2);
  const items = [
    { id: one, version: 2 },
    { id: other, version: 1 },
  ];
  assert.deepEqual(outcomes(await decide(admin, [], { items })), [
    [412, "version_conflict"],
    [200, "executed"],
  ]);
});

test("what the time does not reach is 504 in its place, and its decision does not begin", async () => {
  const deps = { baseUrl: "http://gateway.test", decisions: new Map() } as unknown as Deps;
  // Less than an answer needs to leave.
  const hop = { requestId: "r", callerToken: "t", deadline: Date.now() + 100 };
  const wanted = { decision: "approve" as const, items: [{ id: "crm_a" }, { id: "crm_b" }] };
  const { body } = await decideChangesets(wanted, { peer: "agent", requestId: "r", hop, deps });
  assert.deepEqual(outcomes((body as { results: Result[] }).results), [
    [504, "timeout"],
    [504, "timeout"],
  ]);
});

test("a result shows five operations, and less of a large changeset", async () => {
  const { member, admin } = testTeam();
  const body = { title: "Ada", text: "x".repeat(100_000) };
  const { changeset_id: id } = await propose(door, member, "CreateNote", { body });
  const [result] = await decide(admin, [id]);
  assert.deepEqual(
    [result?.status, result?.changeset?.operations, result?.changeset?.result],
    [200, [], undefined],
  );
});

test("of many approvers who decide on the same 100 at once, each proposal is executed exactly once", async () => {
  const { member } = testTeam();
  const ids = await proposals(member, 100);
  const approvers = Array.from({ length: 8 }, () => human(member.team_id, "admin"));
  const all = await Promise.all(
    approvers.map((caller, n) => decide(caller, n % 2 === 0 ? ids : ids.toReversed())),
  );
  for (const id of ids) {
    const own = all.flatMap((results) => results.filter((result) => result.id === id));
    const statuses = own.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [200, ...Array.from({ length: 7 }, () => 409)], id);
    assert.ok(own.every(({ problem }) => problem === undefined || problem.code === "changeset_not_pending"));
  }
  const { notes, changes } = await stored(member.team_id);
  assert.deepEqual([notes, changes.length], [100, 100]);
});

test("of proposals that exclude each other, the first in the given order is executed, and no other", async () => {
  const { member, admin } = testTeam();
  for (const isReversed of [false, true]) {
    const slug = randomUUID();
    const made: string[] = [];
    for (let n = 0; n < 12; n += 1)
      made.push((await propose(door, member, "CreateNote", { body: { title: `n${n}`, slug } })).changeset_id);
    const ids = isReversed ? made.toReversed() : made;
    assert.deepEqual(outcomes(await decide(admin, ids)), [
      [200, "executed"],
      ...ids.slice(1).map(() => [409, "changeset_conflict"]),
    ]);
  }
});
