import assert from "node:assert/strict";
import { test } from "node:test";
import { covers, coveringRule } from "./covering.ts";

type When = Parameters<typeof covers>[0];
const rule = (when: When, enabled = true) => ({ when, enabled });

test("a rule never applies behind an enabled one whose conditions it only narrows", () => {
  const rules = [rule({}, false), rule({ ops: ["update"] }), rule({}), rule({ ops: ["delete"] })];
  assert.deepEqual(
    rules.map((_, place) => coveringRule(rules, place)),
    [-1, -1, -1, 2],
  );
  assert.equal(coveringRule([rule({}), rule({}, false)], 1), -1);
});

const covered: [earlier: When, later: When][] = [
  [{}, { resources: ["rows"], table_ids: ["t"], fields: ["data.price"], ops: ["delete"] }],
  [{ ops: ["create", "update", "delete"] }, {}],
  [{ operations: { gte: 1 } }, {}],
  [{ operations: { gte: 5 } }, { operations: { gte: 9 }, ops: ["delete"] }],
  [{ operations: { lte: 9 } }, { operations: { lte: 5 } }],
  [{ amount: { currency: "EUR", gte: 100 } }, { amount: { currency: "EUR", gte: 200 }, doors: ["mcp"] }],
  [{ reversible: false }, { reversible: false, ops: ["delete"] }],
  [{ fields: ["status", "name"] }, { fields: ["status"] }],
  [{}, { over_per_day: { operations: 5 } }],
];

const apart: [earlier: When, later: When][] = [
  [{}, { actor_types: ["service"] }],
  [{ actor_types: ["human"] }, {}],
  [{ resources: ["rows"] }, { resources: ["rows", "contacts"] }],
  [{ resources: ["rows"], table_ids: ["t"] }, { resources: ["rows"] }],
  [{ operations: { gte: 5 } }, { operations: { gte: 4 } }],
  // Other operations of the write may count for the earlier rule alone.
  [{ operations: { lte: 9 } }, { operations: { lte: 5 }, ops: ["delete"] }],
  [{ amount: { currency: "EUR", gte: 100 } }, { amount: { currency: "EUR", gte: 100 }, ops: ["delete"] }],
  [{ reversible: true }, { reversible: true, ops: ["create"] }],
  [{ amount: { currency: "EUR", gte: 100 } }, { amount: { currency: "USD", gte: 200 } }],
  [{ recipients: { gte: 1 } }, {}],
  [{ over_per_day: { operations: 5 } }, { over_per_day: { operations: 5 } }],
];

test("conditions cover those that are certain to match less, and no others", () => {
  for (const [earlier, later] of covered) assert.ok(covers(earlier, later), JSON.stringify([earlier, later]));
  for (const [earlier, later] of apart) assert.ok(!covers(earlier, later), JSON.stringify([earlier, later]));
});
