import assert from "node:assert/strict";
import { test } from "node:test";
import {
  Dice,
  randomCondition,
  randomCounts,
  randomHand,
  randomOperations,
  randomRules,
  referenceJudge,
  type RuleWorld,
} from "@jst/testing";
import { judge, type JudgedOperation } from "./judge.ts";
import type { Change } from "../changes.ts";
import { judgedOperations } from "./operations.ts";
import type { ApprovalRule, Hand, RuleCondition } from "./rule.ts";

const world: RuleWorld = {
  resources: ["invoices", "rows", "contacts"],
  tables: ["t1", "t2"],
  fields: ["status", "title", "data.price"],
  currencies: ["EUR", "USD"],
  tokens: ["k1", "k2", "k3"],
  clients: ["c1", "c2"],
};
const CASES = 100_000;

test("100,000 random rules, hands, writes and counts are judged as a second implementation judges them", () => {
  const dice = new Dice(20_261_128);
  const seen = new Map<string, number>();
  for (let n = 0; n < CASES; n += 1) {
    const rules = randomRules(dice, () => randomCondition(dice, world));
    const [hand, operations] = [randomHand(dice, world), randomOperations(dice, world)];
    const counts = randomCounts(dice, rules);
    const verdict = judge(rules, hand, operations, counts);
    const expected = referenceJudge(rules, hand, operations, counts);
    assert.equal(
      verdict?.rule.id,
      expected,
      JSON.stringify({ n, rules, hand, operations, counts: [...counts] }),
    );
    assert.equal(verdict?.outcome, verdict?.rule.outcome);
    const outcome = verdict?.outcome ?? "none";
    seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
  }
  // A comparison in which an outcome hardly comes up compares little.
  for (const outcome of ["run", "queue", "refuse", "none"])
    assert.ok((seen.get(outcome) ?? 0) > CASES / 20, `${outcome}: ${seen.get(outcome)}`);
});

const hand: Hand = { door: "rest", type: "human", token_id: "k1", counted_as: "m1" };
const base = {
  resource: "invoices",
  tableId: undefined,
  fields: new Set<string>(),
  amount: undefined,
  recipients: 0,
  isFinal: false,
};
const create: JudgedOperation = { ...base, op: "create" };
const rule = (when: RuleCondition): ApprovalRule => ({
  id: "r1",
  name: "R",
  when,
  outcome: "queue",
  message: null,
  approvers: { roles: ["owner"], members: [] },
  needed: 1,
  allow_self: false,
  timeout_hours: 336,
});
const holds = (when: RuleCondition, operations: readonly JudgedOperation[], by: Hand = hand, count = 0) =>
  judge([rule(when)], by, operations, new Map([["r1", count]])) !== undefined;

test("a rule without actor_types concerns neither service tokens nor signed-in owners and admins", () => {
  for (const type of ["human", "break_glass", "oauth_app", "member"] as const)
    assert.ok(holds({}, [create], { ...hand, type }), type);
  for (const type of ["service", "admin"] as const) {
    assert.ok(!holds({}, [create], { ...hand, type }), type);
    assert.ok(holds({ actor_types: [type] }, [create], { ...hand, type }), type);
  }
});

test("a write that changes nothing matches no rule", () => {
  assert.ok(!holds({}, []));
  assert.ok(!holds({ recipients: { lte: 5 } }, []));
});

test("a rule that names a token holds for the tokens that its sign-in brings later", () => {
  const refreshed: Hand = { ...hand, token_id: "k2", family_id: "f1" };
  assert.ok(holds({ token_ids: ["f1"] }, [create], refreshed));
  assert.ok(!holds({ token_ids: ["k1"] }, [create], refreshed));
});

test("sums are those of the operations that match, and an amount needs one in its currency", () => {
  const priced = (value: number, currency = "EUR"): JudgedOperation => ({
    ...create,
    amount: { currency, value },
  });
  const above = (gte: number) => ({ amount: { currency: "EUR", gte } });
  assert.ok(holds(above(100), [priced(60), priced(40)]));
  assert.ok(!holds(above(100), [priced(60), priced(40, "USD")]));
  assert.ok(!holds({ amount: { currency: "EUR", lte: 100 } }, [priced(1, "USD")]));
  assert.ok(!holds({ ops: ["delete"], ...above(50) }, [priced(60), { ...create, op: "delete" }]));
});

test("a limit of a day holds for the write that passes it, with what the day had before", () => {
  const when: RuleCondition = { over_per_day: { operations: 10 } };
  assert.ok(!holds(when, [create], hand, 9));
  assert.ok(holds(when, [create], hand, 10));
  assert.ok(holds(when, [create, create], hand, 9));
});

test("operations of one write that touch the same members share one set of them", () => {
  const change = (title: string, color?: string): Change => ({
    ...{ resource: "notes", id: "1", op: "create", before: null },
    after: { title, ...(color && { color }) },
  });
  const resources = { notes: { table: "crm.notes", noun: "note", scope: "articles" } };
  const changes = [change("a"), change("b"), change("c", "red")];
  const [one, two, three] = judgedOperations(resources, changes).map(({ fields }) => fields);
  assert.equal(one, two);
  assert.deepEqual(
    [one, three].map((fields) => [...(fields ?? [])]),
    [["title"], ["title", "color"]],
  );
});
