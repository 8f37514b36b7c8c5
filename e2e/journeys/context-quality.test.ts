import { testEmbedder, until } from "@jst/testing";
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { makeCompany, recallOf, type Question } from "../quality/company.ts";
import { newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";
import { embedBy, untilEmbedded } from "../src/knowledge.ts";

/** How well questions find their answers (context.ranking): 300 about a company, with one judged answer to each. */
const INDEXED_MS = 60_000;
const EMBEDDED_MS = 120_000;
const RECALL_MIN = 0.75;

const MODES = ["text", "semantic", "hybrid"] as const;
type Mode = (typeof MODES)[number];

const embedder = await testEmbedder();
let token = "";
let questions: Question[] = [];
/** What each question finds. */
const found: Record<Mode, string[][]> = { text: [], semantic: [], hybrid: [] };

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
  // What was written last: a stray note, and a contact.
  for (const last of ["citric acid", "Solberg insurance"])
    await until("the company is in the index", INDEXED_MS, async () => (await ask(last))[0]);
  await embedBy(team.slug, embedder.url);
  await untilEmbedded(team.slug, EMBEDDED_MS);
  for (const mode of MODES) for (const { text } of questions) found[mode].push(await ask(text, mode));
});

const recall = (mode: Mode) => recallOf(questions, found[mode]);
const missedBy = (mode: Mode) =>
  questions.filter(({ answer }, at) => found[mode][at]?.includes(answer) !== true).map(({ text }) => text);

describe("of 300 questions about a company", () => {
  test("words find the answer to three quarters among the first ten results", (context) => {
    assert.equal(questions.length, 300);
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

  const worse: [name: string, search: (found: readonly (readonly string[])[]) => (readonly string[])[]][] = [
    ["answers what the question before was about", (all) => [all.at(-1) ?? [], ...all.slice(0, -1)]],
    ["loses the five best results", (all) => all.map((ids) => ids.slice(5))],
    ["finds nothing", (all) => all.map(() => [])],
  ];
  for (const [name, search] of worse) {
    test(`a search is not good enough that ${name}`, () => {
      assert.ok(recallOf(questions, search(found.text)) < RECALL_MIN);
    });
  }
});
