import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { AppError } from "@jst/errors";
import { testRule, ruled, signedIn, testCaller, testNotes, testTeam } from "@jst/testing";
import type { ApprovalRule } from "./rule.ts";

const { door, stored, audit } = await testNotes();
const ada = { title: "Ada", slug: "ada" };
const nothing = { notes: 0, events: [], changes: [] };

/** From now on the team has these rules, in this order. */
function setRules({ team_id: teamId }: Caller, ...rules: ApprovalRule[]): void {
  door.callers.setRules(teamId, { version: 1, rules });
}

const forService = { actor_types: ["service"] } as const;

test("a rule queues a write that the matrix runs: 202 names rule and message, and nothing is stored", async () => {
  const caller = ruled(testTeam().service);
  const rule = testRule({ outcome: "queue", when: forService, name: "Ask", message: "Ada decides." });
  setRules(caller, rule);
  const reply = await door.call("CreateNote", { caller, body: ada });
  assert.equal(reply.status, 202, JSON.stringify(reply.body));
  assert.deepEqual(
    [reply.body.queued, reply.body.rule, reply.body.message],
    [true, { id: rule.id, name: "Ask" }, "Ada decides."],
  );
  assert.equal(reply.body.preview.length, 1);
  assert.deepEqual(await stored(caller.team_id), nothing);
  const [entry] = await audit(caller.team_id);
  assert.equal(entry?.["action"], "changeset.propose");
});

test("the first rule that matches wins, and without a match the matrix decides", async () => {
  const { service, member } = testTeam();
  const [caller, person] = [ruled(service), ruled(member)];
  setRules(
    caller,
    testRule({ outcome: "refuse", when: { ...forService, ops: ["delete"] } }),
    testRule({ outcome: "run", when: { ...forService, fields: ["slug"] } }),
    testRule({ outcome: "queue", when: forService }),
  );
  assert.equal((await door.call("CreateNote", { caller, body: ada })).status, 201);
  assert.equal((await door.call("CreateNote", { caller, body: { title: "B" } })).status, 202);
  const free = await door.call("CreateNote", { caller: person, body: { title: "C" } });
  assert.deepEqual([free.status, "rule" in free.body], [202, false]);
});

test("a run rule lets a write run that the matrix queues, but for break_glass and an app that proposes always", async () => {
  const { member } = testTeam();
  setRules(member, testRule({ outcome: "run" }));
  const app = (proposes?: boolean): Caller => ({
    ...ruled(member),
    token_id: randomUUID(),
    token_type: "oauth_app",
    oauth_app: { client_id: "c", client_name: "C", issuer: "i", ...(proposes && { proposes }) },
  });
  const glass: Caller = { ...ruled(member), token_id: randomUUID(), token_type: "break_glass" };
  const statuses: number[] = [];
  for (const caller of [ruled(member), app(), app(true), glass])
    statuses.push((await door.call("CreateNote", { caller, body: { title: "N" } })).status);
  assert.deepEqual(statuses, [201, 201, 202, 202]);
  const run = await door.call("CreateNote", { caller: ruled(member), body: ada });
  assert.match(String(run.headers["x-changeset-id"]), /^crm_/);
});

test("a run rule adds no right: a token without the scope is refused as without rules", async () => {
  const { member } = testTeam();
  setRules(member, testRule({ outcome: "run" }));
  const caller = { ...ruled(member), scopes: [{ resource: "forms", actions: ["write" as const] }] };
  const reply = await door.call("CreateNote", { caller, body: ada });
  assert.deepEqual([reply.status, reply.body.code], [403, "insufficient_scope"]);
});

