import { testEmbedder, until } from "@jst/testing";
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { makeCompany, recallOf, type Questions } from "../quality/company.ts";
import { newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";
import { embedBy, untilEmbedded } from "../src/knowledge.ts";

/** How well questions find their answers (context.ranking): 300 about a company, with one judged answer to each. */
const INDEXED_MS = 60_000;
const EMBEDDED_MS = 120_000;
const RECALL_MIN = 0.75;

const MODES = ["text", "semantic", "hybrid"] as const;
type Mode = (typeof MODES)[number];
/** Passages that each question of a set finds. */
type Found = Record<Mode, string[][]>;

const embedder = await testEmbedder();
const nothing = (): Found => ({ text: [], semantic: [], hybrid: [] });
let token = "";
let questions: Questions = { chosen: [], heldOut: [] };
const found = { chosen: nothing(), heldOut: nothing() };

async function ask(query: string, mode: Mode = "text"): Promise<string[]> {
  const body = { query, mode };
  const answer = await send({ method: "POST", path: "/api/v1/context", token, body });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const { results, mode_used } = answer.body as { results: { id: string }[]; mode_used: string };
  assert.equal(mode_used, mode);
  return results.map(({ id }) => id);
}

before(async () => {
  const team = await newTeam("quality");
  ({ token } = team);
  questions = await makeCompany(token);
  // Last writes: a stray note, and a contact.
  for (const last of ["citric acid", "Solberg insurance"])
    await until("the company is in the index", INDEXED_MS, async () => (await ask(last))[0]);
  await embedBy(team.slug, embedder.url);
  await untilEmbedded(team.slug, EMBEDDED_MS);
  for (const set of ["chosen", "heldOut"] as const)
    for (const mode of MODES)
      for (const { text } of questions[set]) found[set][mode].push(await ask(text, mode));
});

const sets: [name: string, set: keyof Questions, count: number][] = [
  ["of 300 questions about a company", "chosen", 300],
  ["of 150 questions about it that no rule was chosen by", "heldOut", 150],
];
for (const [name, set, count] of sets)
  describe(name, () => {
    const recall = (mode: Mode) => recallOf(questions[set], found[set][mode]);
    const missedBy = (mode: Mode) =>
      questions[set].flatMap(({ text, answer }, at) =>
        found[set][mode][at]?.includes(answer) === true ? [] : [text],
      );

    test("words find the answer to three quarters among the first ten results", (context) => {
      assert.equal(questions[set].length, count);
      context.diagnostic(`missed: ${missedBy("text").join(" | ")}`);
      assert.ok(recall("text") >= RECALL_MIN);
    });

    test("words and meaning together find as many answers as words alone, or more (context.modes)", (context) => {
      for (const mode of MODES) context.diagnostic(`recall@10 by ${mode}: ${recall(mode).toFixed(3)}`);
      const [byWords, byBoth] = [missedBy("text"), missedBy("hybrid")];
      context.diagnostic(`lost by both: ${byBoth.filter((one) => !byWords.includes(one)).join(" | ")}`);
      context.diagnostic(`won by both: ${byWords.filter((one) => !byBoth.includes(one)).join(" | ")}`);
      assert.ok(recall("hybrid") >= recall("text"));
    });
  });

describe("the measure tells a bad search", () => {
  const worse: [name: string, search: (found: readonly (readonly string[])[]) => (readonly string[])[]][] = [
    ["answers what the question before was about", (all) => [all.at(-1) ?? [], ...all.slice(0, -1)]],
    ["loses the five best results", (all) => all.map((ids) => ids.slice(5))],
    ["finds nothing", (all) => all.map(() => [])],
  ];
  for (const [name, search] of worse) {
    test(`a search is not good enough that ${name}`, () => {
      assert.ok(recallOf(questions.chosen, search(found.chosen.text)) < RECALL_MIN);
    });
  }
});
