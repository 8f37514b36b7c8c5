import assert from "node:assert/strict";
import { before, test } from "node:test";
import { mintPersonal, newTeam } from "../src/fleet.ts";
import { codeOf, send, type Answer } from "../src/http.ts";
import { consoleHeaders, signedIn, type SignedIn } from "../src/sessions.ts";
import { teamApi } from "../src/team-api.ts";

/** Proposals that are edited, and decided on by many at once, at the gateway (trust.edit, trust.decide-many). */
let team = "";
let token = "";
let proposer = "";
let approver = "";
let second = "";
before(async () => {
  ({ slug: team, token } = await newTeam("many"));
  proposer = await mintPersonal(team, "human:member");
  approver = await mintPersonal(team, "human:admin");
  second = await mintPersonal(team, "human:admin:second");
});

const { call } = teamApi(() => token);

interface Result {
  id: string;
  status: number;
  changeset?: { status: string };
  problem?: { code: string };
}

async function propose(email: string): Promise<string> {
  const { status, body } = await call("POST", "contacts", { email, first_name: "Ada" }, proposer);
  assert.equal(status, 202, JSON.stringify(body));
  return (body as { changeset_id: string }).changeset_id;
}

async function proposeMany(prefix: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await propose(`${prefix}${n}@example.test`));
  return ids;
}

const decide = (body: object, by: string) => call("POST", "changesets:decide", body, by);
const resultsOf = ({ body }: Answer) => (body as { results: Result[] }).results;
const approve = (id: string, by: string, body: object = {}) =>
  call("POST", `changesets/${id}/approve`, body, by);

/** Sends as the console does. */
const atConsole = (
  member: SignedIn,
  method: string,
  path: string,
  body: object,
  more: Record<string, string> = {},
) => send({ method, path: `/api/v1/${path}`, headers: { ...consoleHeaders(member), ...more }, body });

async function changeset(id: string, query = ""): Promise<Record<string, unknown>> {
  return (await call("GET", `changesets/${id}${query}`, undefined, approver)).body as Record<string, unknown>;
}

async function contactsOf(email: string): Promise<number> {
  return ((await call("GET", `contacts?email=${email}`)).body as { contacts: unknown[] }).contacts.length;
}