test("a refused write stores nothing, not even its key, and leaves one audit entry", async () => {
  const { service, member } = testTeam();
  for (const caller of [ruled(service), ruled(member)]) {
    const rule = testRule({
      outcome: "refuse",
      when: { actor_types: ["service", "human"] },
      message: "No notes on Sundays.",
    });
    setRules(caller, rule);
    const call = { caller, body: { title: "N" }, headers: { "idempotency-key": caller.token_id } };
    const reply = await door.call("CreateNote", call);
    assert.deepEqual(
      [reply.status, reply.body.code, reply.body.detail, reply.body.rule],
      [403, "rule_refused", "No notes on Sundays.", { id: rule.id, name: rule.name }],
    );
    setRules(caller);
    const again = await door.call("CreateNote", call);
    assert.deepEqual(
      [again.status, "idempotency-replayed" in again.headers],
      [caller.token_type === "service" ? 201 : 202, false],
    );
  }
  const denied = (await audit(service.team_id)).filter(({ outcome }) => outcome === "denied");
  assert.deepEqual(
    denied.map(({ action, resource, code, changeset_id }) => [action, resource, code, changeset_id]),
    [
      ["write", "articles", "rule_refused", null],
      ["write", "articles", "rule_refused", null],
    ],
  );
});

test("what refuses a write otherwise refuses it before a rule does", async () => {
  const caller = ruled(testTeam().service);
  setRules(caller);
  await door.call("CreateNote", { caller, body: ada });
  setRules(caller, testRule({ outcome: "refuse", when: forService }));
  const invalid = await door.call("CreateNote", { caller, body: { title: "" } });
  const taken = await door.call("CreateNote", { caller, body: ada });
  const absent = await door.call("UpdateNote", { caller, path: { note_id: randomUUID() }, body: ada });
  assert.deepEqual([invalid.status, taken.status, absent.status], [422, 409, 404]);
});

test("a write that changes nothing is answered as without rules", async () => {
  const caller = ruled(testTeam().service);
  setRules(caller);
  const { body: note } = await door.call("CreateNote", { caller, body: ada });
  setRules(caller, testRule({ outcome: "refuse", when: forService }));
  const path = { note_id: note.id as string };
  const reply = await door.call("UpdateNote", { caller, path, body: { title: "Ada" } });
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
});

test("a member's own undo is judged as a write; that of an owner or admin is not", async () => {
  const { member, admin } = testTeam();
  const [session, lead] = [ruled(signedIn(member)), ruled(signedIn(admin))];
  setRules(member);
  const made = await door.call("CreateNote", { caller: session, body: ada });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const path = { changeset_id: String(made.headers["x-changeset-id"]) };
  setRules(member, testRule({ outcome: "refuse", when: { ops: ["delete"] } }));
  const refused = await door.call("UndoChangeset", { caller: session, path, body: {} });
  assert.deepEqual([refused.status, refused.body.code], [403, "rule_refused"]);
  setRules(member, testRule({ outcome: "queue", when: { ops: ["delete"] } }));
  const waiting = await door.call("UndoChangeset", { caller: session, path, body: {} });
  assert.deepEqual([waiting.status, waiting.body.rule?.name], [202, "rule"]);
  setRules(member, testRule({ outcome: "refuse", when: { actor_types: ["admin", "member"] } }));
  const undone = await door.call("UndoChangeset", { caller: lead, path, body: {} });
  assert.equal(undone.status, 200, JSON.stringify(undone.body));
});

test("while auth cannot say, writes of a team with rules are 503, and those of another team go on", async () => {
  const [caller, other] = [ruled(testTeam().service), testTeam().service];
  door.callers.setRules(caller.team_id, new AppError("unavailable", "auth is away"));
  const reply = await door.call("CreateNote", { caller, body: ada });
  assert.deepEqual([reply.status, reply.body.code], [503, "unavailable"]);
  assert.deepEqual(await stored(caller.team_id), nothing);
  assert.equal((await door.call("ListNotes", { caller })).status, 200);
  assert.equal((await door.call("CreateNote", { caller: other, body: ada })).status, 201);
});

test("a service token of a member who may not lead is judged as a human token, as the matrix takes it", async () => {
  const teamId = randomUUID();
  const caller = ruled(testCaller({ team_id: teamId, role: "member", sponsor_id: randomUUID() }));
  setRules(caller, testRule({ outcome: "refuse", when: { actor_types: ["human"] } }));
  assert.equal((await door.call("CreateNote", { caller, body: ada })).body.code, "rule_refused");
});

test("rules that cannot match by hand leave the write as it was", async () => {
  const { service } = testTeam();
  const caller = ruled(service);
  setRules(caller, ...Array.from({ length: 50 }, () => testRule({ outcome: "refuse" })));
  const reply = await door.call("CreateNote", { caller, body: ada });
  assert.equal(reply.status, 201);
});
