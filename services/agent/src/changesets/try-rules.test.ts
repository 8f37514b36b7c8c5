import type { Caller } from "@jst/caller";
import { testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, test } from "node:test";
import { internal, type RulesJudged } from "../../gen/internal.ts";
import { testAgent } from "../testing/test-agent.ts";
import { testSource } from "../testing/test-source.ts";
import { testUpstream } from "../testing/test-upstream.ts";

const crm = await testSource("crm");
const data = await testSource("data");
const account = await testUpstream(internal.descriptor);
const agent = await testAgent({ account: account.address, crm: crm.address, data: data.address });
const outcomes = { matched: 0, run: 0, queue: 0, refuse: 0 };
const judged = (part: Partial<RulesJudged>): RulesJudged => ({
  ...{ changesets: 0, run: 0, queue: 0, refuse: 0, by_rule: [], examples: [], complete: true },
  ...part,
});

const fine = { body: JSON.stringify({ errors: [] }) };
beforeEach(() => {
  account.answer = fine;
  account.seen = [];
});
afterEach(() => {
  for (const source of [crm, data]) {
    delete source.away;
    source.judged = judged({});
    source.trials = [];
  }
});

/** A session of a member of the team. */
const session = (role: NonNullable<Caller["role"]>): Caller =>
  testCaller({ token_type: "member", door: "console", member_id: randomUUID(), role });
const attempt = (body: object, caller = session("admin")) =>
  agent.post("/approval-rules:try", body, { caller });
const rule = (name: string, more: object = {}) => ({ name, outcome: "queue", ...more });

test("each service judges its own history, and the outcomes are added in the order of the request", async () => {
  const [older, newer] = ["0198f0a0-0000-7000-8000-000000000001", "0198f0a0-0000-7000-8000-000000000002"];
  crm.judged = judged({
    ...{ changesets: 5, run: 3, queue: 2 },
    by_rule: [outcomes, { ...outcomes, matched: 2, queue: 2 }],
    examples: [{ changeset_id: `crm_${older}`, outcome: "queue", rule: 1 }],
  });
  data.judged = judged({
    ...{ changesets: 4, run: 3, refuse: 1 },
    by_rule: [{ ...outcomes, matched: 1, refuse: 1 }, outcomes],
    examples: [{ changeset_id: `data_${newer}`, outcome: "refuse", rule: 0 }],
  });
  const when = { resources: ["contacts"] };
  const off = { ...rule("off"), enabled: false };
  const reply = await attempt({
    days: 7,
    rules: [rule("last", { when }), off, rule("first", { position: 3 })],
  });
  assert.equal(reply.status, 200, reply.text);
  const { since, ...result } = reply.body as { since: string };
  assert.deepEqual(result, {
    ...{ changesets: 9, run: 6, queue: 2, refuse: 1 },
    by_rule: [
      { name: "last", ...outcomes, matched: 2, queue: 2 },
      { name: "off", ...outcomes },
      { name: "first", ...outcomes, matched: 1, refuse: 1 },
    ],
    examples: [
      { changeset_id: `data_${newer}`, outcome: "refuse", rule: "first" },
      { changeset_id: `crm_${older}`, outcome: "queue", rule: "last" },
    ],
    complete: true,
    incomplete: [],
  });
  assert.deepEqual(crm.trials, [
    {
      since,
      rules: [
        { when: {}, outcome: "queue" },
        { when, outcome: "queue" },
      ],
    },
  ]);
  assert.ok(Math.abs(Date.now() - 7 * 86_400_000 - Date.parse(since)) < 60_000);
});

test("a service that is away or has judged only its newest changesets is named", async () => {
  crm.away = "stopped";
  data.judged = judged({ changesets: 20_000, run: 20_000, complete: false });
  const { status, body } = await attempt({ rules: [rule("one")] });
  assert.deepEqual(
    [status, body.complete, body.incomplete, body.changesets],
    [200, false, ["crm", "data"], 20_000],
  );
  data.away = "stopped";
  assert.equal((await attempt({ rules: [rule("one")] })).status, 503);
});

const refused: [what: string, body: object, field: string][] = [
  ["no rules", { rules: [] }, "rules"],
  ["51 rules", { rules: Array.from({ length: 51 }, (_, n) => rule(String(n))) }, "rules"],
  ["31 days", { rules: [rule("one")], days: 31 }, "days"],
  ["an empty list", { rules: [rule("one", { when: { ops: [] } })] }, "rules.0.when.ops"],
  ["an unknown outcome", { rules: [{ name: "one", outcome: "wait" }] }, "rules.0.outcome"],
];
for (const [what, body, field] of refused)
  test(`${what}: 422 at its place, and no service is asked`, async () => {
    const reply = await attempt(body);
    assert.deepEqual([reply.status, reply.body.errors[0].field], [422, field]);
    assert.deepEqual([...crm.trials, ...data.trials], []);
  });

test("rules that could not be saved are refused as saving them is, and no service is asked", async () => {
  const errors = [{ field: "rules.1.when.fields.0", code: "invalid_value", message: "No such field." }];
  account.answer = { body: JSON.stringify({ errors }) };
  const tried = [rule("one"), rule("two", { when: { fields: ["Amount"] }, message: null, needed: null })];
  const caller = session("owner");
  const reply = await attempt({ rules: tried }, caller);
  assert.deepEqual([reply.status, reply.body.code, reply.body.errors], [422, "validation_failed", errors]);
  assert.deepEqual(
    account.seen.map(({ body = "" }) => JSON.parse(body) as unknown),
    [{ team_id: caller.team_id, rules: [rule("one"), rule("two", { when: { fields: ["Amount"] } })] }],
  );
  assert.deepEqual([...crm.trials, ...data.trials], []);
});

test("only a signed-in owner or admin tries rules", async () => {
  for (const caller of [testCaller(), session("member"), session("viewer")])
    assert.equal((await attempt({ rules: [rule("one")] }, caller)).status, 403);
});
