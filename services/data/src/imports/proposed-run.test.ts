import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import type { ApprovalRule, RuleCondition } from "@jst/changes";
import { human, ruled, signedIn, testCaller, testRules, withClient, type TestReply } from "@jst/testing";
import { importer, testImports, toColumns, type ShownImport } from "../testing/test-imports.ts";

/** Runs that wait for an approval (imports.propose). */
const { database, door, ofTeam, stored, table } = await testImports();

const columns = [
  { name: "sku", type: "text", unique: true },
  { name: "size", type: "number" },
];

const shown = (reply: TestReply) => reply.body as unknown as ShownImport;

/** An import of these lines that an agent has checked, and the people of its team. */
async function waiting(lines: readonly string[], target?: object) {
  const service = importer();
  const tableId = await table(service, columns);
  const agent = { ...human(service.team_id, "member"), team: service.team };
  const owner = signedIn({ ...human(service.team_id, "owner"), team: service.team });
  const team = ofTeam(agent);
  const [part] = toColumns(tableId, ["sku", "size"], { by: "sku" });
  const made = await team.create({
    source: { text: `sku,size\n${lines.join("\n")}\n` },
    ...(target === undefined ? { parts: [part] } : { target }),
  });
  const { id } = shown(made);
  await team.check(id);
  assert.equal((await team.settled(id)).status, "ready");
  const decide = (method: "ApproveChangeset" | "RejectChangeset", changeset_id: string) =>
    door.call(method, { caller: owner, path: { changeset_id }, body: {} });
  const changeset = async (changeset_id: string) =>
    (await door.call("GetChangeset", { caller: owner, path: { changeset_id } })).body;
  return { ...team, id, tableId, owner, decide, changeset, service };
}

const lines = (count: number) =>
  Array.from({ length: count }, (_, n) => `k${n},${n % 100 === 99 ? "many" : n}`);

test("a run that needs an approval is one proposal, shows its first rows, and writes all once it is approved", async () => {
  const team = await waiting(lines(1_000));
  const unconfirmed = await team.run(team.id);
  assert.deepEqual([unconfirmed.status, unconfirmed.body.code], [409, "confirmation_required"]);
  const { status, body } = await team.run(team.id, { rejected: "leave" });
  assert.equal(status, 202, JSON.stringify(body));
  assert.deepEqual([body.operation_count, body.preview.length, body.counts.reject], [990, 200, 10]);
  assert.deepEqual(body.errors[0], {
    field: "parts.0.rows.100.data.size",
    code: body.errors[0].code,
    message: body.errors[0].message,
  });
  const waits = await team.changeset(body.changeset_id);
  assert.deepEqual([waits.status, waits.kind, waits.operation_count], ["queued", "set", 990]);
  const { body: goal } = await door.call("GetTable", {
    caller: team.service,
    path: { table_id: team.tableId },
  });
  assert.equal(waits.summary, `Import Pasted text into ${goal.display_name}`);
  assert.equal((await stored(team.caller.team_id)).rows, 0);
  assert.equal(shown(await team.get(team.id)).changeset_id, body.changeset_id);
  const approved = await team.decide("ApproveChangeset", body.changeset_id);
  assert.equal(approved.status, 200, JSON.stringify(approved.body));
  assert.equal(approved.body.result.id, team.id);
  const done = await team.settled(team.id);
  assert.deepEqual([done.status, done.counts["written"]], ["done", 990], JSON.stringify(done.error));
  assert.equal(done.changeset_id, body.changeset_id);
  assert.equal((await team.cells(team.tableId)).length, 990);
  const set = await team.changeset(body.changeset_id);
  assert.deepEqual(
    [set.status, set.kind, set.operation_count, set.member_count, set.proposed_by.id],
    ["executed", "set", 990, 2, team.caller.member_id],
  );
  const undone = await door.call("UndoChangeset", {
    caller: team.owner,
    path: { changeset_id: body.changeset_id },
    body: {},
  });
  assert.equal(undone.status, 200, JSON.stringify(undone.body));
  assert.equal((await team.cells(team.tableId)).length, 0);
});

