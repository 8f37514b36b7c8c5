import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, test } from "node:test";
import type { Caller } from "@jst/caller";
import {
  Dice,
  human,
  randomCondition,
  randomRules,
  ReferenceRules,
  ruled,
  signedIn,
  testCaller,
  testNotes,
  type RuleWorld,
} from "@jst/testing";
import { handOf } from "./hand.ts";
import type { JudgedOperation } from "./judge.ts";
import type { ApprovalRule, RuleCondition } from "./rule.ts";

const WRITES = 2_000;
const TEAMS = 20;
const { door } = await testNotes();

/** One team: its rules, its hands, and the second implementation of what its rules do. */
class World {
  readonly dice: Dice;
  readonly teamId = randomUUID();
  readonly hands: readonly Caller[];
  readonly rules: readonly ApprovalRule[];
  readonly reference: ReferenceRules;

  constructor(seed: number) {
    const dice = new Dice(seed);
    this.dice = dice;
    const [person, lead] = [human(this.teamId, "member"), human(this.teamId, "admin")];
    const app: Partial<Caller> = {
      token_id: randomUUID(),
      token_type: "oauth_app",
      oauth_app: { client_id: "c1", client_name: "C", issuer: "i" },
    };
    this.hands = [
      ...[person, signedIn(person), signedIn(lead), { ...person, ...app }],
      ...[{ ...person, token_id: randomUUID(), token_type: "break_glass" as const }],
      testCaller({ team_id: this.teamId }),
    ].map((caller) => ruled(caller));
    const world: RuleWorld = {
      resources: ["notes", "contacts"],
      tables: ["00000000-0000-4000-8000-000000000001"],
      fields: ["title", "color", "text", "slug"],
      currencies: ["EUR"],
      tokens: this.hands.map((hand) => hand.token_id),
      clients: ["c1", "c2"],
    };
    // Few rules with these conditions match notes, which are of no table and cost nothing.
    const condition = (): RuleCondition => {
      const { table_ids, amount, ...when } = randomCondition(dice, world);
      return dice.number(4) > 0
        ? when
        : { ...when, ...(table_ids && { table_ids }), ...(amount && { amount }) };
    };
    const rules = randomRules(dice, condition);
    this.rules = rules.map((rule) => ({ ...rule, id: randomUUID() }));
    this.reference = new ReferenceRules(this.rules);
    door.callers.setRules(this.teamId, { version: 1, rules: this.rules });
  }
}

const note: Omit<JudgedOperation, "op" | "fields"> = {
  resource: "notes",
  tableId: undefined,
  amount: undefined,
  recipients: 0,
  isFinal: false,
};

/** Makes one random write of the team, and compares what it does; returns what it did. */
async function write(world: World, n: number): Promise<string> {
  const { dice } = world;
  const caller = dice.one(world.hands);
  const body = {
    title: `T${n}`,
    ...dice.maybe(2, () => ({ color: "red" })),
    ...dice.maybe(2, () => ({ text: "t" })),
    ...dice.maybe(3, () => ({ slug: `s${n}` })),
  };
  const operations: JudgedOperation[] = [{ ...note, op: "create", fields: new Set(Object.keys(body)) }];
  const { token_type: type } = caller;
  const waits = ["human", "break_glass", "oauth_app"].includes(type);
  const matrix = { waits, canBeFreed: type !== "break_glass" };
  const expected = world.reference.expected(handOf(caller), operations, matrix);
  const { status, body: reply } = await door.call("CreateNote", { caller, body });
  const outcome = { 201: "run", 202: "queue", 403: "refuse" }[status];
  const { rule } = reply as { rule?: { id: string } };
  const found = { outcome, rule: rule?.id };
  assert.deepEqual(found, expected, JSON.stringify({ n, caller, reply, rules: world.rules }));
  if (outcome === "refuse") assert.equal(reply.code, "rule_refused");
  if (outcome === "run") world.reference.count(handOf(caller), operations);
  return expected.outcome;
}

const seen = new Map<string, number>();

// The writes of a team follow one another, for they count; teams write at once.
describe("2,000 random writes by random hands under random rules", { concurrency: TEAMS }, () => {
  for (let seed = 1; seed <= TEAMS; seed += 1)
    test(`those of team ${seed} do what a second implementation says`, { timeout: 600_000 }, async () => {
      const world = new World(seed);
      for (let n = 0; n < WRITES / TEAMS; n += 1) {
        const outcome = await write(world, n);
        seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
      }
    });
});

after(() => {
  for (const outcome of ["run", "queue", "refuse"])
    assert.ok((seen.get(outcome) ?? 0) > WRITES / 20, `${outcome}: ${seen.get(outcome)}`);
});
