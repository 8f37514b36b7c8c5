import assert from "node:assert/strict";
import { test } from "node:test";
import {
  changedOf,
  draftOf,
  hasMore,
  isReadable,
  neededMost,
  numberFault,
  ruleOf,
  type Rule,
} from "./draft.ts";
import { NEEDED_MAX } from "./limits.ts";

const rule: Rule = {
  id: "01890000-0000-7000-8000-000000000001",
  name: "Large invoices",
  position: 3,
  enabled: true,
  when: {
    resources: ["invoices"],
    doors: ["mcp"],
    operations: { gte: 2, lte: 9 },
    amount: { currency: "EUR", gte: 100_050 },
  },
  outcome: "queue",
  message: null,
  approvers: { roles: ["owner"], members: [] },
  needed: 2,
  allow_self: false,
  timeout_hours: 48,
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z",
  created_by: { type: "member", id: null },
  version: 1,
};

test("a new rule queues, is on, and is decided on by owners and admins", () => {
  assert.deepEqual(ruleOf(draftOf()), {
    outcome: "queue",
    enabled: true,
    when: {},
    approvers: { roles: ["owner", "admin"], members: [] },
    needed: 1,
    allow_self: false,
    timeout_hours: 336,
  });
});

test("an opened rule reads back as it was, with conditions that the form does not show", () => {
  const draft = draftOf(rule);
  assert.deepEqual([draft.amount, draft.currency], ["1000.50", "EUR"]);
  assert.deepEqual(ruleOf(draft, rule.when).when, rule.when);
  assert.deepEqual(changedOf(draft, rule), {});
  assert.equal(hasMore(rule), true);
  assert.equal(hasMore({ ...rule, when: { resources: ["rows"] } }), false);
});

test("what is emptied goes, but an upper bound stays", () => {
  const draft = { ...draftOf(rule), resources: [], operations: "", amount: "" };
  assert.deepEqual(changedOf(draft, rule), { when: { doors: ["mcp"], operations: { lte: 9 } } });
});

test("a rule that does not queue says nothing of deciding", () => {
  assert.deepEqual(changedOf({ ...draftOf(rule), outcome: "run" }, rule), { outcome: "run" });
  assert.deepEqual(ruleOf({ ...draftOf(), outcome: "refuse" }), {
    outcome: "refuse",
    enabled: true,
    when: {},
  });
});

test("amounts are written in whole units of the currency, and counts as whole numbers", () => {
  const draft = { ...draftOf(), amount: "12.5", currency: "eur", recipients: "20" };
  assert.deepEqual(ruleOf(draft).when, {
    amount: { currency: "EUR", gte: 1_250 },
    recipients: { gte: 20 },
  });
  assert.equal(isReadable(draft, NEEDED_MAX), true);
  const faulty = { ...draft, operations: "many" };
  assert.equal(typeof numberFault(faulty, "operations", NEEDED_MAX), "string");
  assert.equal(isReadable(faulty, NEEDED_MAX), false);
});

test("a rule needs at most as many approvals as members can give, and 10; one that nobody changes stays", () => {
  const draft = { ...draftOf(), needed: "3" };
  assert.equal(neededMost(draft, ["a", "b"]), 2);
  assert.equal(numberFault(draft, "needed", 2), "Write a whole number from 1 to 2.");
  assert.equal(isReadable(draft, 2), false);
  assert.equal(isReadable({ ...draft, outcome: "run" }, 2), true);
  assert.equal(neededMost(draft, Array.from({ length: 12 }, String)), NEEDED_MAX);
  assert.equal(neededMost(draft, []), 1);
  assert.equal(neededMost(draftOf(rule), ["a"], rule), 2);
  assert.equal(neededMost({ ...draftOf(rule), roles: ["admin"] }, ["a"], rule), 1);
});

test("tables are chosen by their ids, and none are all tables", () => {
  const draft = { ...draftOf(), resources: ["rows"], tables: ["t"] };
  assert.deepEqual(ruleOf(draft).when, { resources: ["rows"], table_ids: ["t"] });
  const limited = { ...rule, when: { resources: ["rows" as const], table_ids: ["t"] } };
  assert.deepEqual(changedOf({ ...draftOf(limited), tables: [] }, limited), {
    when: { resources: ["rows"] },
  });
});