test("a run is listed with its status, and to who decides while it waits (trust.set-list, trust.decidable)", async () => {
  const team = await waiting(lines(3));
  const { changeset_id: id } = (await team.run(team.id)).body;
  const listed = async (wanted: object) => {
    const { body } = await door.callAs("agent", "ListChangesets", { limit: 10, ...wanted }, team.owner);
    return (body.changesets as { id: string; operation_count: number; operations: unknown[] }[]).map(
      (one) => [one.id, one.operation_count, one.operations.length],
    );
  };
  for (const wanted of [{ status: "queued" }, { decidable: true }])
    assert.deepEqual(await listed(wanted), [[id, 3, 3]], JSON.stringify(wanted));
  assert.equal((await team.decide("RejectChangeset", id)).status, 200);
  assert.deepEqual(await listed({ decidable: true }), []);
  assert.deepEqual(await listed({ status: "rejected" }), [[id, 3, 3]]);
});

test("the member who proposed a run is notified of its end (notifications.imports)", async () => {
  const team = await waiting(lines(3));
  const { body } = await team.run(team.id);
  await team.decide("ApproveChangeset", body.changeset_id);
  assert.equal((await team.settled(team.id)).status, "done");
  const text = `select payload -> 'data' as notice from data.outbox
    where team_id = $1 and type = 'notice.wanted' and payload -> 'data' ->> 'kind' = 'import_done'`;
  const { rows } = await withClient(database.superuserUrl, (client) =>
    client.query(text, [team.caller.team_id]),
  );
  assert.deepEqual(
    rows.map(({ notice: { to, path, title } }) => ({ to, path, title })),
    [
      {
        to: { members: [team.caller.member_id] },
        path: `/console/imports/${team.id}`,
        title: "Import done: Pasted text",
      },
    ],
  );
});

test("nobody changes an import while its run waits; once it is rejected, it can be changed and run again", async () => {
  const team = await waiting(lines(3));
  const { changeset_id: id } = (await team.run(team.id)).body;
  for (const reply of [
    await team.patch(team.id, { name: "Other" }),
    await team.check(team.id),
    await team.run(team.id),
    await team.cancel(team.id),
    await team.remove(team.id),
    await ofTeam(team.service).run(team.id),
  ])
    assert.deepEqual([reply.status, reply.body.code], [409, "invalid_state_transition"]);
  assert.equal((await team.decide("RejectChangeset", id)).status, 200);
  assert.equal((await team.decide("ApproveChangeset", id)).body.code, "changeset_not_pending");
  assert.equal((await team.patch(team.id, { name: "Other" })).body.changeset_id, null);
  await team.check(team.id);
  await team.settled(team.id);
  assert.equal((await team.run(team.id)).status, 202);
});

test("columns that have changed meanwhile are a conflict of the approval, and nothing is written", async () => {
  const team = await waiting(lines(3));
  const { changeset_id: id } = (await team.run(team.id)).body;
  const { body } = await door.call("ListColumns", { caller: team.service, path: { table_id: team.tableId } });
  const [, size] = body.columns as { id: string }[];
  const path = { table_id: team.tableId, column_id: size?.id ?? "" };
  assert.equal((await door.call("DeleteColumn", { caller: team.service, path })).status, 200);
  const refused = await team.decide("ApproveChangeset", id);
  assert.deepEqual([refused.status, refused.body.code], [409, "changeset_conflict"]);
  assert.equal((await team.changeset(id)).status, "conflicted");
  assert.equal((await stored(team.caller.team_id)).rows, 0);
});

test("the proposal of a new table shows the table, and its approval makes table and rows", async () => {
  const team = await waiting(lines(3), { kind: "new_table", display_name: "Parts" });
  const { status, body } = await team.run(team.id);
  assert.equal(status, 202, JSON.stringify(body));
  assert.deepEqual([body.preview[0].resource, body.operation_count], ["tables", 3]);
  assert.equal((await team.decide("ApproveChangeset", body.changeset_id)).status, 200);
  const { counts, status: end } = await team.settled(team.id);
  assert.deepEqual([end, counts["written"]], ["done", 3]);
});

