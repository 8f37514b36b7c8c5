import {
  Dice,
  randomCondition,
  randomCounts,
  randomHand,
  randomOperations,
  referenceJudge,
  testRule,
  type RuleWorld,
} from "@jst/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { covers } from "../../services/console/app/rules/covering.ts";

type Condition = Parameters<typeof covers>[0];

/** Few values, so that conditions cover each other often. */
const world: RuleWorld = {
  resources: ["rows", "contacts"],
  tables: ["t1"],
  fields: ["status", "title"],
  currencies: ["EUR"],
  tokens: ["k1", "k2"],
  clients: ["c1"],
};
const PAIRS = 20_000;
const WRITES = 20;

test("no write reaches a rule that the console says never applies", () => {
  const dice = new Dice(20_261_130);
  let found = 0;
  let reached = 0;
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const [earlier, other] = [randomCondition(dice, world), randomCondition(dice, world)];
    const later = dice.one([other, { ...earlier, ...other }]);
    if (!covers(earlier as Condition, later as Condition)) continue;
    found += 1;
    const rules = [testRule({ id: "earlier", when: earlier }), testRule({ id: "later", when: later })];
    for (let write = 0; write < WRITES; write += 1) {
      const [hand, operations] = [randomHand(dice, world), randomOperations(dice, world)];
      const counts = randomCounts(dice, rules);
      const first = referenceJudge(rules, hand, operations, counts);
      assert.notEqual(first, "later", JSON.stringify({ earlier, later, hand, operations }));
      if (referenceJudge(rules.slice(1), hand, operations, counts) === "later") reached += 1;
    }
  }
  // A test in which the later rules hardly match by themselves shows little.
  assert.ok(found > 500 && reached > 500, `${found} pairs, ${reached} writes`);
});