test("of two approvers at once one decides, and the other is told", async () => {
  const id = await propose("two@example.test");
  const answers = await Promise.all([approve(id, approver), approve(id, second)]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
  assert.equal(codeOf(answers.find(({ status }) => status === 409) as Answer), "changeset_not_pending");
  assert.equal(await contactsOf("two@example.test"), 1);
});

test("one approver in two tabs and by token is one approval", async () => {
  const id = await propose("tabs@example.test");
  const member = await signedIn(team, "admin", "first");
  const answers = await Promise.all([
    atConsole(member, "POST", `changesets/${id}/approve`, {}),
    atConsole(member, "POST", `changesets/${id}/approve`, {}),
    approve(id, approver),
  ]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
  const { approval } = (await changeset(id)) as { approval: { approvals: unknown[] } };
  assert.equal(approval.approvals.length, 1);
  assert.equal(await contactsOf("tabs@example.test"), 1);
});

test("an edit that is not valid or beyond the editor's scope is refused, and the version stands", async () => {
  const id = await propose("stands@example.test");
  const invalid = await approve(id, approver, { body: { email: "nobody" } });
  assert.deepEqual([invalid.status, codeOf(invalid)], [422, "validation_failed"]);
  assert.equal((invalid.body as { errors: { field: string }[] }).errors[0]?.field, "body.email");
  const member = await signedIn(team, "owner", "minter");
  const scopes = [{ resource: "audit", actions: ["read", "admin"] }];
  const { body: session } = await send({ path: "/api/v1/session", headers: consoleHeaders(member) });
  const { id: member_id } = (session as { member: { id: string } }).member;
  const wanted = { type: "human", name: "narrow", member_id, scopes };
  const minted = await atConsole(member, "POST", "tokens", wanted);
  assert.equal(minted.status, 201, JSON.stringify(minted.body));
  const { value } = minted.body as { value: string };
  const beyond = await approve(id, value, { body: { email: "beyond@example.test" } });
  assert.deepEqual([beyond.status, codeOf(beyond)], [403, "insufficient_scope"]);
  const { status, version } = await changeset(id);
  assert.deepEqual([status, version], ["queued", 1]);
});

test("a decision over a version that was edited meanwhile is 412, and a yes of before counts for nothing", async () => {
  const id = await propose("before@example.test");
  const edited = await approve(id, approver, { body: { email: "after@example.test" } });
  assert.deepEqual([edited.status, (edited.body as { status: string }).status], [200, "queued"]);
  const headers = { authorization: `Bearer ${second}`, "if-match": '"1"' };
  for (const verb of ["approve", "reject"]) {
    const late = await send({ method: "POST", path: `/api/v1/changesets/${id}/${verb}`, headers, body: {} });
    assert.deepEqual([late.status, codeOf(late)], [412, "version_conflict"]);
  }
  const { approval } = (await changeset(id)) as { approval: { approvals: unknown[] } };
  assert.deepEqual(approval.approvals, []);
  assert.equal((await approve(id, approver)).status, 403);
  const current = { ...headers, "if-match": '"2"' };
  const decided = await send({
    method: "POST",
    path: `/api/v1/changesets/${id}/approve`,
    headers: current,
    body: {},
  });
  assert.equal(decided.status, 200, JSON.stringify(decided.body));
  assert.deepEqual([await contactsOf("before@example.test"), await contactsOf("after@example.test")], [0, 1]);
});

test("what a signed-in owner edits runs at once, as the proposer's", async () => {
  const id = await propose("draft@example.test");
  const member = await signedIn(team, "owner", "editor");
  const more = { "if-match": '"1"' };
  const path = `changesets/${id}/approve`;
  const reply = await atConsole(member, "POST", path, { body: { email: "final@example.test" } }, more);
  const done = reply.body as {
    status: string;
    version: number;
    proposed_by: object;
    result: { created_by: object };
  };
  assert.deepEqual([reply.status, done.status, done.version], [200, "executed", 2]);
  assert.deepEqual(done.result.created_by, done.proposed_by);
  assert.equal(await contactsOf("final@example.test"), 1);
});

test("101 items and an id twice are refused whole; another team's are absent in their places", async () => {
  const [id = ""] = await proposeMany("limits", 1);
  const items = Array.from({ length: 101 }, (_, n) => ({ id: `crm_${n}` }));
  const upper = id.replace(/_.*/, (uuid) => uuid.toUpperCase());
  for (const wrong of [items, [], [{ id }, { id: upper }]]) {
    const refused = await decide({ decision: "approve", items: wrong }, approver);
    assert.deepEqual([refused.status, codeOf(refused)], [422, "validation_failed"]);
  }
  const stranger = await mintPersonal((await newTeam("strangers")).slug, "human:owner");
  assert.deepEqual(
    resultsOf(await decide({ decision: "approve", items: [{ id }] }, stranger)).map(
      (one) => one.problem?.code,
    ),
    ["not_found"],
  );
  assert.equal((await changeset(id))["status"], "queued");
});

/** Approves all of them, and again what the time did not reach; answers the status of each. */
async function decideAll(ids: readonly string[], by: string): Promise<Map<string, number>> {
  const statusOf = new Map<string, number>();
  for (let left = ids; left.length > 0; left = ids.filter((id) => !statusOf.has(id))) {
    const items = left.map((id) => ({ id, version: 1 }));
    const results = resultsOf(await decide({ decision: "approve", items }, by));
    for (const { id, status } of results) if (status !== 504) statusOf.set(id, status);
  }
  return statusOf;
}

test("of many approvers who decide on the same 100 at once, each proposal is executed exactly once", async () => {
  const ids = await proposeMany("hundred", 100);
  const approvers = [approver, second];
  for (const name of ["third", "fourth"]) approvers.push(await mintPersonal(team, `human:owner:${name}`));
  const answers = await Promise.all(
    approvers.map((by, n) => decideAll(n % 2 === 0 ? ids : ids.toReversed(), by)),
  );
  for (const id of ids) {
    const statuses = answers.map((statusOf) => statusOf.get(id));
    assert.deepEqual(statuses.sort(), [200, 409, 409, 409], id);
  }
  for (const n of [0, 42, 99]) assert.equal(await contactsOf(`hundred${n}@example.test`), 1);
  const { body } = await call("GET", "changesets?decidable=true", undefined, approver);
  const waiting = (body as { changesets: { id: string }[] }).changesets.map(({ id }) => id);
  assert.deepEqual(
    waiting.filter((id) => ids.includes(id)),
    [],
  );
});

test("sent again under its key, many decisions are answered as before, item by item", async () => {
  const ids = await proposeMany("again", 3);
  const sendOnce = () =>
    send({
      method: "POST",
      path: "/api/v1/changesets:decide",
      token: approver,
      headers: { "idempotency-key": `again ${ids[0]}` },
      body: { decision: "approve", items: ids.map((id) => ({ id })) },
    });
  const [first, again] = [await sendOnce(), await sendOnce()];
  assert.deepEqual(
    resultsOf(again).map(({ id, status }) => [id, status]),
    resultsOf(first).map(({ id, status }) => [id, status]),
  );
  assert.deepEqual(new Set(resultsOf(again).map(({ status }) => status)), new Set([200]));
  assert.equal(await contactsOf("again0@example.test"), 1);
});