test("two approvals at once begin one run", async () => {
  const team = await waiting(lines(20));
  const { changeset_id: id } = (await team.run(team.id)).body;
  const replies = await Promise.all([1, 2].map(() => team.decide("ApproveChangeset", id)));
  assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 409]);
  await team.settled(team.id);
  assert.equal((await team.cells(team.tableId)).length, 20);
});

test("an import of another team is absent for a run", async () => {
  const team = await waiting(lines(1));
  const foreign = ofTeam({ ...testCaller(), team: team.service.team });
  assert.equal((await foreign.run(team.id)).status, 404);
});

/** A rule by which writes of these rows by a member wait for the approval of the member. */
const ruleFor = (when: RuleCondition, approver: Caller) =>
  testRules({
    name: "Rows wait",
    message: "Ask Ada",
    when: { actor_types: ["member"], ...when },
    approvers: { roles: [], members: [approver.member_id ?? ""] },
  });

/** The team of a signed-in member whose writes run at once, but for a rule, and an approver whom the rule names. */
async function underRule(when: (tableId: string) => RuleCondition) {
  const service = importer();
  const tableId = await table(service, columns);
  const signedAs = (role: "member" | "owner") =>
    ruled(signedIn({ ...human(service.team_id, role), team: service.team }));
  const [member, approver, owner] = [signedAs("member"), signedAs("member"), signedAs("owner")];
  for (const caller of [member, approver, owner]) door.callers.remember(caller);
  const rules = ruleFor(when(tableId), approver);
  door.callers.setRules(service.team_id, rules);
  const team = ofTeam(member);
  const parts = toColumns(tableId, ["sku", "size"], { by: "sku" });
  const { id } = shown(
    await team.create({ source: { text: `sku,size\n${lines(3).join("\n")}\n` }, parts: [parts[0]] }),
  );
  await team.check(id);
  assert.equal((await team.settled(id)).status, "ready");
  const approve = (caller: Caller, changeset_id: string) =>
    door.call("ApproveChangeset", { caller, path: { changeset_id }, body: {} });
  return { ...team, id, tableId, approve, approver, owner, rules };
}

const CATCHING: [string, (tableId: string) => RuleCondition][] = [
  ["all writes of a member", () => ({})],
  ["rows of its table", (tableId) => ({ resources: ["rows"], table_ids: [tableId] })],
  ["more operations than it has", () => ({ operations: { gte: 100 } })],
  ["operations over a day", () => ({ resources: ["rows"], over_per_day: { operations: 1_000 } })],
];
for (const [what, when] of CATCHING)
  test(`a run waits by a rule on ${what}, and the approver of the rule lets it run (imports.propose)`, async () => {
    const team = await underRule(when);
    const { status, body } = await team.run(team.id);
    assert.deepEqual(
      [status, body.rule?.name, body.message],
      [202, "Rows wait", "Ask Ada"],
      JSON.stringify(body),
    );
    assert.equal((await team.cells(team.tableId)).length, 0);
    const refused = await team.approve(team.owner, body.changeset_id);
    assert.equal(refused.status, 403, JSON.stringify(refused.body));
    const approved = await team.approve(team.approver, body.changeset_id);
    assert.equal(approved.status, 200, JSON.stringify(approved.body));
    const done = await team.settled(team.id);
    assert.deepEqual([done.status, done.counts["written"]], ["done", 3], JSON.stringify(done.error));
  });

test("a rule that refuses the rows by now keeps a run from its approval (imports.propose, rules.decisions)", async () => {
  const team = await underRule(() => ({}));
  const { body } = await team.run(team.id);
  const refusing = { ...team.rules.rules[0], id: randomUUID(), name: "Stop", outcome: "refuse" as const };
  door.callers.setRules(team.caller.team_id, {
    version: 1,
    rules: [refusing, ...team.rules.rules] as ApprovalRule[],
  });
  const { status, body: refusal } = await team.approve(team.approver, body.changeset_id);
  assert.deepEqual([status, refusal.code, refusal.rule.name], [403, "rule_refused", "Stop"]);
  assert.equal((await team.cells(team.tableId)).length, 0);
});
