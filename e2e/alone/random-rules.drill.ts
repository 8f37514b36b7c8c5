// Proves: libs/changes/src/rules libs/rpc/src services/auth/src/approval-rules services/auth/src/check
import type { ApprovalRule, RuleCondition } from "@jst/changes";
import { Dice, randomCondition, randomRules, ReferenceRules, until } from "@jst/testing";
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { registeredApp } from "../src/connected-apps.ts";
import { jst, newTeam } from "../src/fleet.ts";
import { codeOf } from "../src/http.ts";
import { done, sendUntilKnown } from "../src/member-api.ts";
import { makeHands, type Clients, type WritingHand } from "../src/random-hands.ts";
import { RandomObjects, writtenFields } from "../src/random-writes.ts";

/** Seed of the first team; the others follow it. */
const SEED = Number(process.env.SEED ?? 1);
const WRITES = Number(process.env.E2E_ROUNDS ?? 2_000);
const TEAMS = 20;
const AT_ONCE = 4;
const IN_FORCE_MS = 60_000;
/** Resources of one service, among which a rule with a limit of the day chooses. */
const services = [["contacts"], ["rows", "articles"]];

/** Team with random rules, its hands and its objects. */
interface RandomTeam {
  dice: Dice;
  hands: readonly WritingHand[];
  objects: RandomObjects;
  rules: readonly ApprovalRule[];
}

async function makeTeam(seed: number, clients: Clients): Promise<RandomTeam> {
  const dice = new Dice(seed);
  const { slug, token } = await newTeam("random-rules");
  const hands = await makeHands(slug, clients, seed % 2 === 0);
  const objects = await RandomObjects.make(dice, token);
  const { sends: owner } = hands[0] ?? assert.fail("a team has an owner");
  const save = (rule: object) => done<ApprovalRule>(owner, "POST", "approval-rules", rule);
  const rules: ApprovalRule[] = [];
  for (const [n, rule] of randomRules(dice, () => conditionOf(dice, hands, objects.tables)).entries()) {
    const { name, when, outcome, message } = rule;
    rules.push(await save({ name, when, outcome, message, position: n + 2 }));
  }
  // A hand that knows the version of the last rule knows them all.
  const types = new Set(hands.map(({ hand }) => hand.type));
  const when = { actor_types: [...types], fields: Object.values(markers) };
  rules.unshift(await save({ name: "In force", outcome: "refuse", when, position: 1 }));
  for (const hand of hands) await requireInForce(hand, objects.tables);
  return { dice, hands, objects, rules };
}

/** Conditions of which most hold for some write: nothing costs, and limits of a day count operations. */
function conditionOf(dice: Dice, hands: readonly WritingHand[], tables: readonly string[]): RuleCondition {
  const {
    amount,
    over_per_day: limit,
    resources,
    ...when
  } = randomCondition(dice, {
    resources: ["contacts", "rows", "articles"],
    tables,
    fields: writtenFields,
    currencies: ["EUR"],
    tokens: hands.map(({ hand }) => hand.token_id).filter((id) => id !== ""),
    clients: hands.flatMap(({ hand }) => hand.client_id ?? []),
  });
  if (limit !== undefined)
    return { ...when, resources: dice.one(services), over_per_day: { operations: dice.number(6) } };
  // An amount of resources without a total is refused.
  if (amount !== undefined && dice.number(4) === 0) return { ...when, amount };
  return { ...when, ...(resources !== undefined && { resources }) };
}

/** Member of each resource that no random write sets, as rules name it. */
const markers = { contacts: "company", rows: "data.mark", articles: "tags" };

/** Waits until the rule that was saved last refuses a write of the hand. */
async function requireInForce(
  { title, sends, writes }: WritingHand,
  tables: readonly string[],
): Promise<void> {
  const [resource] = writes;
  const [path, body] =
    resource === "rows"
      ? [`data/tables/${tables[0]}/rows`, { data: { mark: "x" } }]
      : resource === "articles"
        ? ["articles", { title: "x", tags: ["x"] }]
        : ["contacts", { company: "x" }];
  await until(`the rules are in force for the ${title}`, IN_FORCE_MS, async () => {
    const answer = await sendUntilKnown(sends, "POST", path, body);
    assert.ok(answer.status < 300 || codeOf(answer) === "rule_refused", JSON.stringify(answer.body));
    const { rule } = answer.body as { rule?: { name: string } };
    return rule?.name === "In force" || undefined;
  });
}

/** Makes one random write of the team; answers what it did, and what differs from the second implementation. */
async function write({ dice, hands, objects }: RandomTeam, reference: ReferenceRules) {
  const { title, sends, hand, matrix, writes, mayDelete } = dice.one(hands);
  const { method, path, body, operations, ran } = objects.next(writes, mayDelete);
  const expected = reference.expected(hand, operations, matrix);
  const answer = await sendUntilKnown(sends, method, path, body);
  const { status } = answer;
  const isRefused = status === 403 && codeOf(answer) === "rule_refused";
  const outcome = status === 202 ? "queue" : isRefused ? "refuse" : status < 300 ? "run" : String(status);
  const { rule } = (answer.body ?? {}) as { rule?: { id: string } };
  const found = { outcome, rule: outcome === "run" ? undefined : rule?.id };
  if (outcome === "run") {
    reference.count(hand, operations);
    ran(answer.body);
  }
  const isSame = found.outcome === expected.outcome && found.rule === expected.rule;
  const request = `${title}: ${method} ${path} ${JSON.stringify(body)}`;
  const difference = { request, expected, found, answer: answer.body };
  return { title, outcome, difference: isSame ? undefined : difference };
}

const seen = new Map<string, number>();

describe(
  `${WRITES} random writes at the gateway by random hands under random rules`,
  { concurrency: AT_ONCE },
  () => {
    let clients: Clients;
    before(async () => {
      // Apps register once any team lets them connect.
      const { slug } = await newTeam("random-apps");
      await jst("config", "set", "--team", slug, "modules.agent_connect.enabled", "true");
      clients = [await registeredApp("Tables"), await registeredApp("Articles")];
    });

    // The writes of a team follow one another, for they count; teams write at once.
    for (let seed = SEED; seed < SEED + TEAMS; seed += 1)
      test(
        `those of the team of seed ${seed} do what a second implementation says`,
        { timeout: 460_000 },
        async () => {
          const team = await makeTeam(seed, clients);
          const reference = new ReferenceRules(team.rules);
          for (let n = 0; n < WRITES / TEAMS; n += 1) {
            const { title, outcome, difference } = await write(team, reference);
            for (const key of [outcome, title]) seen.set(key, (seen.get(key) ?? 0) + 1);
            assert.equal(difference, undefined, JSON.stringify({ seed, n, difference, rules: team.rules }));
          }
        },
      );

    after((context) => {
      context.diagnostic(`seeds from ${SEED}: ${JSON.stringify(Object.fromEntries(seen))}`);
      for (const outcome of ["run", "queue", "refuse"])
        assert.ok((seen.get(outcome) ?? 0) > WRITES / 20, `${outcome}: ${seen.get(outcome)}`);
    });
  },
);
