import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { AppError } from "@jst/errors";
import { hopWithin } from "@jst/rpc";
import { testRule, testRules } from "@jst/testing";
import { rulesFrom } from "./known-rules.ts";
import type { TeamRules } from "./rule.ts";

const hop = hopWithin(1_000);

/** Auth that answers these rules until it is away. */
function authWith(answer: () => TeamRules | AppError) {
  let asked = 0;
  const getRules = () => {
    asked += 1;
    const found = answer();
    return found instanceof AppError ? Promise.reject(found) : Promise.resolve(found);
  };
  return { getRules, asked: () => asked };
}

test("a version is asked for once, also by calls at once, and a newer one again", async () => {
  let version = 3;
  const auth = authWith(() => ({ ...testRules({}), version }));
  const rulesOf = rulesFrom(auth);
  const team = randomUUID();
  const found = await Promise.all([rulesOf(team, 3, hop), rulesOf(team, 3, hop), rulesOf(team, 2, hop)]);
  assert.deepEqual([found.map((rules) => rules?.version), auth.asked()], [[3, 3, 3], 1]);
  version = 5;
  assert.equal((await rulesOf(team, 4, hop))?.version, 5);
  assert.equal((await rulesOf(team, 5, hop))?.version, 5);
  assert.equal(auth.asked(), 2);
});

test("a team without a version is not asked about, and one whose rules are gone has none", async () => {
  const auth = authWith(() => ({ version: 0, rules: [] }));
  const rulesOf = rulesFrom(auth);
  assert.deepEqual([await rulesOf(randomUUID(), undefined, hop), auth.asked()], [undefined, 0]);
  assert.equal(await rulesOf(randomUUID(), 7, hop), undefined);
});

test("while auth is away a known version is good, an unknown one fails, and is asked for again", async () => {
  let answer: TeamRules | AppError = testRules(testRule());
  const auth = authWith(() => answer);
  const rulesOf = rulesFrom(auth);
  const team = randomUUID();
  await rulesOf(team, 1, hop);
  answer = new AppError("unavailable", "auth is away");
  assert.equal((await rulesOf(team, 1, hop))?.version, 1);
  await assert.rejects(rulesOf(team, 2, hop), { code: "unavailable" });
  await assert.rejects(rulesOf(randomUUID(), 1, hop), { code: "unavailable" });
  answer = { ...testRules({}), version: 2 };
  assert.equal((await rulesOf(team, 2, hop))?.version, 2);
});

test("the team that was used longest ago is forgotten first", async () => {
  const auth = authWith(() => testRules({}));
  const rulesOf = rulesFrom(auth, 2);
  const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()];
  for (const team of [one, two, one, three, one]) await rulesOf(team, 1, hop);
  assert.equal(auth.asked(), 3);
  await rulesOf(two, 1, hop);
  assert.equal(auth.asked(), 4);
});
